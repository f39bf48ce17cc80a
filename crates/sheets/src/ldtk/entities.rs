//! Entities as sprites.

use super::raw::{RawEntity, RawRect};
use super::read::LevelReader;
use crate::cut::take_frame;
use crate::map::{Flips, FrameList, Label, MapLayer, MapPoint, MapSprite, Placement, position};
use crate::{Properties, Reason, SheetError};
use mask::Mask;

/// The size of an entity in pixels, and its pivot as a fraction of the size.
type Body = ([u32; 2], [f64; 2]);

impl LevelReader<'_> {
    /// Adds an entity: its tile as the editor draws it, else its box or its ellipse, else a point.
    pub(super) fn entity(&mut self, raw: &RawEntity, field: &str, layer: &mut MapLayer) -> Result<(), SheetError> {
        self.load.items.take(raw.field_instances.len() as u64).map_err(|reason| self.error(field, reason))?;
        let properties =
            raw.field_instances.iter().filter_map(|own| Some((own.identifier.as_str().into(), own.value.clone()?)));
        let label = Label {
            name: "".into(),
            class: raw.identifier.as_str().into(),
            id: raw.iid.as_str().into(),
            properties: Properties::new(properties.collect()),
            hidden: false,
        };
        let at = [0, 1].map(|axis| layer.offset[axis] + f64::from(raw.px[axis]));
        let def = self.defs.entities.iter().find(|def| def.uid == raw.def_uid);
        let body = (raw.size(def), raw.pivot(def));
        let mode = def.map_or("", |def| def.tile_render_mode.as_str());
        let borders = def.map_or(&[][..], |def| &def.nine_slice_borders);
        // The built-in icons have no picture, so an entity with an icon collides as its box.
        let has_picture = |uid| self.defs.tileset(uid).is_some_and(|(_, tileset)| tileset.rel_path.is_some());
        let tile = raw.tile.map(RawRect::current).filter(|tile| has_picture(tile.tileset_uid));
        let sprite = match tile {
            Some(tile) => self.tile_entity(body, tile, (mode, borders), at, (label, field)),
            None if def.is_some_and(|def| def.render_mode == "Cross") => {
                let at = position(at).map_err(|reason| self.error(field, reason))?;
                layer.points.push(MapPoint { at, label });
                return Ok(());
            }
            None => {
                let [w, h] = body.0.map(f64::from);
                let is_ellipse = def.is_some_and(|def| def.render_mode == "Ellipse");
                self.shape_entity(body, at, (label, field), |x, y| {
                    let [x, y] = [(f64::from(x) + 0.5) / w * 2.0 - 1.0, (f64::from(y) + 0.5) / h * 2.0 - 1.0];
                    !is_ellipse || x * x + y * y < 1.0
                })
            }
        };
        layer.sprites.push(sprite?);
        Ok(())
    }

    /// Returns an entity that shows a tile, in one of the modes of the editor.
    fn tile_entity(
        &mut self,
        (size, pivot): Body,
        tile: RawRect,
        (mode, borders): (&str, &[u32]),
        at: [f64; 2],
        (label, field): (Label, &str),
    ) -> Result<MapSprite, SheetError> {
        let side = [tile.w, tile.h];
        let ratio = [0, 1].map(|axis| f64::from(size[axis]) / f64::from(side[axis]));
        let tile_field = format!("{field}.__tile");
        match mode {
            "Repeat" | "NineSlice" => {
                // Top, right, bottom, left.
                let edges = match (mode, borders) {
                    ("NineSlice", &[top, right, bottom, left]) => [[left, right], [top, bottom]],
                    _ => [[0; 2]; 2],
                };
                let index = self.frame(tile, &tile_field)?;
                let frame = std::sync::Arc::clone(self.frame_list.frames[index as usize].mask());
                return self.shape_entity((size, pivot), at, (label, field), |x, y| {
                    let source = [repeat(x, size[0], side[0], edges[0]), repeat(y, size[1], side[1], edges[1])];
                    matches!(source, [Some(x), Some(y)] if frame.contains([x, y]))
                });
            }
            _ => {}
        }
        let (shown, scale) = match mode {
            "Stretch" => (side, ratio),
            "Cover" => {
                let scale = ratio[0].max(ratio[1]);
                ([0, 1].map(|axis| (f64::from(size[axis]) / scale).min(side[axis].into()).round() as u32), [scale; 2])
            }
            "FullSizeCropped" => ([0, 1].map(|axis| size[axis].min(side[axis])), [1.0; 2]),
            "FullSizeUncropped" => (side, [1.0; 2]),
            _ => (side, [ratio[0].min(ratio[1]); 2]),
        };
        // The pivot of the entity is at the pivot of the shown part, in the tile and in the map.
        let start = |axis: usize| (f64::from(side[axis] - shown[axis]) * pivot[axis]).round() as i32;
        let corner = [tile.x.saturating_add(start(0)), tile.y.saturating_add(start(1))];
        let rect = RawRect::new(tile.tileset_uid, corner, shown);
        let frame = self.frame(rect, &tile_field)?;
        let middle = [0, 1].map(|axis| at[axis] + (0.5 - pivot[axis]) * f64::from(shown[axis]) * scale[axis]);
        let placement = Placement { size: shown, middle, scale, flips: Flips::default(), angle: 0.0 };
        placement.sprite(frame, Some(label)).map_err(|reason| self.error(field, reason))
    }

    /// Returns an entity with a mask of its own, as large as the entity.
    fn shape_entity(
        &mut self,
        (size, pivot): Body,
        at: [f64; 2],
        (label, field): (Label, &str),
        solid: impl FnMut(u32, u32) -> bool,
    ) -> Result<MapSprite, SheetError> {
        let make = || -> Result<MapSprite, Reason> {
            // A mask without rows costs no bytes, but its columns are counted.
            take_frame(size.map(|side| side.max(1)), self.load.options, &mut self.load.unpacked)?;
            let at = position([0, 1].map(|axis| at[axis] + (-f64::from(size[axis]) * pivot[axis]).trunc()))?;
            let mask = Mask::from_fn(size[0], size[1], solid)?;
            let frame = FrameList::shape(format!("entity {}", label.id), mask);
            let frame = self.frame_list.add(frame, &self.load.options.limits)?;
            Ok(MapSprite::plain(frame, at, label))
        };
        make().map_err(|reason| self.error(field, reason))
    }
}

/// Returns the pixel of a tile that shows at a pixel of a larger side, if the part between the borders repeats.
fn repeat(at: u32, size: u32, side: u32, [first, last]: [u32; 2]) -> Option<i32> {
    let source = if at < first {
        at
    } else if size - at <= last {
        side.checked_sub(size - at)?
    } else {
        let between = side.checked_sub(first)?.checked_sub(last)?;
        first + (at - first).checked_rem(between)?
    };
    (source < side).then_some(source as i32)
}
