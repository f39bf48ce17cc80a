//! Slices: named boxes of frames.

use crate::limits::{Budget, Limits};
use crate::{Reason, origin};
use mask::Rect;
use std::sync::Arc;

/// A slice of Aseprite at one frame: a named box, such as a hurtbox or a sword, with the artist's notes.
///
/// The box may lead out of the frame. [`Frame::mask_in`](crate::Frame::mask_in) returns the solid pixels in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    notes: Arc<Notes>,
    rect: Rect,
    origin: Option<[f64; 2]>,
}

/// The properties that a slice has at all frames.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notes {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) color: Option<[u8; 4]>,
}

impl Slice {
    /// Returns the name of the slice. Several slices may have one name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.notes.name
    }

    /// Returns the box of the slice in pixels of the frame, y down. It has one pixel or more.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Returns the origin of the slice, which Aseprite calls its pivot: a point of the frame in pixels, y down, if the
    /// slice has one.
    #[must_use]
    pub fn origin(&self) -> Option<[f64; 2]> {
        self.origin
    }

    /// Returns the text of the slice's user data, or the empty text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.notes.text
    }

    /// Returns the color of the slice's user data: red, green, blue, alpha.
    #[must_use]
    pub fn color(&self) -> Option<[u8; 4]> {
        self.notes.color
    }
}

/// A slice of a file.
pub(crate) struct Keys {
    pub(crate) notes: Notes,
    pub(crate) keys: Vec<Key>,
}

/// A key of a slice, which holds from its frame up to the frame of the next key.
pub(crate) struct Key {
    frame: usize,
    /// The box and the origin, or `None` if the slice has no pixels.
    shown: Option<(Rect, Option<[f64; 2]>)>,
}

impl Key {
    /// Creates a key. Its pivot is relative to the top-left pixel of the box.
    pub(crate) fn new(frame: u32, rect: Rect, pivot: Option<[i32; 2]>) -> Result<Key, Reason> {
        let is_hidden = rect.width == 0 || rect.height == 0;
        let at =
            |[x, y]: [i32; 2]| origin::at([f64::from(rect.left) + f64::from(x), f64::from(rect.top) + f64::from(y)]);
        let shown = if is_hidden { None } else { Some((rect, pivot.map(at).transpose()?)) };
        Ok(Key { frame: frame as usize, shown })
    }
}

/// Returns the slices of each of `count` frames, in the order of the file.
///
/// A key that is not after the key before is ignored.
pub(crate) fn slices(count: usize, slices: Vec<Keys>, limits: &Limits) -> Result<Vec<Vec<Slice>>, Reason> {
    let mut budget = Budget::new("frames in slices", limits.items);
    let mut frames = vec![Vec::new(); count];
    for Keys { notes, keys } in slices {
        let notes = Arc::new(notes);
        for (index, key) in keys.iter().enumerate() {
            let end = keys.get(index + 1).map_or(count, |next| next.frame).min(count);
            let (Some((rect, origin)), Some(frames)) = (key.shown, frames.get_mut(key.frame..end)) else { continue };
            budget.take(frames.len() as u64)?;
            for frame in frames {
                frame.push(Slice { notes: Arc::clone(&notes), rect, origin });
            }
        }
    }
    Ok(frames)
}
