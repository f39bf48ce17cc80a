//! Reads maps: layers, tiles and pictures.

use super::data::gids;
use super::orientation::Grid;
use super::raw::{RawChunk, RawKind, RawLayer, RawMap, RawTileset};
use super::reader::MapReader;
use super::source::{Templates, parse, root_of_xml};
use super::tile::{Drawn, Gid};
use super::tileset::Tileset;
use crate::load::Load;
use crate::map::{Flips, FrameList, LayerKind, Map, MapLayer, MapSprite, Placement};
use crate::{Reason, Sheet, SheetError, WarningKind};
use mask::Rect;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Reads a map, in XML or JSON.
pub(crate) fn read_map(name: &str, bytes: &[u8], load: Load) -> Result<Map, SheetError> {
    let mut raw: RawMap = parse(name, bytes, "map", &load.options.limits)?;
    let grid = Grid::new(&raw).map_err(|(field, reason)| SheetError::at(name, field, reason))?;
    let mut reader = MapReader {
        file: name,
        is_json: root_of_xml(bytes).is_none(),
        grid,
        tile: [raw.tilewidth, raw.tileheight],
        load,
        frame_list: FrameList::default(),
        tilesets: Vec::new(),
        firsts: Vec::new(),
        sources: HashMap::new(),
        templates: Templates::default(),
        layers: Vec::new(),
    };
    for (index, tileset) in std::mem::take(&mut raw.tilesets).into_iter().enumerate() {
        reader.add_tileset(index, tileset)?;
    }
    reader.firsts.sort_unstable_by_key(|(first, _)| *first);
    for (index, layer) in raw.layers.into_iter().enumerate() {
        reader.layer(
            layer,
            &format!("layers[{index}]"),
            &Around { group: String::new(), offset: [0.0; 2], visible: true },
        )?;
    }
    for fault in std::mem::take(&mut reader.firsts).into_iter().filter_map(|(_, found)| found.err()) {
        reader.load.warn(WarningKind::LeftOut, fault, "the tileset is left out: no layer uses it")?;
    }
    let MapReader { frame_list: FrameList { frames, animations }, layers, load, .. } = reader;
    let limits = load.options.limits.clone();
    Ok(Map { file: name.to_owned(), frames, animations, layers, limits, warnings: load.warnings.finish(name) })
}

/// Reads a tileset, in XML or JSON. Each tile is a frame, named by its id.
pub(crate) fn read_tileset(name: &str, bytes: &[u8], mut load: Load) -> Result<Sheet, SheetError> {
    let raw: RawTileset = parse(name, bytes, "tileset", &load.options.limits)?;
    let mut frame_list = FrameList::default();
    let mut tileset = Tileset::new(name.to_owned(), String::new(), raw, &mut load)?.unprefixed();
    let ids = tileset.ids(&load)?;
    // In the order of the ids, whatever the order in which animations name them.
    for &id in &ids {
        tileset.frame(id, &mut load, &mut frame_list)?;
    }
    for id in ids {
        tileset.tile(id, &mut load, &mut frame_list)?;
    }
    Ok(Sheet::new(frame_list.frames, frame_list.animations, load.warnings.finish(name)))
}

/// The properties that a layer takes from the groups around it.
struct Around {
    group: String,
    offset: [f64; 2],
    visible: bool,
}

impl MapReader<'_> {
    fn layer(&mut self, mut raw: RawLayer, field: &str, around: &Around) -> Result<(), SheetError> {
        self.load.items.take(1).map_err(|reason| self.error(field, reason))?;
        let mut own = [raw.offsetx.unwrap_or_default(), raw.offsety];
        if raw.kind == Some(RawKind::ImageLayer) && raw.offsetx.is_none() && [raw.x, raw.y] != [0.0; 2] {
            if self.is_json {
                let reason = Reason::invalid("0 in a layer without \"offsetx\"", format_args!("{}, {}", raw.x, raw.y));
                let fault = self.error(format_args!("{field}.x"), reason);
                self.load.warn(WarningKind::Changed, fault, "it is not used, as in Tiled")?;
            } else {
                own = [raw.x, raw.y];
            }
        }
        let offset = [0, 1].map(|axis| around.offset[axis] + own[axis]);
        // Tiled takes a missing flag for true in XML and for false in JSON.
        let visible = around.visible && raw.visible.unwrap_or(!self.is_json);
        let Some(kind) = raw.kind else {
            return Err(self.error(format_args!("{field}.type"), Reason::Missing));
        };
        if kind == RawKind::Group {
            let group = if around.group.is_empty() { raw.name } else { format!("{}/{}", around.group, raw.name) };
            let around = Around { group, offset, visible };
            for (index, layer) in raw.layers.into_iter().enumerate() {
                self.layer(layer, &format!("{field}.layers[{index}]"), &around)?;
            }
            return Ok(());
        }
        raw.properties.set_types(&raw.propertytypes);
        let mut layer = MapLayer {
            name: std::mem::take(&mut raw.name),
            class: std::mem::take(&mut raw.class),
            group: around.group.clone(),
            kind: LayerKind::Tiles,
            offset,
            visible,
            sprites: Vec::new(),
            points: Vec::new(),
            values: None,
            properties: raw.properties.read(&mut self.load.items).map_err(|reason| self.error(field, reason))?,
            corners: OnceLock::new(),
        };
        match kind {
            RawKind::TileLayer => self.tile_layer(raw, field, &mut layer)?,
            RawKind::ObjectGroup => self.object_layer(raw.objects, &raw.draworder, field, &mut layer)?,
            RawKind::ImageLayer => self.image_layer(&raw, field, &mut layer)?,
            RawKind::Group => {}
        }
        self.layers.push(layer);
        Ok(())
    }

    fn tile_layer(&mut self, mut raw: RawLayer, field: &str, layer: &mut MapLayer) -> Result<(), SheetError> {
        let chunks = std::mem::take(&mut raw.chunks);
        self.load.chunks.take(chunks.len() as u64).map_err(|reason| self.error(field, reason))?;
        let encoding = [raw.encoding.as_str(), raw.compression.as_str()];
        // A number beyond the range of the cast has no place on the map.
        let start = [raw.x as i32, raw.y as i32].map(i64::from);
        let mut placed = Vec::new();
        if let Some(data) = raw.data.take() {
            let chunk = RawChunk { x: raw.startx, y: raw.starty, width: raw.width, height: raw.height, data };
            self.chunk(chunk, encoding, &format!("{field}.data"), (start, layer.offset), &mut placed)?;
        } else {
            for (index, chunk) in chunks.into_iter().enumerate() {
                let field = format!("{field}.chunks[{index}].data");
                self.chunk(chunk, encoding, &field, (start, layer.offset), &mut placed)?;
            }
        }
        placed.sort_by_key(|(order, _)| *order);
        layer.sprites.extend(placed.into_iter().map(|(_, sprite)| sprite));
        Ok(())
    }

    /// Adds the tiles of a rectangle of cells in a layer that starts at a cell, with an offset in pixels. Each has a
    /// key for its place in the order of drawing.
    fn chunk(
        &mut self,
        chunk: RawChunk,
        encoding: [&str; 2],
        field: &str,
        (start, offset): ([i64; 2], [f64; 2]),
        placed: &mut Vec<([i64; 2], MapSprite)>,
    ) -> Result<(), SheetError> {
        let RawChunk { x, y, width, height, data } = chunk;
        let Load { tiles, unpacked, .. } = &mut self.load;
        let gids = gids(data, encoding, [width, height], [tiles, unpacked])
            .map_err(|reason| SheetError::at(self.file, field, reason))?;
        if !gids.is_empty() && (gids.len() as u64) < u64::from(width) * u64::from(height) {
            let expected = format_args!("{width} x {height} tiles");
            let fault = self.error(field, Reason::invalid(expected, format_args!("{} tiles", gids.len())));
            self.load.warn(WarningKind::Changed, fault, "the other cells are empty")?;
        }
        for (index, &gid) in gids.iter().enumerate() {
            let gid = Gid::new(gid, &self.grid);
            if gid.id == 0 {
                continue;
            }
            let place = format_args!("{field}[{index}]").to_string();
            let Some((tileset, id)) = self.tileset_of(gid.id, &place)? else { continue };
            let Some(tile) = self.tile_of((tileset, id), &place)? else { continue };
            let raw = &self.tilesets[tileset].raw;
            let size = if raw.tilerendersize == "grid" { self.tile } else { tile.size }.map(f64::from);
            let (column, row) = (index % width as usize, index / width as usize);
            let cell = [start[0] + i64::from(x) + column as i64, start[1] + i64::from(y) + row as i64];
            let [left, bottom] = self.grid.cell(cell);
            let at = [left + offset[0], bottom + offset[1] - size[1]];
            let placement = Drawn { at, size, rotation: (0.0, at) }.placement(&tile, gid, raw);
            let sprite = placement.sprite(tile.frame, None).map_err(|reason| self.error(&place, reason));
            let Some(sprite) = self.load.spare(sprite, WarningKind::LeftOut, "the tile is left out")? else { continue };
            placed.push((self.grid.order(cell), sprite));
        }
        Ok(())
    }

    /// Adds the picture of a layer, once even if the editor repeats it without end.
    fn image_layer(&mut self, raw: &RawLayer, field: &str, layer: &mut MapLayer) -> Result<(), SheetError> {
        layer.kind = LayerKind::Picture;
        let field = format!("{field}.image");
        let picture = raw.image.read(self.file, &field, raw.transparentcolor, &mut self.load)?;
        let Some(picture) = picture else { return Ok(()) };
        if raw.repeatx || raw.repeaty {
            let reason = Reason::Unsupported("a picture that repeats without end is not read".into());
            let fault = self.error(&field, reason);
            self.load.warn(WarningKind::Changed, fault, "it is placed once")?;
        }
        let size: [u32; 2] = picture.pixels.dimensions().into();
        let mut make = || {
            let rect = Rect::new(0, 0, size[0], size[1]);
            let frame = FrameList::cut(format!("layer {}", layer.name), rect, &picture, &mut self.load)?;
            let frame = self.frame_list.add(frame, &self.load.options.limits)?;
            let middle = [0, 1].map(|axis| layer.offset[axis] + f64::from(size[axis]) / 2.0);
            Placement { size, middle, scale: [1.0; 2], flips: Flips::default(), angle: 0.0 }.sprite(frame, None)
        };
        let sprite = make().map_err(|reason| SheetError::at(self.file, &field, reason))?;
        layer.sprites.push(sprite);
        Ok(())
    }
}
