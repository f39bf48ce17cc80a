//! Where the cells and objects of a map are on the screen.

use super::raw::RawMap;
use crate::Reason;
use crate::limits::at_most;
use mask::Affine;

/// The most pixels of a cell, and the most rows: products with the number of a cell do not overflow.
const MOST: u64 = 1 << 30;

/// The grid of a map.
#[derive(Debug, Clone, Copy)]
pub(super) enum Grid {
    /// Orthogonal, or oblique: each row is `skew[0]` pixels right of the row above, each column `skew[1]` below the
    /// column before.
    Orthogonal {
        tile: [i64; 2],
        skew: [i64; 2],
        /// Whether tiles are drawn from the right to the left, and from the bottom to the top.
        reverse: [bool; 2],
    },
    Isometric {
        tile: [i64; 2],
        rows: i64,
    },
    /// Staggered or hexagonal. A staggered cell is a hexagonal cell whose sides have no length.
    Hexagonal {
        step: [i64; 2],
        half: [i64; 2],
        height: i64,
        stagger_x: bool,
        even: bool,
        turns: bool,
    },
}

impl Grid {
    /// Creates the grid.
    pub(super) fn new(map: &RawMap) -> Result<Grid, (&'static str, Reason)> {
        let sides = [("tilewidth", map.tilewidth), ("tileheight", map.tileheight), ("height", map.height)];
        for (field, side) in sides.into_iter().chain([("hexsidelength", map.hexsidelength)]) {
            at_most("pixels or tiles", side.into(), MOST).map_err(|reason| (field, reason))?;
        }
        let tile = [i64::from(map.tilewidth), i64::from(map.tileheight)];
        Ok(match map.orientation.as_str() {
            orientation @ ("orthogonal" | "oblique") => Grid::Orthogonal {
                tile,
                skew: if orientation == "oblique" { [map.skewx, map.skewy].map(i64::from) } else { [0; 2] },
                reverse: match map.renderorder.as_str() {
                    "right-up" => [false, true],
                    "left-down" => [true, false],
                    "left-up" => [true, true],
                    _ => [false, false],
                },
            },
            "isometric" => Grid::Isometric { tile, rows: map.height.into() },
            orientation @ ("staggered" | "hexagonal") => {
                // Old versions knew no axis and no index: y and odd.
                let stagger_x = map.staggeraxis == "x";
                let side = if orientation == "hexagonal" { i64::from(map.hexsidelength) } else { 0 };
                let sides = if stagger_x { [side, 0] } else { [0, side] };
                // Half the part of the tile that is not its straight side, rounded down as Tiled does.
                let half = [0, 1].map(|axis| (tile[axis] - sides[axis]) / 2);
                let step = [0, 1].map(|axis| 2 * half[axis] + 2 * sides[axis]);
                Grid::Hexagonal {
                    step,
                    half: [0, 1].map(|axis| half[axis] + sides[axis]),
                    height: 2 * half[1] + sides[1],
                    stagger_x,
                    even: map.staggerindex == "even",
                    turns: orientation == "hexagonal",
                }
            }
            other => {
                let reason =
                    format!("{other} maps are not read: use orthogonal, isometric, staggered, hexagonal or oblique");
                return Err(("orientation", Reason::Unsupported(reason)));
            }
        })
    }

    /// Returns the bottom-left corner of the tile in a cell.
    pub(super) fn cell(&self, cell: [i64; 2]) -> [f64; 2] {
        // Farther cells are beyond the range of positions anyway.
        let [x, y] = cell.map(|c| c.clamp(-(1 << 31), 1 << 31));
        let corner = match *self {
            Grid::Orthogonal { tile: [width, height], skew, .. } => {
                [x * width + (y + 1) * skew[0], (y + 1) * height + x * skew[1]]
            }
            Grid::Isometric { tile: [width, height], rows } => {
                let half = |count: i64, side: i64| count * side / 2;
                [half(x - y, width) + half(rows, width) - width / 2, half(x + y, height) + height]
            }
            Grid::Hexagonal { step, half, height, stagger_x, even, .. } => {
                let is_staggered = |index: i64| (index & 1 == 1) != even;
                if stagger_x {
                    [x * half[0], y * step[1] + if is_staggered(x) { half[1] } else { 0 } + height]
                } else {
                    [x * step[0] + if is_staggered(y) { half[0] } else { 0 }, y * half[1] + height]
                }
            }
        };
        corner.map(|c| c as f64)
    }

    /// Returns a key that sorts the tiles of a layer in the order in which the editor draws them.
    pub(super) fn order(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        match *self {
            Grid::Orthogonal { reverse, .. } => [if reverse[1] { -y } else { y }, if reverse[0] { -x } else { x }],
            Grid::Isometric { .. } => [x + y, x],
            Grid::Hexagonal { stagger_x: true, even, .. } => [2 * y + i64::from((x & 1 == 1) != even), x],
            Grid::Hexagonal { .. } => [y, x],
        }
    }

    /// Returns the map from the coordinates of objects to the screen.
    pub(super) fn objects(&self) -> Affine {
        match *self {
            Grid::Isometric { tile: [width, height], rows } => {
                let slope = width as f64 / (2.0 * height.max(1) as f64);
                Affine::from([[slope, -slope, (rows * width / 2) as f64], [0.5, 0.5, 0.0]])
            }
            Grid::Orthogonal { tile: [width, height], skew, .. } if skew != [0; 2] => {
                let [x, y] = [skew[0] as f64 / height.max(1) as f64, skew[1] as f64 / width.max(1) as f64];
                Affine::from([[1.0, x, 0.0], [y, 1.0, 0.0]])
            }
            _ => Affine::IDENTITY,
        }
    }

    /// Returns whether the flags of a tile mean turns by 60 and 120 degrees.
    pub(super) fn turns_by_sixths(&self) -> bool {
        matches!(self, Grid::Hexagonal { turns: true, .. })
    }

    /// Returns the point of a tile object that is at the position of the object, unless its tileset says: the fractions
    /// of its width and height.
    pub(super) fn object_alignment(&self) -> [f64; 2] {
        if matches!(self, Grid::Isometric { .. }) { [0.5, 1.0] } else { [0.0, 1.0] }
    }
}
