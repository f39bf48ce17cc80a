//! Builds a sheet from its JSON and its pictures.

use super::json::{self, Entry, File, Frames, Meta};
use crate::cut::Cut;
use crate::error::FORMATS;
use crate::json::BYTE_ORDER_MARK;
use crate::limits::at_most;
use crate::load::{Load, Picture};
use crate::slice::{Key, Keys, Notes, slices};
use crate::tags::{Tag, animations, frame_names};
use crate::{Direction, Frame, Reason, Region, Sheet, SheetError, WarningKind, pivot};
use image::RgbaImage;
use mask::{Mask, Rect};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Returns whether a file may be a JSON object.
pub(crate) fn is_json(text: &[u8]) -> bool {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start().starts_with(b"{")
}

/// Reads the sheet `name` from its text.
pub(crate) fn read(name: &str, text: &[u8], load: Load) -> Result<Sheet, SheetError> {
    let File { frames, textures, meta } = crate::json::parse(name, text, &load.options.limits)?;
    let mut builder = Builder { name, load, frames: Vec::new(), names: Vec::new() };
    match (frames, textures) {
        (Some(frames), None) => {
            let image = meta.image.as_deref();
            let image = image.ok_or_else(|| SheetError::at(name, "meta.image", Reason::Missing))?;
            builder.add("meta.image", image, "frames", frames)?;
        }
        (None, Some(textures)) => {
            for (index, texture) in textures.into_iter().enumerate() {
                let field = format!("textures[{index}]");
                builder.add(&format!("{field}.image"), &texture.image, &format!("{field}.frames"), texture.frames)?;
            }
        }
        (None, None) => {
            return Err(SheetError::new(name, Reason::UnknownFormat { expected: FORMATS }));
        }
        (Some(_), Some(_)) => {
            return Err(SheetError::at(name, "textures", Reason::invalid("absent if there are \"frames\"", "both")));
        }
    }
    builder.finish(meta)
}

/// The frames read so far.
struct Builder<'a> {
    name: &'a str,
    load: Load<'a>,
    frames: Vec<Frame>,
    /// The names that the file gives the frames.
    names: Vec<Option<String>>,
}

/// A mask and a picture that equal frames share.
type Shared = (Arc<Mask>, Option<Arc<RgbaImage>>);

impl Builder<'_> {
    /// Adds the frames of one picture. `image_field` and `field` name the keys of the picture and of the frames.
    fn add(
        &mut self,
        image_field: &str,
        image: &str,
        field: &str,
        Frames { has_keys, list }: Frames,
    ) -> Result<(), SheetError> {
        let frames = self.frames.len() as u64 + list.len() as u64;
        at_most("frames", frames, self.load.options.limits.frames)
            .map_err(|error| SheetError::at(self.name, field, error))?;
        let picture = self.load.decode(self.name, image_field, image)?;
        let mut shared = HashMap::new();
        for (index, entry) in list.into_iter().enumerate() {
            let place = || match &entry.filename {
                Some(key) if has_keys => format!("{field}.{key}"),
                _ => format!("{field}[{index}]"),
            };
            let frame = self.frame(&entry, &picture, &mut shared);
            self.frames.push(frame.map_err(|(key, reason)| SheetError::at(self.name, place() + key, reason))?);
            self.names.push(entry.filename);
        }
        Ok(())
    }

    /// Builds a frame. An error comes with the key of the fault.
    fn frame(
        &mut self,
        entry: &Entry,
        Picture { name, pixels }: &Picture,
        shared: &mut HashMap<Cut, Shared>,
    ) -> Result<Frame, (&'static str, Reason)> {
        let cut = cut_of(entry, pixels)?;
        let (mask, shown) = match shared.get(&cut) {
            Some(shared) => shared.clone(),
            None => {
                let built =
                    cut.build(pixels, self.load.options, &mut self.load.unpacked).map_err(|reason| ("", reason))?;
                shared.entry(cut).or_insert(built).clone()
            }
        };
        let pivot = entry.pivot.map(|at| pivot::of_fraction([at.x, at.y], cut.size)).transpose();
        Ok(Frame {
            pivot: pivot.map_err(|reason| (".pivot", reason))?,
            duration: Duration::from_millis(entry.duration.0 as u64),
            region: Some(Region {
                picture: Arc::clone(name),
                rect: cut.rect,
                rotated: cut.rotated,
                offset: cut.offset.map(|c| c as i32),
            }),
            picture: shown,
            ..Frame::new(Vec::new(), mask)
        })
    }

    /// Adds what the file says about all frames.
    fn finish(mut self, meta: Meta) -> Result<Sheet, SheetError> {
        let at = |field: String, reason| SheetError::at(self.name, field, reason);
        let limits = &self.load.options.limits;
        let count = self.frames.len();
        let mut tags = Vec::new();
        for (index, tag) in meta.tags.into_iter().enumerate() {
            let (from, to) = (tag.from.0 as usize, tag.to.0 as usize);
            if to >= count || from > to {
                let (key, expected, got) = match to {
                    // Aseprite can export some of the frames with the tags of all.
                    to if to >= count => ("to", format!("less than the number of frames, {count}"), to),
                    to => ("from", format!("at most {to}, the value of \"to\""), from),
                };
                let fault = at(format!("meta.frameTags[{index}].{key}"), Reason::invalid(expected, got));
                self.load.warn(WarningKind::LeftOut, fault, "the tag is left out")?;
                continue;
            }
            let direction = match tag.direction {
                json::Direction::Forward => Direction::Forward,
                json::Direction::Reverse => Direction::Reverse,
                json::Direction::Pingpong => Direction::PingPong,
                json::Direction::PingpongReverse => Direction::PingPongReverse,
            };
            tags.push(Tag { name: tag.name, frames: from..to + 1, direction, repeat: tag.repeat.0 as u32 });
        }
        let mut all = Vec::new();
        for (slice, json::Slice { name, text, color, keys: entries }) in meta.slices.into_iter().enumerate() {
            let field = format!("meta.slices[{slice}]");
            let color = color.map(|color| color_of(&color)).transpose();
            let color = color.map_err(|reason| at(format!("{field}.color"), reason))?;
            let mut keys = Vec::new();
            for (index, key) in entries.iter().enumerate() {
                let json::Bounds { x, y, w, h } = key.bounds;
                let rect = Rect::new(x.0 as i32, y.0 as i32, w.get(), h.get());
                let pivot = key.pivot.map(|at| [at.x.0 as i32, at.y.0 as i32]);
                let key = Key::new(key.frame.0 as u32, rect, pivot);
                keys.push(key.map_err(|reason| at(format!("{field}.keys[{index}].pivot"), reason))?);
            }
            all.push(Keys { notes: Notes { name, text, color }, keys });
        }
        let names = frame_names(&self.names, &tags, limits).map_err(|reason| at("meta.frameTags".into(), reason))?;
        let slices = slices(count, all, limits).map_err(|reason| at("meta.slices".into(), reason))?;
        let durations: Vec<_> = self.frames.iter().map(Frame::duration).collect();
        for ((frame, names), slices) in self.frames.iter_mut().zip(names).zip(slices) {
            frame.names = names;
            frame.set_slices(slices);
        }
        Ok(Sheet::new(self.frames, animations(tags, &durations), self.load.warnings.finish(self.name)))
    }
}

/// Reads a color, which Aseprite writes as `#rrggbbaa`.
fn color_of(text: &str) -> Result<[u8; 4], Reason> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 8);
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    color.map(u32::to_be_bytes).ok_or_else(|| Reason::invalid("a color as #rrggbbaa", format_args!("{text:?}")))
}

/// Returns where the pixels of a frame are. An error comes with the key of the fault.
fn cut_of(entry: &Entry, picture: &RgbaImage) -> Result<Cut, (&'static str, Reason)> {
    let [mut x, mut y, mut width, mut height] =
        [entry.frame.x, entry.frame.y, entry.frame.w, entry.frame.h].map(|side| i64::from(side.get()));
    let place = match entry.place {
        Some(place) => [place.x, place.y, place.w, place.h].map(|side| i64::from(side.get())),
        None => [0, 0, width, height],
    };
    // Aseprite's inner padding lies inside "frame" and outside "spriteSourceSize", equally wide on all sides.
    let padding = (width - place[2]) / 2;
    if padding > 0 && [width, height].map(|side| side - 2 * padding) == [place[2], place[3]] {
        (x, y, width, height) = (x + padding, y + padding, place[2], place[3]);
    }
    if [width, height] != [place[2], place[3]] {
        let expected = format_args!("{width} x {height} pixels as \"frame\"");
        return Err((".spriteSourceSize", Reason::invalid(expected, format_args!("{} x {}", place[2], place[3]))));
    }
    let size = match entry.size {
        Some(size) => [size.w, size.h].map(|side| i64::from(side.get())),
        None => [place[0] + width, place[1] + height],
    };
    if place[0] + width > size[0] || place[1] + height > size[1] {
        let got = format_args!("{width} x {height} at {}, {}", place[0], place[1]);
        let expected = format_args!("inside \"sourceSize\", {} x {} pixels", size[0], size[1]);
        return Err((".spriteSourceSize", Reason::invalid(expected, got)));
    }
    // "frame" has the size of the unrotated frame.
    let stored = if entry.rotated { [height, width] } else { [width, height] };
    let (right, bottom) = (i64::from(picture.width()), i64::from(picture.height()));
    if x + stored[0] > right || y + stored[1] > bottom {
        let expected = format_args!("inside the picture of {right} x {bottom} pixels");
        return Err((".frame", Reason::invalid(expected, format_args!("{} x {} at {x}, {y}", stored[0], stored[1]))));
    }
    let rect = Rect::new(x as i32, y as i32, stored[0] as u32, stored[1] as u32);
    let (offset, size) = ([place[0] as u32, place[1] as u32], size.map(|side| side as u32));
    Ok(Cut { rotated: entry.rotated, offset, size, ..Cut::whole(rect) })
}
