//! Builds a sheet from its JSON or XML and its pictures.

use super::entry::At;
use super::json::{self, Entry, File, Items, Meta, Outline};
use super::number::Number;
use super::tags::Order;
use super::xml;
use crate::cut::Cut;
use crate::error::FORMATS;
use crate::json::{BYTE_ORDER_MARK, item};
use crate::limits::{Budget, at_most};
use crate::load::{Load, Picture};
use crate::slice::{Key, Keys, Notes, slices};
use crate::tags::{Tag, animations, frame_names};
use crate::{Animation, Direction, FileError, Frame, Reason, Region, Sheet, SheetError, WarningKind, pivot};
use image::RgbaImage;
use mask::{Mask, Rect};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// The attribute of XML that names the picture.
const XML_PICTURE: &str = "imagePath";

/// Returns whether a file may be a JSON object.
pub(crate) fn is_json(text: &[u8]) -> bool {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start().starts_with(b"{")
}

/// Reads the sheet `name` from its JSON, with the pages that it names.
pub(crate) fn read_json(name: &str, text: &[u8], load: Load) -> Result<Sheet, SheetError> {
    let mut builder = Builder::new(name, load);
    let pages = builder.page(name, text)?;
    // Each page names all others.
    let mut read = HashSet::from([name.to_owned()]);
    for (field, page) in pages {
        match builder.load.file(name, &field, &page) {
            Ok((found, text)) if read.insert(found.clone()) => {
                let bytes = text.len() as u64;
                builder.load.unpacked.take(bytes).map_err(|reason| SheetError::at(name, &field, reason))?;
                builder.page(&found, &text)?;
            }
            Ok(_) => {}
            Err(fault) => builder.leave_out(fault, "the page is left out")?,
        }
    }
    builder.finish()
}

/// Reads the sheet `name` from its XML.
pub(crate) fn read_xml(name: &str, text: &[u8], load: Load) -> Result<Sheet, SheetError> {
    let mut builder = Builder::new(name, load);
    let limits = builder.load.options.limits.clone();
    crate::tiled::with_xml(name, text, &limits, |atlas| {
        let entries = xml::entries(name, atlas);
        builder.add(name, [XML_PICTURE, "SubTexture"], atlas.attribute("imagePath"), entries.len(), entries.into_iter())
    })?;
    builder.finish()
}

/// What was read so far.
struct Builder<'a> {
    name: &'a str,
    load: Load<'a>,
    /// Pixels of the triangles of polygons.
    drawn: Budget,
    is_aseprite: bool,
    frames: Vec<Frame>,
    /// The names that the file gives the frames.
    names: Vec<Option<String>>,
    tags: Vec<Tag>,
    slices: Vec<Keys>,
    /// Animations by the names of their frames: the file, the place, the name, the frames.
    animations: Vec<(String, String, String, Vec<String>)>,
}

/// A mask and a picture that equal frames share.
type Shared = (Arc<Mask>, Option<Arc<RgbaImage>>);

/// Returns whether a fault ends the reading: a limit, or memory.
fn is_limit(fault: &SheetError) -> bool {
    matches!(fault.reason(), Reason::TooLarge { .. } | Reason::NoMemory { .. } | Reason::Picture(_) | Reason::Mask(_))
        || matches!(fault.reason(), Reason::File(FileError::TooLarge { .. }))
}

impl<'a> Builder<'a> {
    fn new(name: &'a str, load: Load<'a>) -> Builder<'a> {
        Builder {
            name,
            drawn: Budget::new("pixels of triangles", load.options.limits.blended_pixels),
            load,
            is_aseprite: false,
            frames: Vec::new(),
            names: Vec::new(),
            tags: Vec::new(),
            slices: Vec::new(),
            animations: Vec::new(),
        }
    }

    /// Leaves an item out, unless its fault ends the reading.
    fn leave_out(&mut self, fault: SheetError, done: &str) -> Result<(), SheetError> {
        if is_limit(&fault) { Err(fault) } else { self.load.warn(WarningKind::LeftOut, fault, done) }
    }

    /// Adds the frames, tags, slices and animations of a file. Returns the names of its other pages, and their places.
    fn page(&mut self, file: &str, text: &[u8]) -> Result<Vec<(String, String)>, SheetError> {
        let File { frames, textures, animations, meta } = crate::json::parse(file, text, &self.load.options.limits)?;
        self.is_aseprite = meta.app.is_some_and(|app| app.get().to_ascii_lowercase().contains("aseprite"));
        let first = self.frames.len();
        match (frames, textures) {
            (Some(frames), None) => self.items(file, ["meta.image", "frames"], meta.image.as_deref(), &frames)?,
            (None, Some(textures)) => {
                for (index, texture) in textures.iter().enumerate() {
                    let fields = ["image", "frames"].map(|key| format!("textures[{index}].{key}"));
                    self.items(file, [&fields[0], &fields[1]], texture.image.as_deref(), &texture.frames)?;
                }
            }
            (None, None) => return Err(SheetError::new(file, Reason::UnknownFormat { expected: FORMATS })),
            (Some(_), Some(_)) => {
                return Err(SheetError::at(
                    file,
                    "textures",
                    Reason::invalid("absent if there are \"frames\"", "both"),
                ));
            }
        }
        self.add_tags(file, &meta, first)?;
        self.add_slices(file, &meta, first)?;
        for (key, frames) in animations.iter().flat_map(|all| &all.list) {
            let place = format!("animations.{key}");
            match item(file, &place, frames) {
                Ok(frames) => self.animations.push((file.to_owned(), place, key.clone(), frames)),
                Err(fault) => self.leave_out(fault, "the animation is left out")?,
            }
        }
        let mut pages = Vec::new();
        for (index, page) in meta.pages.iter().flat_map(|pages| &pages.list) {
            let place = format!("meta.related_multi_packs{index}");
            match item(file, &place, page) {
                Ok(page) => pages.push((place, page)),
                Err(fault) => self.leave_out(fault, "the page is left out")?,
            }
        }
        Ok(pages)
    }

    /// Adds the frames of one picture in JSON. The fields are the keys of the picture and of the frames.
    fn items(&mut self, file: &str, fields: [&str; 2], image: Option<&str>, items: &Items) -> Result<(), SheetError> {
        let Items { has_keys, list } = items;
        let entries = list.iter().map(|(key, text)| {
            let place = if *has_keys { format!("{}.{key}", fields[1]) } else { format!("{}{key}", fields[1]) };
            let mut entry = item(file, &place, text)
                .map_err(|fault| (fault, item::<Outline>(file, &place, text).unwrap_or_default()));
            if *has_keys {
                match &mut entry {
                    Ok(Entry { name, .. }) | Err((_, Outline { filename: name, .. })) => *name = Some(key.clone()),
                }
            }
            (place, entry)
        });
        self.add(file, fields, image, list.len(), entries)
    }

    /// Adds the frames of one picture: places and entries, or faults and what is known of the frames.
    ///
    /// A frame with a fault stays in the list, without pixels, because tags and slices count the frames.
    fn add(
        &mut self,
        file: &str,
        fields: [&str; 2],
        image: Option<&str>,
        count: usize,
        entries: impl Iterator<Item = (String, Result<Entry, (SheetError, Outline)>)>,
    ) -> Result<(), SheetError> {
        at_most("frames", (self.frames.len() + count) as u64, self.load.options.limits.frames)
            .map_err(|error| SheetError::at(file, fields[1], error))?;
        let picture = self.picture(file, fields[0], image)?;
        let mut shared = HashMap::new();
        for (place, entry) in entries {
            let at = At { file, place: &place, has_keys: fields[0] != XML_PICTURE };
            let (fault, outline) = match entry {
                Err(fault) => fault,
                Ok(entry) => match self.frame(at, &entry, &picture, &mut shared) {
                    Ok(frame) => {
                        self.frames.push(frame);
                        self.names.push(entry.name);
                        continue;
                    }
                    Err(fault) => (fault, entry.outline()),
                },
            };
            self.leave_out(fault, "the frame has no pixels")?;
            let side = |Number(side): Number| if (0.0..=f64::from(i32::MAX)).contains(&side) { side as u32 } else { 0 };
            let size = outline.size.map_or([0, 0], |size| [side(size.w), side(size.h)]);
            let empty = Cut { size, ..Cut::whole(Rect::new(0, 0, 0, 0)) };
            let (mask, picture) = self.build(at, empty, &picture.pixels, None)?;
            self.frames.push(Frame { picture, ..Frame::new(Vec::new(), mask) });
            self.names.push(outline.filename);
        }
        Ok(())
    }

    /// Reads the picture of frames. Engines are given a picture and ignore its name in the file, so the name may be stale.
    fn picture(&mut self, file: &str, field: &str, image: Option<&str>) -> Result<Picture, SheetError> {
        let fault = match image {
            None => SheetError::at(file, field, Reason::Missing),
            Some(image) => match self.load.decode(file, field, image) {
                Err(fault) if self.load.options.root.is_none() && matches!(fault.reason(), Reason::File(_)) => fault,
                result => return result,
            },
        };
        if is_limit(&fault) {
            return Err(fault);
        }
        let own = file.rsplit('/').next().unwrap_or(file);
        let own = format!("{}.png", own.rsplit_once('.').map_or(own, |(stem, _)| stem));
        let Ok(picture) = self.load.decode(file, field, &own) else { return Err(fault) };
        self.load.warn(WarningKind::Moved, fault, format_args!("{own:?} is read instead"))?;
        Ok(picture)
    }

    /// Builds a frame without its names.
    fn frame(
        &mut self,
        at: At,
        entry: &Entry,
        Picture { name, pixels }: &Picture,
        shared: &mut HashMap<Cut, Shared>,
    ) -> Result<Frame, SheetError> {
        let picture = Rect::new(0, 0, pixels.width(), pixels.height());
        let cut = entry.cut(at, &mut self.load, picture, self.is_aseprite)?;
        let within = match entry.polygon(cut.rect, &mut self.drawn) {
            Ok(within) => within,
            Err((key, Reason::Missing)) => {
                let fault = at.fault(key, Reason::Missing);
                self.load.warn(WarningKind::Changed, fault, "all pixels of the rectangle belong to the frame")?;
                None
            }
            Err((key, reason)) => return Err(at.fault(key, reason)),
        };
        let (mask, shown) = match shared.get(&cut).filter(|_| within.is_none()) {
            Some(shared) => shared.clone(),
            None => {
                let built = self.build(at, cut, pixels, within.as_ref())?;
                if within.is_none() { shared.entry(cut).or_insert(built).clone() } else { built }
            }
        };
        let pivot = match (entry.pivot_pixel, entry.anchor.or(entry.pivot)) {
            (Some([x, y]), _) => Some(pivot::of_sums([0, 0], [x.floor() as i64, y.floor() as i64])),
            (None, Some(at)) => Some(pivot::of_fraction([at.x.0, at.y.0], cut.size)),
            (None, None) => None,
        };
        let duration = entry.duration.map_or(0.0, |duration| duration.0);
        let is_duration = (0.0..=f64::from(u32::MAX)).contains(&duration);
        if !is_duration {
            let fault = at.fault(".duration", Reason::invalid("from 0 to 4294967295 milliseconds", duration));
            self.load.warn(WarningKind::Changed, fault, "the duration is left out")?;
        }
        let pivot = match pivot.transpose() {
            Ok(pivot) => pivot,
            Err(reason) => {
                self.load.warn(WarningKind::Changed, at.fault(".pivot", reason), "the pivot is left out")?;
                None
            }
        };
        Ok(Frame {
            pivot,
            duration: Duration::from_micros(if is_duration { (1000.0 * duration) as u64 } else { 0 }),
            region: Some(Region {
                picture: Arc::clone(name),
                rect: cut.rect,
                rotated: cut.rotated,
                offset: cut.offset,
            }),
            picture: shown,
            ..Frame::new(Vec::new(), mask)
        })
    }

    /// Builds the mask and the picture of a frame, and warns if solid pixels lie outside the frame.
    fn build(&mut self, at: At, cut: Cut, pixels: &RgbaImage, within: Option<&Mask>) -> Result<Shared, SheetError> {
        let fault = |reason: Reason| at.fault("", reason);
        let (mask, shown) = cut.build(pixels, within, self.load.options, &mut self.load.unpacked).map_err(fault)?;
        let Rect { width, height, .. } = cut.rect;
        let sides = if cut.rotated { [height, width] } else { [width, height] };
        let end = |axis: usize| i64::from(cut.offset[axis]) + i64::from(sides[axis]);
        if (0..2).any(|axis| cut.offset[axis] < 0 || end(axis) > cut.size[axis].into()) {
            let all = Cut { offset: [0, 0], size: sides, ..cut }.mask(pixels, within, self.load.options.solid);
            let lost = all.map_err(|error| fault(error.into()))?.count() - mask.count();
            if lost > 0 {
                let expected = format_args!("inside the source of {} x {} pixels", cut.size[0], cut.size[1]);
                let [x, y] = cut.offset;
                let got = format_args!("{} x {} at {x}, {y}", sides[0], sides[1]);
                let fault = at.fault(".spriteSourceSize", Reason::invalid(expected, got));
                self.load.warn(WarningKind::Changed, fault, format_args!("{lost} solid pixels outside are cut off"))?;
            }
        }
        Ok((mask, shown))
    }

    /// Adds the tags of the frames from the index `first`.
    fn add_tags(&mut self, file: &str, meta: &Meta, first: usize) -> Result<(), SheetError> {
        let mut read = Vec::new();
        for (index, text) in meta.tags.iter().flat_map(|tags| &tags.list) {
            let place = format!("meta.frameTags{index}");
            let whole = |key: &str, Number(number): Number| match number {
                number if number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0 => Ok(number as u32),
                number => {
                    let reason = Reason::invalid("a whole number from 0 to 4294967295", number);
                    Err(SheetError::at(file, format_args!("{place}.{key}"), reason))
                }
            };
            let tag = item::<json::Tag>(file, &place, text).and_then(|tag| {
                let ends = [whole("from", tag.from)? as usize, whole("to", tag.to)? as usize];
                Ok((place.clone(), ends, whole("repeat", tag.repeat.unwrap_or_default())?, tag))
            });
            match tag {
                Ok(tag) => read.push(tag),
                Err(fault) => self.leave_out(fault, "the tag is left out")?,
            }
        }
        let ends: Vec<_> = read.iter().map(|(_, ends, ..)| *ends).collect();
        let order = if self.is_aseprite { Order::of(&self.names[first..], &ends) } else { Order::Listed };
        let (reason, done) = match &order {
            Order::Listed => ("".to_owned(), ""),
            Order::Numbered(_) => (
                "the tags count frames of the project that are not in the sheet".to_owned(),
                "the tags have the frames with these numbers in their names",
            ),
            Order::Restarted(index) => (
                format!(
                    "the numbers of the frames begin again at frames[{index}], so the tags may mean other frames: \
                     export each file and each layer to a sheet of its own"
                ),
                "the tags count the frames of the sheet",
            ),
        };
        if order != Order::Listed {
            let fault = SheetError::at(file, "meta.frameTags", Reason::Unsupported(reason));
            self.load.warn(WarningKind::Changed, fault, done)?;
        }
        let count = self.frames.len() - first;
        for (place, [from, to], repeat, tag) in read {
            let frames = match &order {
                Order::Numbered(numbers) => {
                    numbers.partition_point(|number| *number < from)..numbers.partition_point(|number| *number <= to)
                }
                _ => from..to.saturating_add(1),
            };
            if frames.is_empty() || frames.end > count {
                let (key, expected, got) = match to {
                    // Aseprite can export some of the frames with the tags of all.
                    to if from <= to => ("to", format!("less than the number of frames, {count}"), to),
                    to => ("from", format!("at most {to}, the value of \"to\""), from),
                };
                let fault = SheetError::at(file, format_args!("{place}.{key}"), Reason::invalid(expected, got));
                self.load.warn(WarningKind::LeftOut, fault, "the tag is left out")?;
                continue;
            }
            let direction = match tag.direction {
                json::Direction::Forward => Direction::Forward,
                json::Direction::Reverse => Direction::Reverse,
                json::Direction::Pingpong => Direction::PingPong,
                json::Direction::PingpongReverse => Direction::PingPongReverse,
            };
            let frames = first + frames.start..first + frames.end;
            self.tags.push(Tag { name: tag.name, frames, direction, repeat });
        }
        Ok(())
    }

    /// Adds the slices of the frames from the index `first`.
    fn add_slices(&mut self, file: &str, meta: &Meta, first: usize) -> Result<(), SheetError> {
        for (index, text) in meta.slices.iter().flat_map(|slices| &slices.list) {
            let place = format!("meta.slices{index}");
            let keys = item(file, &place, text).and_then(|slice| {
                keys_of(slice, first).map_err(|(key, reason)| SheetError::at(file, place.clone() + &key, reason))
            });
            match keys {
                Ok(mut keys) => {
                    // The slice ends with its page.
                    let end = Key::new(self.frames.len() as u32, Rect::new(0, 0, 0, 0), None);
                    keys.keys.extend(end.ok());
                    self.slices.push(keys);
                }
                Err(fault) => self.leave_out(fault, "the slice is left out")?,
            }
        }
        Ok(())
    }

    /// Adds what the files say about all frames.
    fn finish(mut self) -> Result<Sheet, SheetError> {
        let limits = &self.load.options.limits;
        let at = |field: &str, reason| SheetError::at(self.name, field, reason);
        let names = frame_names(&self.names, &self.tags, limits).map_err(|reason| at("meta.frameTags", reason))?;
        let slices = slices(self.frames.len(), self.slices, limits).map_err(|reason| at("meta.slices", reason))?;
        let durations: Vec<_> = self.frames.iter().map(Frame::duration).collect();
        let mut all = animations(self.tags, &durations);
        let mut indices = HashMap::new();
        for (index, name) in self.names.iter().enumerate() {
            indices.entry(name.as_deref().unwrap_or_default()).or_insert(index);
        }
        let mut steps = Budget::new("frames in animations", limits.items);
        for (file, place, name, frames) in self.animations {
            steps.take(frames.len() as u64).map_err(|reason| SheetError::at(&file, &place, reason))?;
            let mut shown = Vec::new();
            for (step, frame) in frames.iter().enumerate() {
                match indices.get(frame.as_str()) {
                    Some(&index) => shown.push((index, durations[index])),
                    None => {
                        let reason = Reason::invalid("the name of a frame", format_args!("{frame:?}"));
                        let fault = SheetError::at(&file, format_args!("{place}[{step}]"), reason);
                        self.load.warn(WarningKind::LeftOut, fault, "the step is left out")?;
                    }
                }
            }
            if !shown.is_empty() {
                all.push(Animation::new(name, shown, Direction::Forward, 0));
            }
        }
        for ((frame, names), slices) in self.frames.iter_mut().zip(names).zip(slices) {
            frame.names = names;
            frame.set_slices(slices);
        }
        Ok(Sheet::new(self.frames, all, self.load.warnings.finish(self.name)))
    }
}

/// Returns the keys of a slice, whose frames count from `first`. An error comes with the path of keys to the fault.
fn keys_of(slice: json::Slice, first: usize) -> Result<Keys, (String, Reason)> {
    let color = slice.color.map(|color| color_of(&color)).transpose();
    let color = color.map_err(|reason| (".color".to_owned(), reason))?;
    let mut keys = Vec::new();
    for (index, key) in slice.keys.iter().enumerate() {
        let whole = |key: &str, Number(number): Number, least: i32| {
            if number.fract() == 0.0 && (f64::from(least)..=f64::from(i32::MAX)).contains(&number) {
                return Ok(number as i32);
            }
            let expected = format_args!("a whole number from {least} to {}", i32::MAX);
            Err((format!(".keys[{index}].{key}"), Reason::invalid(expected, number)))
        };
        let json::Area { x, y, w, h } = key.bounds;
        let [x, y] = [whole("bounds.x", x, i32::MIN)?, whole("bounds.y", y, i32::MIN)?];
        let [w, h] = [whole("bounds.w", w, 0)?, whole("bounds.h", h, 0)?];
        let rect = Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs());
        let pivot = match key.pivot {
            Some(at) => Some([whole("pivot.x", at.x, i32::MIN)?, whole("pivot.y", at.y, i32::MIN)?]),
            None => None,
        };
        let frame = whole("frame", key.frame, 0)?.unsigned_abs() + first as u32;
        let key = Key::new(frame, rect, pivot);
        keys.push(key.map_err(|reason| (format!(".keys[{index}].pivot"), reason))?);
    }
    Ok(Keys { notes: Notes { name: slice.name, text: slice.text, color }, keys })
}

/// Reads a color, which Aseprite writes as `#rrggbbaa`.
fn color_of(text: &str) -> Result<[u8; 4], Reason> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 8);
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    color.map(u32::to_be_bytes).ok_or_else(|| Reason::invalid("a color as #rrggbbaa", format_args!("{text:?}")))
}
