//! A sheet: frames and animations of one file.

use crate::{Animation, Frame, Warning};
use std::collections::HashMap;

/// The frames and animations of one file.
///
/// ```no_run
/// use sheets::{Options, Sheet};
/// use std::time::Duration;
///
/// let sheet = Sheet::open("hero.aseprite", &Options::default())?;
/// let walk = sheet.animation("walk").expect("the file has a tag named walk");
/// let frame = &sheet.frames()[walk.frame_at(Duration::from_millis(1200))];
/// println!("{}: {} solid pixels", frame.name(), frame.mask().count());
/// # Ok::<(), sheets::SheetError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    frames: Vec<Frame>,
    animations: Vec<Animation>,
    /// Indices of frames by name. If two frames have one name, the first is kept.
    indices: HashMap<String, usize>,
    warnings: Vec<Warning>,
}

impl Sheet {
    /// Creates a sheet. The indices of the animations are indices of `frames`.
    pub(crate) fn new(frames: Vec<Frame>, animations: Vec<Animation>, warnings: Vec<Warning>) -> Sheet {
        let mut indices = HashMap::new();
        for (index, frame) in frames.iter().enumerate() {
            for name in &frame.names {
                indices.entry(name.clone()).or_insert(index);
            }
        }
        Sheet { frames, animations, indices, warnings }
    }

    /// Returns all frames, in the order of the file.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the frame with one of the names of [`Frame::names`]. If several frames have the name, returns the first.
    #[must_use]
    pub fn frame(&self, name: &str) -> Option<&Frame> {
        self.indices.get(name).and_then(|&index| self.frames.get(index))
    }

    /// Returns all animations, in the order of the file.
    #[must_use]
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// Returns the first animation of this name.
    #[must_use]
    pub fn animation(&self, name: &str) -> Option<&Animation> {
        self.animations.iter().find(|animation| animation.name() == name)
    }

    /// Returns what was left out or read in another way than the files say: at most 100 items, and one that counts the
    /// rest.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}
