//! Global tile ids, and where the editor draws their tiles.

use super::orientation::Grid;
use super::raw::{RawOffset, RawTileset};
use super::tileset::Tile;
use crate::map::{Flips, Placement};
use mask::Affine;

/// A global tile id: a tile and the flags that mirror it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gid {
    pub(super) id: u32,
    pub(super) flips: Flips,
    /// The rotation in degrees clockwise that the flags mean on a hexagonal map.
    pub(super) angle: f64,
}

impl Gid {
    /// Reads the four flags in the highest bits. Only hexagonal maps use the lowest of them; Tiled ignores it in
    /// others.
    pub(super) fn new(gid: u32, grid: &Grid) -> Gid {
        let bit = |bit: u32| gid >> bit & 1 == 1;
        let mut flips = Flips { x: bit(31), y: bit(30), diagonal: bit(29) };
        let mut angle = 0.0;
        if grid.turns_by_sixths() {
            angle = if flips.diagonal { 60.0 } else { 0.0 } + if bit(28) { 120.0 } else { 0.0 };
            flips.diagonal = false;
        }
        Gid { id: gid & 0x0FFF_FFFF, flips, angle }
    }
}

/// Where the editor draws a tile.
pub(super) struct Drawn {
    /// The top-left corner of the rectangle that the tile fills, before it is mirrored.
    pub(super) at: [f64; 2],
    /// The size of the rectangle.
    pub(super) size: [f64; 2],
    /// The rotation in degrees clockwise about a point.
    pub(super) rotation: (f64, [f64; 2]),
}

impl Drawn {
    /// Returns the placement of a tile's frame.
    pub(super) fn placement(self, tile: &Tile, gid: Gid, tileset: &RawTileset) -> Placement {
        let side = tile.size.map(f64::from);
        let mut scale = [0, 1].map(|axis| self.size[axis] / side[axis]);
        if tileset.fillmode == "preserve-aspect-fit" {
            scale = [scale[0].min(scale[1]); 2];
        }
        let RawOffset { x, y } = tileset.tileoffset;
        let offset = [f64::from(x) * scale[0], f64::from(y) * scale[1]];
        let mut middle = [0, 1].map(|axis| self.at[axis] + self.size[axis] / 2.0 + offset[axis]);
        if gid.flips.diagonal {
            // The bottom-left corner stays in place if width and height swap.
            middle = middle.map(|c| c + (self.size[1] - self.size[0]) / 2.0);
        }
        // The frame of a tile with collision shapes may be larger than the tile.
        let off = [0, 1].map(|axis| {
            let off = (f64::from(tile.frame_size[axis]) - side[axis]) / 2.0 - f64::from(tile.origin[axis]);
            off * scale[axis]
        });
        let off = Affine::rotation(gid.angle).apply(gid.flips.apply(off));
        let mut middle = [middle[0] + off[0], middle[1] + off[1]];
        let (rotation, about) = self.rotation;
        if rotation != 0.0 {
            middle = Affine::rotation(rotation).about(about).apply(middle);
        }
        let angle = gid.angle + rotation;
        Placement { size: tile.frame_size, middle, scale, flips: gid.flips, angle }
    }
}
