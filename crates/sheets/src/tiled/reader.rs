//! The state of reading a map, and the tiles by their ids.

use super::orientation::Grid;
use super::raw::RawTileset;
use super::source::Templates;
use super::tile::{Drawn, Gid};
use super::tileset::{Tile, Tileset, alignment};
use crate::files::Names;
use crate::load::Load;
use crate::map::{FrameList, MapLayer, Placement};
use crate::{Reason, SheetError, WarningKind};
use std::collections::HashMap;

/// The state of reading a map: the frames and layers so far.
pub(super) struct MapReader<'a> {
    pub(super) file: &'a str,
    /// Tiled survives more in JSON than in XML.
    pub(super) is_json: bool,
    pub(super) grid: Grid,
    pub(super) tile: [u32; 2],
    pub(super) load: Load<'a>,
    pub(super) frame_list: FrameList,
    pub(super) tilesets: Vec<Tileset>,
    /// The first global tile id of each tileset, in ascending order, and its index, or why it cannot be read.
    pub(super) firsts: Vec<(u32, Result<usize, SheetError>)>,
    /// The indices of tilesets that have their own files.
    pub(super) sources: HashMap<Names, usize>,
    pub(super) templates: Templates,
    pub(super) layers: Vec<MapLayer>,
}

impl MapReader<'_> {
    pub(super) fn error(&self, field: impl std::fmt::Display, reason: impl Into<Reason>) -> SheetError {
        SheetError::at(self.file, field, reason)
    }

    /// Adds a tileset of the map.
    pub(super) fn add_tileset(&mut self, index: usize, raw: RawTileset) -> Result<(), SheetError> {
        let field = format!("tilesets[{index}]");
        let first = raw.firstgid.unwrap_or(0);
        if first == 0 && raw.source.is_none() {
            return Err(self.error(format_args!("{field}.firstgid"), Reason::invalid("1 or more", first)));
        }
        // Tiled takes the last one.
        if let Some(other) = self.firsts.iter().position(|(other, _)| *other == first) {
            drop(self.firsts.remove(other));
            let reason = Reason::invalid("another id for each tileset", first);
            let fault = self.error(format_args!("{field}.firstgid"), reason);
            self.load.warn(WarningKind::LeftOut, fault, "the tileset before is left out")?;
        }
        let index = match &raw.source {
            Some(source) => self.tileset_file(self.file, &format!("{field}.source"), source),
            None => Tileset::new(self.file.to_owned(), field + ".", raw, &mut self.load).map(|tileset| {
                self.tilesets.push(tileset);
                self.tilesets.len() - 1
            }),
        };
        self.firsts.push((first, index));
        Ok(())
    }

    /// Returns the index of a tileset file, which is read once.
    pub(super) fn tileset_file(&mut self, base: &str, field: &str, source: &str) -> Result<usize, SheetError> {
        let names = self.load.names(base, field, source)?;
        if let Some(&index) = self.sources.get(&names) {
            return Ok(index);
        }
        self.tilesets.push(Tileset::open(base, field, source, &mut self.load)?);
        self.sources.insert(names, self.tilesets.len() - 1);
        Ok(self.tilesets.len() - 1)
    }

    /// Returns the index of the tileset of a global tile id, and the id in it. An id below all tilesets is an error, as
    /// in Tiled, but no tile and a warning in JSON.
    pub(super) fn tileset_of(&mut self, id: u32, field: &str) -> Result<Option<(usize, u32)>, SheetError> {
        let after = self.firsts.partition_point(|(first, _)| *first <= id);
        match after.checked_sub(1).and_then(|index| self.firsts.get_mut(index)) {
            Some((first, Ok(index))) => Ok(Some((*index, id - *first))),
            // The error ends the reading of the map.
            Some((_, Err(fault))) => Err(std::mem::replace(fault, SheetError::new(self.file, Reason::Missing))),
            None => {
                let fault = self.error(field, Reason::invalid("a global tile id of one of the tilesets", id));
                if !self.is_json {
                    return Err(fault);
                }
                self.load.warn(WarningKind::LeftOut, fault, "the tile is left out").map(|()| None)
            }
        }
    }

    /// Returns a tile of a tileset, or `None` with a warning if the tileset has lost the tile.
    pub(super) fn tile_of(&mut self, (tileset, id): (usize, u32), field: &str) -> Result<Option<Tile>, SheetError> {
        let found = self.tilesets[tileset].tile(id, &mut self.load, &mut self.frame_list);
        let Some(found) = self.load.spare(found, WarningKind::LeftOut, "the tile is left out")? else {
            return Ok(None);
        };
        if found.is_none() {
            let expected = format!("a tile of tileset {:?}", self.tilesets[tileset].raw.name);
            let fault = self.error(field, Reason::invalid(expected, format_args!("id {id}")));
            self.load.warn(WarningKind::LeftOut, fault, "the tile is left out")?;
        }
        Ok(found)
    }

    /// Returns the placement of a tile object of a size, if it has one, at a position of the screen. Returns `None` if
    /// the tileset has lost the tile.
    pub(super) fn tile_object(
        &mut self,
        (tileset, gid): (usize, Gid),
        size: [Option<f64>; 2],
        (at, rotation): ([f64; 2], f64),
        field: &str,
    ) -> Result<Option<(u32, Placement)>, SheetError> {
        let Some(tile) = self.tile_of((tileset, gid.id), &format!("{field}.gid"))? else { return Ok(None) };
        let raw = &self.tilesets[tileset].raw;
        let fractions = alignment(&raw.objectalignment).unwrap_or(self.grid.object_alignment());
        // Files of old versions have no size.
        let side = |axis: usize| size[axis].filter(|&side| side != 0.0).unwrap_or(tile.size[axis].into());
        let size = [side(0), side(1)];
        let corner = [0, 1].map(|axis| at[axis] - fractions[axis] * size[axis]);
        let drawn = Drawn { at: corner, size, rotation: (rotation, at) };
        Ok(Some((tile.frame, drawn.placement(&tile, gid, raw))))
    }
}
