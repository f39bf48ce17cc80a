//! Tilesets, the frames of their tiles, and the pictures of tilesets, tiles and layers: files, or bytes inside the
//! file that shows them.

use super::data::base64;
use super::property::RawProperties;
use super::raw::{Color, RawImage, RawStep, RawTile, RawTileset, class_of};
use super::shape::collision;
use super::source::parse;
use crate::load::{Load, Picture};
use crate::map::FrameList;
use crate::{Animation, Direction, Reason, SheetError, WarningKind, read_picture};
use mask::Rect;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

/// A tileset with its picture.
pub(super) struct Tileset {
    /// The file that holds the tileset, and the keys to it.
    file: String,
    field: String,
    pub(super) raw: RawTileset,
    tiles: HashMap<u32, (usize, RawTile)>,
    picture: Option<Arc<Picture>>,
    /// Starts the name of each frame.
    prefix: String,
    made: HashMap<u32, Tile>,
    animated: HashSet<u32>,
    /// Tiles that cannot be read. Reading each again wherever it is used could take hours.
    failed: HashSet<u32>,
}

/// A tile that is a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) frame: u32,
    /// The size of the tile as the editor draws it.
    pub(super) size: [u32; 2],
    /// The size of the frame, which is larger if collision shapes lead out of the tile.
    pub(super) frame_size: [u32; 2],
    /// The top-left pixel of the tile in the frame.
    pub(super) origin: [i32; 2],
}

impl Tileset {
    /// Reads the tileset file that a field of `base` names.
    pub(super) fn open(base: &str, field: &str, source: &str, load: &mut Load) -> Result<Tileset, SheetError> {
        let (file, bytes) = load.file(base, field, source)?;
        let raw: RawTileset = parse(&file, &bytes, "tileset", &load.options.limits)?;
        if let Some(source) = raw.source {
            let reason = Reason::Unsupported(format!("a tileset file cannot refer to another one, got {source:?}"));
            return Err(SheetError::at(&file, "source", reason));
        }
        Tileset::new(file, String::new(), raw, load)
    }

    /// Creates a tileset from its fields, and reads its picture. `field` is empty, or the keys to the tileset in the
    /// file with a dot at the end.
    pub(super) fn new(
        file: String,
        field: String,
        mut raw: RawTileset,
        load: &mut Load,
    ) -> Result<Tileset, SheetError> {
        let properties = raw.tileproperties.values().map(RawProperties::len).sum::<usize>();
        let count = 1 + raw.tiles.0.len() + raw.tileproperties.len() + properties;
        load.items.take(count as u64).map_err(|reason| SheetError::new(&file, reason))?;
        let picture = raw.image.read(&file, &format!("{field}image"), raw.transparentcolor, load)?;
        if picture.is_some() && (raw.tilewidth == 0 || raw.tileheight == 0) {
            let got = format!("{} x {}", raw.tilewidth, raw.tileheight);
            return Err(SheetError::at(
                &file,
                format_args!("{field}tilewidth"),
                Reason::invalid("tiles of 1 x 1 pixel or more", got),
            ));
        }
        let mut tiles: HashMap<u32, (usize, RawTile)> = HashMap::new();
        for (index, tile) in std::mem::take(&mut raw.tiles.0).into_iter().enumerate() {
            match tiles.entry(tile.id) {
                Entry::Occupied(mut entry) => entry.get_mut().1.merge(tile),
                Entry::Vacant(entry) => _ = entry.insert((index, tile)),
            }
        }
        for (id, mut properties) in std::mem::take(&mut raw.tileproperties) {
            if let Some(types) = raw.tilepropertytypes.get(&id) {
                properties.set_types(types);
            }
            tiles.entry(id).or_default().1.properties = properties;
        }
        for (_, tile) in tiles.values_mut() {
            if tile.is_merged {
                tile.properties.keep_last();
            }
            if let Some(group) = &mut tile.objectgroup {
                group.properties.set_types(&group.propertytypes);
                tile.properties.inherit(std::mem::take(&mut group.properties));
            }
            if tile.animation.is_empty() {
                tile.animation = old_animation(&tile.properties);
            }
        }
        let prefix = format!("{} ", raw.name);
        Ok(Tileset {
            file,
            field,
            raw,
            tiles,
            picture,
            prefix,
            made: HashMap::new(),
            animated: HashSet::new(),
            failed: HashSet::new(),
        })
    }

    /// Names the frames by their ids alone.
    pub(super) fn unprefixed(mut self) -> Tileset {
        self.prefix.clear();
        self
    }

    fn error(&self, field: impl std::fmt::Display, reason: impl Into<Reason>) -> SheetError {
        SheetError::at(&self.file, format_args!("{}{field}", self.field), reason)
    }

    /// Returns the numbers of columns and rows of tiles in the picture.
    fn columns_and_rows(&self) -> [u32; 2] {
        let Some(picture) = &self.picture else { return [0, 0] };
        let RawTileset { margin, spacing, .. } = self.raw;
        let count = |side: u32, tile: u32| {
            let [side, tile, margin, spacing] = [side, tile, margin, spacing].map(u64::from);
            if side < margin + tile { 0 } else { (side - margin - tile) / (tile + spacing) + 1 }
        };
        // A count is at most the side of the picture.
        let (width, height) = picture.pixels.dimensions();
        [count(width, self.raw.tilewidth) as u32, count(height, self.raw.tileheight) as u32]
    }

    /// Returns the ids of all tiles in ascending order.
    pub(super) fn ids(&self, load: &Load) -> Result<Vec<u32>, SheetError> {
        let [columns, rows] = self.columns_and_rows();
        let count = u64::from(columns) * u64::from(rows);
        crate::limits::at_most("frames", count, load.options.limits.frames)
            .map_err(|reason| SheetError::new(&self.file, reason))?;
        let mut ids: Vec<u32> = match self.picture {
            Some(_) => (0..count as u32).collect(),
            None => self.tiles.keys().copied().collect(),
        };
        ids.sort_unstable();
        Ok(ids)
    }

    /// Returns a tile. Its frame, its animation and the frames of its animation are made if they are not there yet.
    pub(super) fn tile(
        &mut self,
        id: u32,
        load: &mut Load,
        frame_list: &mut FrameList,
    ) -> Result<Option<Tile>, SheetError> {
        if self.failed.contains(&id) {
            return Ok(None);
        }
        let found = self.frame(id, load, frame_list);
        if found.is_err() {
            self.failed.insert(id);
        }
        let Some(tile) = found? else { return Ok(None) };
        let Some((index, raw)) = self.tiles.get(&id) else { return Ok(Some(tile)) };
        if raw.animation.is_empty() || !self.animated.insert(id) {
            return Ok(Some(tile));
        }
        let (index, steps) = (*index, raw.animation.clone());
        load.items
            .take(steps.len() as u64)
            .map_err(|reason| self.error(format_args!("tiles[{index}].animation"), reason))?;
        let mut frames = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            let Some(shown) = self.frame(step.tileid, load, frame_list)? else {
                let field = format!("tiles[{index}].animation[{number}].tileid");
                let fault = self.error(field, Reason::invalid("the id of a tile of the tileset", step.tileid));
                load.warn(WarningKind::LeftOut, fault, "the step is left out")?;
                continue;
            };
            frames.push((shown.frame as usize, Duration::from_millis(step.duration.into())));
        }
        if frames.is_empty() {
            return Ok(Some(tile));
        }
        let name = frame_list.frames[tile.frame as usize].name().to_owned();
        frame_list.animations.push(Animation::new(name, frames, Direction::Forward, 0));
        Ok(Some(tile))
    }

    /// Returns a tile without its animation, or `None` if the tileset has no tile of this id.
    pub(super) fn frame(
        &mut self,
        id: u32,
        load: &mut Load,
        frame_list: &mut FrameList,
    ) -> Result<Option<Tile>, SheetError> {
        if let Some(&tile) = self.made.get(&id) {
            return Ok(Some(tile));
        }
        let (index, raw) = self.tiles.get(&id).map_or((0, None), |(index, raw)| (*index, Some(raw)));
        // The picture of a tileset hides the pictures of its tiles.
        let own = raw.filter(|raw| self.picture.is_none() && !raw.image.is_none());
        let (rect, picture) = if let Some(raw) = own {
            let field = format!("{}tiles[{index}].image", self.field);
            // Tiled has no transparent color for a tile.
            let Some(picture) = raw.image.read(&self.file, &field, Color(None), load)? else { return Ok(None) };
            if raw.transparentcolor != Color(None) {
                let reason = Reason::Unsupported("the picture of a tile has no transparent color".into());
                load.warn(
                    WarningKind::Changed,
                    SheetError::at(&self.file, field, reason),
                    "it is not used, as in Tiled",
                )?;
            }
            (self.own_rect(index, raw, &picture)?, picture)
        } else {
            let [columns, rows] = self.columns_and_rows();
            let (Some(picture), true) = (&self.picture, columns > 0 && id / columns.max(1) < rows) else {
                return Ok(None);
            };
            let RawTileset { margin, spacing, tilewidth, tileheight, .. } = self.raw;
            // The product is inside the picture, but a sum of the factors may be over 2^32.
            let start = |index: u32, side: u32| {
                let [index, side, margin, spacing] = [index, side, margin, spacing].map(u64::from);
                (margin + index * (side + spacing)) as i32
            };
            let [left, top] = [start(id % columns, tilewidth), start(id / columns, tileheight)];
            (Rect::new(left, top, tilewidth, tileheight), Arc::clone(picture))
        };
        let name = format!("{}{id}", self.prefix);
        let field = format!("tiles[{index}]");
        let mut frame = FrameList::cut(name, rect, &picture, load)
            .map_err(|reason| self.error(format_args!("tile {id}"), reason))?;
        let mut origin = [0, 0];
        let shapes = raw.and_then(|raw| raw.objectgroup.as_deref()).filter(|_| load.options.tile_shapes);
        if let Some(shapes) = shapes {
            let size = [rect.width, rect.height];
            let drawn = collision(&shapes.objects, size, &mut load.unpacked)
                .map_err(|(number, reason)| self.error(format_args!("{field}.objectgroup.objects[{number}]"), reason));
            let drawn = load.spare(drawn, WarningKind::LeftOut, "the tile collides as its pixels")?.flatten();
            if let Some((mask, at)) = drawn {
                origin = at;
                FrameList::extend(&mut frame, mask, origin, load).map_err(|reason| self.error(&field, reason))?;
            }
        }
        if let Some(raw) = raw {
            frame.class = class_of(raw.class.as_ref(), raw.kind.as_ref()).to_owned();
            let properties = raw.properties.read(&mut load.items);
            frame.properties = properties.map_err(|reason| self.error(format_args!("{field}.properties"), reason))?;
        }
        let frame_size = frame.size();
        let frame = frame_list.add(frame, &load.options.limits).map_err(|reason| self.error(&field, reason))?;
        let tile = Tile { frame, size: [rect.width, rect.height], frame_size, origin };
        self.made.insert(id, tile);
        Ok(Some(tile))
    }

    /// Returns the rectangle of a tile that has a picture of its own.
    fn own_rect(&self, index: usize, raw: &RawTile, picture: &Picture) -> Result<Rect, SheetError> {
        let (width, height) = picture.pixels.dimensions();
        let [x, y] = [raw.x.unwrap_or(0), raw.y.unwrap_or(0)];
        let w = raw.width.filter(|&w| w > 0).unwrap_or(width.saturating_sub(x));
        let h = raw.height.filter(|&h| h > 0).unwrap_or(height.saturating_sub(y));
        if u64::from(x) + u64::from(w) > width.into() || u64::from(y) + u64::from(h) > height.into() {
            let expected = format!("a rectangle inside the picture of {width} x {height} pixels");
            let got = format!("{w} x {h} at {x}, {y}");
            return Err(self.error(format_args!("tiles[{index}].width"), Reason::invalid(expected, got)));
        }
        Ok(Rect::new(x as i32, y as i32, w, h))
    }
}

/// Returns the animation that very old files write as properties: tiles, and times in hundredths of a second.
fn old_animation(properties: &RawProperties) -> Vec<RawStep> {
    let numbers = properties.numbers("animation-");
    let step = |index: usize| {
        let [tileid, delay] = ["frame", "delay"].map(|name| numbers.get(&*format!("animation-{name}{index}")).copied());
        Some(RawStep { tileid: tileid?, duration: delay?.saturating_mul(10) })
    };
    (0..numbers.len()).map_while(step).collect()
}

/// Returns the point of a tile object that is at the position of the object, as fractions of its size. Like Tiled, takes
/// a name that it does not know for none.
pub(super) fn alignment(name: &str) -> Option<[f64; 2]> {
    const NAMES: [[&str; 3]; 3] =
        [["topleft", "top", "topright"], ["left", "center", "right"], ["bottomleft", "bottom", "bottomright"]];
    let index = NAMES.as_flattened().iter().position(|known| *known == name)?;
    Some([index % 3, index / 3].map(|half| half as f64 / 2.0))
}

impl RawImage {
    /// Reads the picture, unless there is none. `field` of the file `base` shows it.
    pub(super) fn read(
        &self,
        base: &str,
        field: &str,
        Color(clear): Color,
        load: &mut Load,
    ) -> Result<Option<Arc<Picture>>, SheetError> {
        let text = match self {
            RawImage::None => return Ok(None),
            RawImage::File(name) => return load.picture(base, field, name, clear).map(Some),
            RawImage::Inside(text) => text,
        };
        let at = |reason| SheetError::at(base, field, reason);
        let bytes = base64(text).map_err(at)?;
        let pixels = read_picture(Cursor::new(bytes), field, load.options.limits.picture_pixels);
        let pixels = pixels.map_err(|error| at(error.into()))?;
        let picture = Picture { name: format!("{base}#{field}").into(), pixels };
        load.keep(picture, clear).map(Some).map_err(at)
    }
}
