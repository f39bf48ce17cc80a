//! Reads projects: levels, tiles and values.

use super::raw::{
    LEVEL_SIZE, RawCustomData, RawDefs, RawKind, RawLayer, RawLayerDef, RawLayout, RawLevel, RawProject, RawRect,
    RawTile, RawTileset, RawVersion, RawWorld,
};
use crate::load::{Load, Picture};
use crate::map::{Flips, FrameList, LayerKind, Map, MapLayer, Placement, ValueGrid, position};
use crate::{Frame, Properties, PropertyValue, Reason, SheetError, WarningKind, json};
use mask::Rect;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, OnceLock};

/// The pixels between two levels of a linear layout, in the editor and in the world that it exports for Tiled.
const LEVEL_GAP: f64 = 48.0;

/// Reads all levels of a project. If one of an old version cannot be read, the error names the version.
pub(crate) fn read_map(name: &str, bytes: &[u8], mut load: Load) -> Result<Map, SheetError> {
    let RawVersion { json_version } = json::parse(name, bytes, &load.options.limits)?;
    let is_old = is_before(&json_version, 8);
    let fault = || {
        let what =
            format!("LDtk {json_version} is older than 0.8: open the project with LDtk 0.8 or later and save it");
        SheetError::at(name, "jsonVersion", Reason::Unsupported(what))
    };
    if is_old {
        load.warn(WarningKind::Changed, fault(), "it is read as far as it agrees with 0.8")?;
    }
    // Versions before 0.6 knew one layout.
    let layout = if is_before(&json_version, 6) { RawLayout::LinearHorizontal } else { RawLayout::Free };
    read_project(name, bytes, layout, load).map_err(|e| if is_old && !e.reason().ends_reading() { fault() } else { e })
}

/// Reads a project, whose levels are in `layout` if it does not say.
fn read_project(name: &str, bytes: &[u8], layout: RawLayout, mut load: Load) -> Result<Map, SheetError> {
    let project: RawProject = json::parse(name, bytes, &load.options.limits)?;
    let RawProject { defs, world_layout, levels, worlds, default_level_width, default_level_height } = project;
    let tile_properties = tile_properties(&defs, &mut load)
        .map_err(|(index, reason)| SheetError::at(name, format_args!("defs.tilesets[{index}]"), reason))?;
    let mut reader = LevelReader {
        project: name,
        file: name.to_owned(),
        defs: &defs,
        load,
        tile_properties,
        frame_list: FrameList::default(),
        made: HashMap::new(),
        layers: Vec::new(),
    };
    let world_layout = world_layout.or(Some(layout));
    let single =
        RawWorld { identifier: String::new(), world_layout, levels, default_level_width, default_level_height };
    reader.world(single, "", "")?;
    for (number, mut world) in worlds.into_iter().enumerate() {
        let group = std::mem::take(&mut world.identifier) + "/";
        reader.world(world, &format!("worlds[{number}]."), &group)?;
    }
    let LevelReader { frame_list: FrameList { frames, animations }, layers, load, .. } = reader;
    let limits = load.options.limits.clone();
    Ok(Map { file: name.to_owned(), frames, animations, layers, limits, warnings: load.warnings.finish(name) })
}

/// Returns whether a version is below 0.`minor`. Version 0.8 changed how the values of grids are written.
fn is_before(version: &str, minor: u32) -> bool {
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    numbers.next() == Some(0) && numbers.next().is_some_and(|number| number < minor)
}

/// Returns the properties of the tiles that have any: their tags, then their custom data. An error comes with the index
/// of the tileset.
fn tile_properties(defs: &RawDefs, load: &mut Load) -> Result<HashMap<(i64, u32), Properties>, (usize, Reason)> {
    let mut lists: HashMap<_, Vec<_>> = HashMap::new();
    for (index, RawTileset { uid, enum_tags, custom_data, .. }) in defs.tilesets.iter().enumerate() {
        let tags = enum_tags.iter().map(|tag| tag.tile_ids.len() as u64).sum::<u64>();
        load.items.take(tags + custom_data.len() as u64).map_err(|reason| (index, reason))?;
        for tag in enum_tags {
            let name: Arc<str> = tag.enum_value_id.as_str().into();
            for &id in &tag.tile_ids {
                let list = lists.entry((*uid, id)).or_default();
                list.push((Arc::clone(&name), PropertyValue::Bool(true)));
            }
        }
        for RawCustomData { tile_id, data } in custom_data {
            let list = lists.entry((*uid, *tile_id)).or_default();
            list.push(("data".into(), PropertyValue::Text(data.clone())));
        }
    }
    Ok(lists.into_iter().map(|(tile, list)| (tile, Properties::new(list))).collect())
}

/// The state of reading a project: the frames and layers so far.
pub(super) struct LevelReader<'a> {
    /// The file of the project, and the file of the level that is being read.
    project: &'a str,
    file: String,
    pub(super) defs: &'a RawDefs,
    pub(super) load: Load<'a>,
    pub(super) frame_list: FrameList,
    /// The properties of tiles, by the tileset and the id.
    tile_properties: HashMap<(i64, u32), Properties>,
    /// The frames of rectangles of tilesets.
    made: HashMap<(i64, Rect), u32>,
    layers: Vec<MapLayer>,
}

impl<'defs> LevelReader<'defs> {
    pub(super) fn error(&self, field: impl Display, reason: impl Into<Reason>) -> SheetError {
        SheetError::at(&self.file, field, reason)
    }

    /// Reads the levels of a world.
    fn world(&mut self, world: RawWorld, field: &str, group: &str) -> Result<(), SheetError> {
        let mut next = [0.0; 2];
        let sides = [world.default_level_width, world.default_level_height].map(|side| side.unwrap_or(LEVEL_SIZE));
        for (index, level) in world.levels.into_iter().enumerate() {
            let origin = match world.world_layout {
                Some(RawLayout::LinearHorizontal) => [next[0], 0.0],
                Some(RawLayout::LinearVertical) => [0.0, next[1]],
                Some(RawLayout::Free | RawLayout::GridVania) | None => [level.world_x, level.world_y].map(f64::from),
            };
            let [width, height] = [level.width.unwrap_or(sides[0]), level.height.unwrap_or(sides[1])].map(f64::from);
            next = [next[0] + width + LEVEL_GAP, next[1] + height + LEVEL_GAP];
            self.level(level, format!("{field}levels[{index}]."), group, origin)?;
        }
        Ok(())
    }

    fn level(
        &mut self,
        mut level: RawLevel,
        mut field: String,
        world: &str,
        origin: [f64; 2],
    ) -> Result<(), SheetError> {
        self.project.clone_into(&mut self.file);
        if let (None, Some(name)) = (&level.layer_instances, &level.external_rel_path) {
            let at = format!("{field}externalRelPath");
            let (file, bytes) = self.load.file(self.project, &at, name)?;
            level = json::parse(&file, &bytes, &self.load.options.limits)?;
            self.file = file;
            field.clear();
        }
        let group = format!("{world}{}", level.identifier());
        // The file lists the layers from the top.
        for (index, layer) in level.layer_instances.unwrap_or_default().into_iter().enumerate().rev() {
            self.layer(layer, &format!("{field}layerInstances[{index}]"), &group, origin)?;
        }
        Ok(())
    }

    fn layer(&mut self, raw: RawLayer, field: &str, group: &str, origin: [f64; 2]) -> Result<(), SheetError> {
        self.load.items.take(1).map_err(|reason| self.error(field, reason))?;
        let [x, y] = raw.offset(self.layer_def(&raw));
        let offset = [origin[0] + x, origin[1] + y];
        let mut layer = MapLayer {
            name: raw.identifier.clone(),
            class: String::new(),
            group: group.to_owned(),
            kind: match raw.kind {
                RawKind::IntGrid => LayerKind::Values,
                RawKind::Entities => LayerKind::Objects,
                RawKind::Tiles | RawKind::AutoLayer => LayerKind::Tiles,
            },
            offset,
            visible: raw.is_visible(),
            sprites: Vec::new(),
            points: Vec::new(),
            values: None,
            properties: Properties::default(),
            corners: OnceLock::new(),
        };
        for (tiles, key, is_auto) in
            [(&raw.auto_layer_tiles, "autoLayerTiles", true), (&raw.grid_tiles, "gridTiles", false)]
        {
            self.load.tiles.take(tiles.len() as u64).map_err(|reason| self.error(field, reason))?;
            for (index, tile) in tiles.iter().enumerate() {
                let placed = self.tile(tile, (&raw, is_auto), &format!("{field}.{key}[{index}]"), &mut layer);
                self.load.spare(placed, WarningKind::LeftOut, "the tile is left out")?;
            }
        }
        if raw.kind == RawKind::IntGrid {
            layer.values = Some(
                self.values(&raw, offset).map_err(|reason| self.error(format_args!("{field}.intGridCsv"), reason))?,
            );
        }
        for (index, entity) in raw.entity_instances.into_iter().enumerate() {
            self.load.items.take(1).map_err(|reason| self.error(field, reason))?;
            let placed = self.entity(&entity, &format!("{field}.entityInstances[{index}]"), &mut layer);
            self.load.spare(placed, WarningKind::LeftOut, "the entity is left out")?;
        }
        self.layers.push(layer);
        Ok(())
    }

    /// Returns the definition of a layer.
    fn layer_def(&self, raw: &RawLayer) -> Option<&'defs RawLayerDef> {
        self.defs.layers.iter().find(|def| def.uid == raw.layer_def_uid)
    }

    fn values(&mut self, raw: &RawLayer, offset: [f64; 2]) -> Result<ValueGrid, Reason> {
        let count = u64::from(raw.columns) * u64::from(raw.rows);
        self.load.tiles.take(count)?;
        if raw.int_grid_csv.len() as u64 != count {
            let expected = format!("{} x {} values", raw.columns, raw.rows);
            return Err(Reason::invalid(expected, format_args!("{} values", raw.int_grid_csv.len())));
        }
        let size = [raw.columns, raw.rows];
        Ok(ValueGrid { at: position(offset)?, size, cell: raw.grid_size, cells: raw.int_grid_csv.clone() })
    }

    fn tile(
        &mut self,
        tile: &RawTile,
        (raw, is_auto): (&RawLayer, bool),
        field: &str,
        layer: &mut MapLayer,
    ) -> Result<(), SheetError> {
        let def = self.layer_def(raw);
        let uid = raw.tileset(def);
        let Some((_, tileset)) = uid.and_then(|uid| self.defs.tileset(uid)) else {
            let reason = Reason::invalid("a layer with a tileset of the project", format_args!("{uid:?}"));
            return Err(self.error(field, reason));
        };
        let side = tileset.tile_grid_size();
        let frame = self.frame(RawRect::new(tileset.uid, tile.src, [side; 2]), field)?;
        let pivot = def.map_or([0.0; 2], |def| [def.tile_pivot_x, def.tile_pivot_y]);
        let flips = Flips { x: tile.f & 1 > 0, y: tile.f & 2 > 0, diagonal: false };
        let (grid, side_px) = (f64::from(raw.grid_size), f64::from(side));
        let start = |axis: usize, flipped: bool| {
            // A tile of another size than the cell is placed by a pivot, which rules have in their positions already.
            let inner = if is_auto { 0.0 } else { pivot[axis] };
            let (cell, own) = if flipped { (1.0 + pivot[axis], 1.0 - inner) } else { (pivot[axis], inner) };
            layer.offset[axis] + f64::from(tile.px[axis]) + cell * grid - own * side_px
        };
        let middle = [start(0, flips.x) + side_px / 2.0, start(1, flips.y) + side_px / 2.0];
        let placement = Placement { size: [side; 2], middle, scale: [1.0; 2], flips, angle: 0.0 };
        let sprite = placement.sprite(frame, None).map_err(|reason| self.error(field, reason))?;
        layer.sprites.push(sprite);
        Ok(())
    }

    /// Returns the frame of a rectangle of a tileset.
    pub(super) fn frame(&mut self, rect: RawRect, field: &str) -> Result<u32, SheetError> {
        let RawRect { tileset_uid, x, y, w, h, .. } = rect;
        let place = Rect::new(x, y, w, h);
        if let Some(&frame) = self.made.get(&(tileset_uid, place)) {
            return Ok(frame);
        }
        let picture = self.picture(tileset_uid, field)?;
        let (width, height) = picture.pixels.dimensions();
        if x < 0 || y < 0 || place.right() > width.into() || place.bottom() > height.into() {
            let expected = format!("a rectangle inside the picture of {width} x {height} pixels");
            return Err(self.error(field, Reason::invalid(expected, place)));
        }
        let mut id = None;
        let name = self.defs.tileset(tileset_uid).map_or(String::new(), |(_, tileset)| {
            let side = tileset.tile_grid_size();
            let step = i64::from(side) + i64::from(tileset.spacing);
            let [left, top] = [x, y].map(|c| i64::from(c) - i64::from(tileset.padding));
            let is_tile = [w, h] == [side; 2] && step > 0 && left % step == 0 && top % step == 0;
            let columns =
                (i64::from(width) - 2 * i64::from(tileset.padding) + i64::from(tileset.spacing)) / step.max(1);
            if is_tile {
                let tile = top / step * columns + left / step;
                id = u32::try_from(tile).ok();
                format!("{} {tile}", tileset.identifier())
            } else {
                format!("{} {x},{y} {w}x{h}", tileset.identifier())
            }
        });
        let made = FrameList::cut(name, place, &picture, &mut self.load).and_then(|frame| {
            let properties = id.and_then(|id| self.tile_properties.get(&(tileset_uid, id)));
            let frame = Frame { properties: properties.cloned().unwrap_or_default(), ..frame };
            self.frame_list.add(frame, &self.load.options.limits)
        });
        let frame = made.map_err(|reason| self.error(field, reason))?;
        self.made.insert((tileset_uid, place), frame);
        Ok(frame)
    }

    /// Returns the picture of a tileset.
    pub(super) fn picture(&mut self, uid: i64, field: &str) -> Result<Arc<Picture>, SheetError> {
        let Some((index, tileset)) = self.defs.tileset(uid) else {
            return Err(self.error(field, Reason::invalid("a tileset of the project", uid)));
        };
        let field = format!("defs.tilesets[{index}].relPath");
        match &tileset.rel_path {
            Some(name) => self.load.picture(self.project, &field, name, None),
            None => {
                let reason = "tiles of the icons that are built into LDtk are not read: use a tileset with a picture";
                Err(SheetError::at(self.project, field, Reason::Unsupported(reason.into())))
            }
        }
    }
}
