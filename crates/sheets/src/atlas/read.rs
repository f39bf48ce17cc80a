//! Builds a sheet from its description, in any of the formats, and its pictures.

use super::entry::{At, whole};
use super::json::{Area, Entry, File, Items, Meta};
use super::number::Number;
use super::regions::is_regions;
use super::tags::Order;
use super::{json, plist, regions, xml};
use crate::animation::{Tag, animations, frame_names};
use crate::cut::Cut;
use crate::error::FORMATS;
use crate::json::{BYTE_ORDER_MARK, item};
use crate::limits::{Budget, at_most};
use crate::load::{Load, Picture};
use crate::slice::{Key, Keys, Notes, slices};
use crate::{Animation, Direction, Frame, Reason, Region, Sheet, SheetError, WarningKind, origin};
use image::RgbaImage;
use mask::{Mask, Rect};
use roxmltree::Node;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// Returns whether a file may be a JSON object.
pub(crate) fn is_json(text: &[u8]) -> bool {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start().starts_with(b"{")
}

/// Reads the sheet `name` from its JSON, with the pages that it names, or from its XML or its text.
pub(crate) fn read(name: &str, text: &[u8], load: Load) -> Result<Sheet, SheetError> {
    let limits = load.options.limits.clone();
    let mut builder = Builder {
        name,
        drawn: Budget::new("pixels of triangles", limits.blended_pixels),
        load,
        is_aseprite: false,
        is_json: is_json(text),
        frames: Vec::new(),
        names: Vec::new(),
        aliases: Vec::new(),
        runs: Vec::new(),
        tags: Vec::new(),
        slices: Vec::new(),
        animations: Vec::new(),
    };
    if !builder.is_json {
        if is_regions(text) {
            builder.regions(str::from_utf8(text).unwrap_or_default())?;
        } else {
            crate::tiled::with_xml(name, text, &limits, |root| builder.xml(root))?;
        }
        return builder.finish();
    }
    // Each page names all others.
    let mut read = HashSet::from([name.to_owned()]);
    for (field, page) in builder.page(name, text)? {
        let found = builder.load.file(name, &field, &page);
        let (found, text) = match found {
            Err(fault) if fault.reason().is_missing_file() => {
                builder.load.warn(WarningKind::LeftOut, fault, "the page is left out")?;
                continue;
            }
            found => found?,
        };
        if read.insert(found.clone()) {
            let taken = builder.load.unpacked.take(text.len() as u64);
            taken.map_err(|reason| SheetError::at(name, &field, reason))?;
            builder.page(&found, &text)?;
        }
    }
    builder.finish()
}

/// The sheet, as far as it is read.
struct Builder<'a> {
    name: &'a str,
    load: Load<'a>,
    /// Pixels of the triangles of polygons.
    drawn: Budget,
    is_aseprite: bool,
    is_json: bool,
    frames: Vec<Frame>,
    /// The names that the file gives the frames.
    names: Vec<Option<String>>,
    /// Further names, by the index of the frame.
    aliases: Vec<(usize, Vec<String>)>,
    /// Animations by the indices of their frames.
    runs: Vec<(String, Vec<usize>)>,
    tags: Vec<Tag>,
    slices: Vec<Keys>,
    /// Animations by the names of their frames: the file, the place, the name, the frames.
    animations: Vec<(String, String, String, Vec<String>)>,
}

/// A mask and a picture that equal frames share.
type Shared = (Arc<Mask>, Option<Arc<RgbaImage>>);

impl Builder<'_> {
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
        self.add_tags_and_slices(file, &meta, first)?;
        for (key, frames) in animations.iter().flat_map(|all| &all.list) {
            let place = format!("animations.{key}");
            let frames =
                self.load.spare(item(file, &place, frames), WarningKind::LeftOut, "the animation is left out")?;
            self.animations.extend(frames.map(|frames| (file.to_owned(), place, key.clone(), frames)));
        }
        let mut pages = Vec::new();
        for (index, page) in meta.pages.iter().flat_map(|pages| &pages.list) {
            let place = format!("meta.related_multi_packs{index}");
            let page = self.load.spare(item(file, &place, page), WarningKind::LeftOut, "the page is left out")?;
            pages.extend(page.map(|page| (place, page)));
        }
        Ok(pages)
    }

    /// Adds the frames of an XML file.
    fn xml(&mut self, root: Node) -> Result<(), SheetError> {
        let file = self.name;
        if root.has_tag_name("plist") {
            let Some(plist::List { picture: (field, picture), entries }) = plist::list(file, root) else {
                return Err(SheetError::new(file, Reason::UnknownFormat { expected: FORMATS }));
            };
            return self.add(file, [field, "frames"], picture, entries.len(), entries.into_iter());
        }
        let entries = xml::entries(file, root);
        let fields = ["imagePath", "SubTexture"];
        self.add(file, fields, root.attribute("imagePath"), entries.len(), entries.into_iter())
    }

    /// Adds the frames of all pages of a text of libGDX, and an animation for each name with indices. The name alone
    /// is that of its first frame, as libGDX finds it.
    fn regions(&mut self, text: &str) -> Result<(), SheetError> {
        let file = self.name;
        let (mut runs, mut names, mut plain) = (HashMap::<_, Vec<_>>::new(), Vec::new(), HashSet::new());
        let pages = regions::pages(file, text, &self.load.options.limits)?;
        if pages.is_empty() {
            return Err(SheetError::new(file, Reason::UnknownFormat { expected: FORMATS }));
        }
        for page in &pages {
            for (number, region) in page.regions.iter().enumerate() {
                let Some(index) = region.index else {
                    plain.insert(region.name);
                    continue;
                };
                let run = runs.entry(region.name).or_default();
                if run.is_empty() {
                    names.push(region.name);
                }
                run.push((index, self.frames.len() + number));
            }
            let entries = page.regions.iter().map(|region| (region.place.clone(), region.entry(file)));
            self.add(file, [&page.place, "regions"], Some(page.picture), page.regions.len(), entries)?;
        }
        for name in names {
            let mut run = runs.remove(name).unwrap_or_default();
            run.sort_by_key(|(index, _)| *index);
            let first = run.first().filter(|_| !plain.contains(name));
            self.aliases.extend(first.map(|(_, frame)| (*frame, vec![name.to_owned()])));
            self.runs.push((name.to_owned(), run.into_iter().map(|(_, frame)| frame).collect()));
        }
        Ok(())
    }

    /// Adds the frames of one picture in JSON. The fields are the keys of the picture and of the frames.
    fn items(&mut self, file: &str, fields: [&str; 2], image: Option<&str>, items: &Items) -> Result<(), SheetError> {
        let entries = items.list.iter().map(|(key, text)| {
            let dot = if items.has_keys { "." } else { "" };
            let place = format!("{}{dot}{key}", fields[1]);
            let entry: Entry = item(file, &place, text).unwrap_or_else(|fault| {
                let fields: HashMap<&str, &RawValue> = serde_json::from_str(text.get()).unwrap_or_default();
                let size = fields.get("sourceSize").and_then(|text| serde_json::from_str(text.get()).ok());
                let name = fields.get("filename").and_then(|text| serde_json::from_str(text.get()).ok());
                Entry { fault: Some(fault), size, name, ..Entry::default() }
            });
            let name = if items.has_keys { Some(key.clone()) } else { entry.name };
            (place, Entry { name, ..entry })
        });
        self.add(file, fields, image, items.list.len(), entries)
    }

    /// Adds the frames of one picture, with their places.
    ///
    /// A frame with a fault stays in the list, without pixels, because tags and slices count the frames.
    fn add(
        &mut self,
        file: &str,
        fields: [&str; 2],
        image: Option<&str>,
        count: usize,
        entries: impl Iterator<Item = (String, Entry)>,
    ) -> Result<(), SheetError> {
        at_most("frames", (self.frames.len() + count) as u64, self.load.options.limits.frames)
            .map_err(|error| SheetError::at(file, fields[1], error))?;
        let picture = self.picture(file, fields[0], image)?;
        let mut shared = HashMap::new();
        for (place, mut entry) in entries {
            let at = At { file, place: &place, has_keys: self.is_json };
            let frame = match entry.fault.take() {
                Some(fault) => Err(fault),
                None => {
                    if let Some((reason, done)) = entry.remark.take() {
                        self.load.warn(WarningKind::Changed, at.fault("", reason), done)?;
                    }
                    self.frame(at, &entry, &picture, &mut shared)
                }
            };
            let frame = match self.load.spare(frame, WarningKind::LeftOut, "the frame has no pixels")? {
                Some(frame) => frame,
                None => {
                    let empty = Cut { size: entry.outline(), ..Cut::whole(Rect::new(0, 0, 0, 0)) };
                    let (mask, picture) = self.build(at, empty, &picture.pixels, None)?;
                    Frame { picture, ..Frame::new(Vec::new(), mask) }
                }
            };
            if !entry.aliases.is_empty() {
                self.aliases.push((self.frames.len(), entry.aliases));
            }
            self.frames.push(frame);
            self.names.push(entry.name);
        }
        Ok(())
    }

    /// Reads the picture of frames. Engines are given a picture and ignore its name in the file, so the name may be
    /// stale.
    fn picture(&mut self, file: &str, field: &str, image: Option<&str>) -> Result<Picture, SheetError> {
        let fault = match image.map(|image| self.load.decode(file, field, image)) {
            None => SheetError::at(file, field, Reason::Missing),
            Some(Err(fault)) if self.load.options.root.is_none() && fault.reason().is_missing_file() => fault,
            Some(result) => return result,
        };
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
        let within = match entry.polygon(cut.rect, &mut self.drawn).map_err(|(key, reason)| at.fault(key, reason)) {
            Err(fault) if matches!(fault.reason(), Reason::Missing) => {
                self.load.spare(Err(fault), WarningKind::Changed, "all pixels of the rectangle belong to the frame")?
            }
            within => within?,
        };
        let (mask, shown) = match shared.get(&cut).filter(|_| within.is_none()) {
            Some(shared) => shared.clone(),
            None => {
                let built = self.build(at, cut, pixels, within.as_ref())?;
                if within.is_none() { shared.entry(cut).or_insert(built).clone() } else { built }
            }
        };
        let origin = match (entry.pivot_point, entry.anchor.or(entry.pivot)) {
            (Some(Area { x: Some(x), y: Some(y), .. }), _) => Some(origin::at([x.0, y.0])),
            (_, Some(Area { x: Some(x), y: Some(y), .. })) => Some(origin::of_fraction([x.0, y.0], cut.size)),
            (_, Some(_)) => Some(Err(Reason::Missing)),
            (_, None) => None,
        };
        let origin = origin.transpose().map_err(|reason| at.fault(".pivot", reason));
        let duration = match entry.duration.unwrap_or_default().0 {
            time if (0.0..=f64::from(u32::MAX)).contains(&time) => Ok(Duration::from_micros((1000.0 * time) as u64)),
            time => Err(at.fault(".duration", Reason::invalid("from 0 to 4294967295 milliseconds", time))),
        };
        Ok(Frame {
            origin: self.load.spare(origin, WarningKind::Changed, "the pivot is left out")?.flatten(),
            duration: self.load.spare(duration, WarningKind::Changed, "the duration is left out")?.unwrap_or_default(),
            region: Some(Region {
                picture: Arc::clone(name),
                rect: cut.rect,
                quarter_turns: cut.quarter_turns,
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
        let sides = cut.upright();
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

    /// Adds the tags and the slices of the frames from the index `first`.
    fn add_tags_and_slices(&mut self, file: &str, meta: &Meta, first: usize) -> Result<(), SheetError> {
        let mut tags = Vec::new();
        for (index, text) in meta.tags.iter().flat_map(|tags| &tags.list) {
            let place = format!("meta.frameTags{index}");
            let tag = item::<json::Tag>(file, &place, text).and_then(|tag| {
                let fields = [("from", tag.from), ("to", tag.to), ("repeat", tag.repeat.unwrap_or_default())];
                let mut numbers = [0; 3];
                for (number, (key, value)) in numbers.iter_mut().zip(fields) {
                    let value = whole(value, [0, u32::MAX.into()]);
                    *number =
                        value.map_err(|reason| SheetError::at(file, format_args!("{place}.{key}"), reason))? as usize;
                }
                Ok((tag, numbers))
            });
            let tag = self.load.spare(tag, WarningKind::LeftOut, "the tag is left out")?;
            tags.extend(tag.map(|(tag, numbers)| (place, tag, numbers)));
        }
        let mut slices = Vec::new();
        for (index, text) in meta.slices.iter().flat_map(|slices| &slices.list) {
            let place = format!("meta.slices{index}");
            let slice = item::<json::Slice>(file, &place, text);
            slices.push((place, slice));
        }
        let ends: Vec<_> = tags.iter().map(|(.., [from, to, _])| [*from, *to]).collect();
        let keys = slices.iter().flat_map(|(_, slice)| slice.iter().flat_map(|slice| &slice.keys));
        let keys: Vec<_> = keys.map(|key| key.frame.0.max(0.0) as usize).collect();
        let order = if self.is_aseprite { Order::of(&self.names[first..], &ends, &keys) } else { Order::Listed };
        if let Some((reason, done)) = order.fault() {
            let field = if tags.is_empty() { "meta.slices" } else { "meta.frameTags" };
            self.load.warn(WarningKind::Changed, SheetError::at(file, field, Reason::Unsupported(reason)), done)?;
        }
        let count = self.frames.len() - first;
        for (place, tag, [from, to, repeat]) in tags {
            let frames = order.frames([from, to]);
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
            let frames = first + frames.start..first + frames.end;
            self.tags.push(Tag { name: tag.name, frames, direction: tag.direction, repeat: repeat as u32 });
        }
        for (place, slice) in slices {
            let keys = slice.and_then(|slice| {
                keys_of(slice, &order, first, self.frames.len())
                    .map_err(|(key, reason)| SheetError::at(file, place + &key, reason))
            });
            let keys = self.load.spare(keys, WarningKind::LeftOut, "the slice is left out")?;
            self.slices.extend(keys);
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
        for (name, frames) in self.runs {
            let frames = frames.into_iter().map(|index| (index, durations[index])).collect();
            all.push(Animation::new(name, frames, Direction::Forward, 0));
        }
        let mut indices = HashMap::new();
        for (index, name) in self.names.iter().enumerate() {
            indices.entry(name.as_deref().unwrap_or_default()).or_insert(index);
        }
        let mut steps = Budget::new("frames in animations", limits.items);
        for (file, place, name, frames) in self.animations {
            steps.take(frames.len() as u64).map_err(|reason| SheetError::at(&file, &place, reason))?;
            let mut shown = Vec::new();
            for (step, frame) in frames.iter().enumerate() {
                if let Some(&index) = indices.get(frame.as_str()) {
                    shown.push((index, durations[index]));
                    continue;
                }
                let reason = Reason::invalid("the name of a frame", format_args!("{frame:?}"));
                let fault = SheetError::at(&file, format_args!("{place}[{step}]"), reason);
                self.load.warn(WarningKind::LeftOut, fault, "the step is left out")?;
            }
            if !shown.is_empty() {
                all.push(Animation::new(name, shown, Direction::Forward, 0));
            }
        }
        for ((frame, names), slices) in self.frames.iter_mut().zip(names).zip(slices) {
            frame.names = names;
            frame.set_slices(slices);
        }
        for (index, aliases) in self.aliases {
            // After the name that the file gives the frame first.
            drop(self.frames[index].names.splice(1..1, aliases));
        }
        Ok(Sheet::new(self.frames, all, self.load.warnings.finish(self.name)))
    }
}

/// Returns the keys of a slice on the frames from `first` to `end`. An error comes with the path of keys to the fault.
fn keys_of(slice: json::Slice, order: &Order, first: usize, end: usize) -> Result<Keys, (String, Reason)> {
    let color = slice.color.map(|color| color_of(&color)).transpose();
    let color = color.map_err(|reason| (".color".to_owned(), reason))?;
    let mut keys = Vec::new();
    for (index, key) in slice.keys.iter().enumerate() {
        let at = |name: &str, reason| (format!(".keys[{index}].{name}"), reason);
        let number = |name: &str, number: Option<Number>, least: i32| {
            let number =
                number.ok_or(Reason::Missing).and_then(|number| whole(number, [least.into(), i32::MAX.into()]));
            number.map(|number| number as i32).map_err(|reason| at(name, reason))
        };
        let Area { x, y, w, h } = key.bounds;
        let [x, y] = [number("bounds.x", x, i32::MIN)?, number("bounds.y", y, i32::MIN)?];
        let [w, h] = [number("bounds.w", w, 0)?, number("bounds.h", h, 0)?];
        let pivot = match key.pivot {
            Some(Area { x, y, .. }) => Some([number("pivot.x", x, i32::MIN)?, number("pivot.y", y, i32::MIN)?]),
            None => None,
        };
        let frame = order.start(number("frame", Some(key.frame), 0)? as usize) + first;
        let key = Key::new(frame as u32, Rect::new(x, y, w as u32, h as u32), pivot);
        keys.push(key.map_err(|reason| at("pivot", reason))?);
    }
    // The slice ends with its page.
    keys.extend(Key::new(end as u32, Rect::new(0, 0, 0, 0), None));
    Ok(Keys { notes: Notes { name: slice.name, text: slice.text, color }, keys })
}

/// Reads a color, which Aseprite writes as `#rrggbbaa`.
fn color_of(text: &str) -> Result<[u8; 4], Reason> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 8);
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    color.map(u32::to_be_bytes).ok_or_else(|| Reason::invalid("a color as #rrggbbaa", format_args!("{text:?}")))
}
