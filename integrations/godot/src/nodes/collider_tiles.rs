//! Layers of tiles: one mask for all cells, in which only changed cells are drawn anew.

use crate::convert::{Fault, real, whole};
use crate::picture;
use crate::pixel_mask::PixelMask;
use godot::classes::{TileMapLayer, TileSetAtlasSource};
use godot::prelude::*;
use mask::{Mask, Rect};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A tile: its source, its place in the atlas, its alternative.
type Tile = (i32, Vector2i, i32);

/// The pixels of cells, and their places in the layer.
type Placed = Vec<(Arc<Drawn>, [i32; 2])>;

/// The pixels of a tile as it is drawn, and its top-left pixel, seen from the middle of the cell.
struct Drawn {
    mask: Mask,
    at: [f64; 2],
}

/// The cells of a layer as they stand in the mask.
#[derive(Default)]
pub(crate) struct TileMasks {
    /// The cells as Godot saves them, because no signal tells of a changed cell and a question for each of them is
    /// slow.
    cells: Vec<u8>,
    /// The number of steps until the next comparison with the layer.
    steps_to_look: usize,
    tiles: HashMap<Tile, Option<Arc<Drawn>>>,
    sheets: HashMap<i32, Option<Arc<Mask>>>,
    /// The place of the mask in the coordinates of the layer.
    corner: [i32; 2],
    alpha_above: u8,
}

/// The bits of an alternative that flip or transpose a tile.
const FLIP_H: i32 = 1 << 12;
const FLIP_V: i32 = 1 << 13;
const TRANSPOSE: i32 = 1 << 14;

impl TileMasks {
    /// Returns whether the cells of the layer are others than those in the mask. In a step, large layers are compared
    /// less often.
    pub(crate) fn differ(&mut self, layer: &Gd<TileMapLayer>, in_step: bool) -> bool {
        if in_step && self.steps_to_look > 0 {
            self.steps_to_look -= 1;
            return false;
        }
        self.steps_to_look = self.cells.len() / CELL / CELLS_A_STEP;
        layer.get_tile_map_data_as_array().as_slice() != self.cells.as_slice()
    }

    /// Returns the mask as it was last drawn and its corner in the coordinates of the layer, or `None` if it is to be
    /// drawn anew.
    pub(crate) fn known(&self, alpha_above: u8, own: &Option<Gd<PixelMask>>) -> Option<(Gd<PixelMask>, Vector2)> {
        let is_known = alpha_above == self.alpha_above && !self.cells.is_empty();
        own.clone().filter(|_| is_known).map(|own| (own, crate::convert::corner(self.corner)))
    }

    /// Draws the cells that have changed into `own`. Returns the mask and its corner in the coordinates of the layer,
    /// or `None` if the layer has no tiles.
    pub(crate) fn read(
        &mut self,
        layer: &Gd<TileMapLayer>,
        alpha_above: u8,
        own: &mut Option<Gd<PixelMask>>,
    ) -> Result<Option<(Gd<PixelMask>, Vector2)>, Fault> {
        if alpha_above != self.alpha_above {
            *self = TileMasks { alpha_above, ..TileMasks::default() };
            *own = None;
        }
        if own.is_none() {
            self.cells = Vec::new();
        }
        let cells = cells_of(layer)?;
        let [gone, come] = difference(&self.cells, &cells);
        if gone.is_empty() && come.is_empty() {
            return Ok(own.clone().map(|own| (own, crate::convert::corner(self.corner))));
        }
        let gone = self.place(layer, gone)?;
        let come = self.place(layer, come)?;
        let mut bounds: Option<Rect> = None;
        for (tile, at) in &come {
            let rect = Rect::new(at[0], at[1], tile.mask.width(), tile.mask.height());
            bounds = Some(bounds.map_or(rect, |bounds| bounds.union(&rect)));
        }
        let before = own.as_ref().map(|own| own.bind().mask());
        let old = before.as_ref().map(|mask| Rect::new(self.corner[0], self.corner[1], mask.width(), mask.height()));
        let Some(bounds) = bounds.map(|new| old.map_or(new, |old| old.union(&new))).or(old) else { return Ok(None) };
        let mut mask = Mask::new(bounds.width, bounds.height)?;
        let corner = [bounds.left, bounds.top];
        let seen = |at: [i32; 2]| [at[0].wrapping_sub(corner[0]), at[1].wrapping_sub(corner[1])];
        if let Some(before) = &before {
            mask.draw(before, seen(self.corner));
        }
        gone.iter().for_each(|(tile, at)| mask.erase(&tile.mask, seen(*at)));
        come.iter().for_each(|(tile, at)| mask.draw(&tile.mask, seen(*at)));
        (self.corner, self.cells) = (corner, cells);
        match own {
            Some(own) => own.bind().replace(mask.into()),
            None => *own = Some(PixelMask::from_mask(mask)),
        }
        Ok(own.clone().map(|own| (own, crate::convert::corner(corner))))
    }

    /// The pixels of cells, and their places in the layer.
    fn place(&mut self, layer: &Gd<TileMapLayer>, cells: Vec<(Vector2i, Tile)>) -> Result<Placed, Fault> {
        let mut placed = Vec::with_capacity(cells.len());
        for (cell, tile) in cells {
            let drawn = match self.tiles.get(&tile) {
                Some(drawn) => drawn.clone(),
                None => {
                    let drawn = self.draw(layer, tile)?.map(Arc::new);
                    self.tiles.insert(tile, drawn.clone());
                    drawn
                }
            };
            if let Some(drawn) = drawn {
                let middle = real(layer.map_to_local(cell));
                placed.push((Arc::clone(&drawn), world::place([middle[0] + drawn.at[0], middle[1] + drawn.at[1]])?));
            }
        }
        Ok(placed)
    }

    /// The pixels of a tile as Godot draws it. Scenes as tiles have none.
    fn draw(&mut self, layer: &Gd<TileMapLayer>, (id, coords, alternative): Tile) -> Result<Option<Drawn>, Fault> {
        let source = layer.get_tile_set().filter(|set| set.has_source(id)).and_then(|set| set.get_source(id));
        let Some(source) = source.and_then(|source| source.try_cast::<TileSetAtlasSource>().ok()) else {
            return Ok(None);
        };
        if !source.has_tile(coords) {
            return Ok(None);
        }
        let sheet = match self.sheets.get(&id) {
            Some(sheet) => sheet.clone(),
            None => {
                let mask = source.get_texture().map(|texture| picture::mask_of_texture(&texture, self.alpha_above));
                let sheet = mask.transpose()?.map(Arc::new);
                self.sheets.insert(id, sheet.clone());
                sheet
            }
        };
        let Some(sheet) = sheet else { return Ok(None) };
        let region = crate::convert::pixels(source.get_tile_texture_region(coords))?;
        let frame = picture::frame_of(&sheet, [region.left as u32, region.top as u32, region.width, region.height])?;
        let data = source.get_tile_data(coords, alternative & !(FLIP_H | FLIP_V | TRANSPOSE));
        let has = |bit: i32, of_data: bool| (alternative & bit != 0) != of_data;
        let (flip_h, flip_v, transpose, origin) = match &data {
            Some(data) => (
                has(FLIP_H, data.get_flip_h()),
                has(FLIP_V, data.get_flip_v()),
                has(TRANSPOSE, data.get_transpose()),
                whole(data.get_texture_origin()),
            ),
            None => (has(FLIP_H, false), has(FLIP_V, false), has(TRANSPOSE, false), [0, 0]),
        };
        let (mut mask, mut origin) =
            if transpose { (frame.rotated_90().flipped_x(), [origin[1], origin[0]]) } else { (frame, origin) };
        if flip_h {
            (mask, origin[0]) = (mask.flipped_x(), -origin[0]);
        }
        if flip_v {
            (mask, origin[1]) = (mask.flipped_y(), -origin[1]);
        }
        let at = [mask.width(), mask.height()].map(|side| -f64::from(side) / 2.0);
        Ok(Some(Drawn { at: [at[0] - f64::from(origin[0]), at[1] - f64::from(origin[1])], mask }))
    }
}

/// The head of the bytes in which Godot saves cells: the version of their format.
const HEAD: [u8; 2] = [0; 2];

/// The bytes of a cell: its place, its source, the place of its tile in the atlas, and its alternative, with 16 bits
/// each.
const CELL: usize = 12;

/// A step compares as many cells of each layer on average, which takes 0.2 ms.
const CELLS_A_STEP: usize = 10_000;

/// The cells of a layer, in the order in which they were set.
fn cells_of(layer: &Gd<TileMapLayer>) -> Result<Vec<u8>, Fault> {
    let cells = layer.get_tile_map_data_as_array();
    if !cells.is_empty() && (cells.len() % CELL != HEAD.len() || cells.as_slice()[..HEAD.len()] != HEAD) {
        return Err(Fault::Text(
            "this version of Godot saves cells in a format that hitmask does not know: update hitmask".into(),
        ));
    }
    let used = layer.get_used_rect();
    let ends = [used.position, used.end() - Vector2i::ONE];
    if ends.iter().any(|end| i16::try_from(end.x).is_err() || i16::try_from(end.y).is_err()) {
        return Err(Fault::Text("the layer has cells beyond -32768 or 32767: use several layers".into()));
    }
    Ok(cells.to_vec())
}

/// The cells that are only in the first list, and those that are only in the second.
fn difference(old: &[u8], new: &[u8]) -> [Vec<(Vector2i, Tile)>; 2] {
    let [mut old, mut new] = [old, new].map(|cells| cells.get(HEAD.len()..).unwrap_or_default().as_chunks::<CELL>().0);
    // Most changes are few, so most cells are in both lists, before and behind the changes.
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    (old, new) = (&old[same..], &new[same..]);
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    (old, new) = (&old[..old.len() - same], &new[..new.len() - same]);
    let [in_old, in_new] = [old, new].map(|cells| cells.iter().collect::<HashSet<_>>());
    let only = |cells: &[[u8; CELL]], others: &HashSet<&[u8; CELL]>| {
        cells.iter().filter(|cell| !others.contains(cell)).map(cell_of).collect()
    };
    [only(old, &in_new), only(new, &in_old)]
}

/// The place and the tile of a cell.
fn cell_of(bytes: &[u8; CELL]) -> (Vector2i, Tile) {
    let signed = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let whole = |at: usize| i32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    (Vector2i::new(signed(0), signed(2)), (whole(4), Vector2i::new(whole(6), whole(8)), whole(10)))
}
