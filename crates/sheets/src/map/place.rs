//! From the flags, sizes and angles of an editor to a sprite. The sprites of a layer by the places of their corners,
//! to find the few at a pixel.

use super::sprite::{Label, MapSprite, SpriteExtras};
use crate::{Frame, Reason};

/// The farthest position of a sprite in pixels, as in the library `world`.
const FARTHEST: f64 = (1 << 30) as f64;

/// A part of a pixel that is lost when positions are computed: a position this close below a whole number is that one.
const ROUNDING: f64 = 1e-6;

/// How Tiled mirrors a tile: first along the diagonal, which swaps x and y, then along x and y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flips {
    pub(crate) x: bool,
    pub(crate) y: bool,
    pub(crate) diagonal: bool,
}

impl Flips {
    /// Returns equal flips along x and y, followed by clockwise quarter turns.
    fn turned(self) -> ([bool; 2], u8) {
        match self {
            Flips { x, y, diagonal: false } => ([x, y], 0),
            Flips { x: false, y: false, .. } => ([false, true], 1),
            Flips { x: true, y: false, .. } => ([false, false], 1),
            Flips { x: false, y: true, .. } => ([false, false], 3),
            Flips { x: true, y: true, .. } => ([true, false], 1),
        }
    }

    /// Returns a vector of the tile as it points in the flipped tile.
    pub(crate) fn apply(self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [x, y] = if self.diagonal { [y, x] } else { [x, y] };
        [if self.x { -x } else { x }, if self.y { -y } else { y }]
    }
}

/// A frame as an editor draws it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    /// The size of the frame in its own pixels.
    pub(crate) size: [u32; 2],
    /// Where the middle of the frame is drawn, in pixels of the map.
    pub(crate) middle: [f64; 2],
    /// The factors along the frame's own axes. They apply first.
    pub(crate) scale: [f64; 2],
    pub(crate) flips: Flips,
    /// The rotation in degrees clockwise about the middle. It applies last.
    pub(crate) angle: f64,
}

impl Placement {
    /// Returns the sprite.
    pub(crate) fn sprite(self, frame: u32, label: Option<Label>) -> Result<MapSprite, Reason> {
        let (flips, mut quarters) = self.flips.turned();
        let mut angle = self.angle.rem_euclid(360.0);
        if angle % 90.0 == 0.0 {
            quarters = (quarters + (angle / 90.0) as u8) % 4;
            angle = 0.0;
        }
        let (mut size, mut scale) = (self.size.map(f64::from), self.scale);
        if quarters % 2 == 1 {
            size.swap(0, 1);
            scale.swap(0, 1);
        }
        if let Some(factor) = scale.into_iter().find(|factor| !(factor.is_finite() && *factor > 0.0)) {
            return Err(Reason::invalid("a size that scales the tile by a factor above 0", factor));
        }
        let is_plain = angle == 0.0 && scale == [1.0; 2];
        let corner = [0, 1].map(|axis| self.middle[axis] - size[axis] / 2.0);
        let at = position(corner)?;
        let extras = match label {
            None if is_plain => None,
            label => {
                let fraction = [0, 1].map(|axis| (corner[axis] - f64::from(at[axis])).max(0.0));
                let fraction = if is_plain { [0.0; 2] } else { fraction };
                Some(Box::new(SpriteExtras { fraction, angle, scale, label: label.unwrap_or_default() }))
            }
        };
        Ok(MapSprite { frame, at, flips, quarter_turns: quarters, extras })
    }
}

/// Returns a position as whole numbers, unless it is out of range.
pub(crate) fn position(at: [f64; 2]) -> Result<[i32; 2], Reason> {
    match at.into_iter().find(|c| !(-FARTHEST..=FARTHEST).contains(c)) {
        Some(c) => Err(Reason::invalid("a position from -2^30 to 2^30 pixels", c)),
        None => Ok(at.map(|c| (c + ROUNDING).floor() as i32)),
    }
}

/// The shown sprites of a layer, sorted by the cell of a grid that holds the top-left pixel of their boxes. No box is
/// larger than a cell, so the sprites at a pixel are those of its cell and of the cells left and above.
#[derive(Debug, Clone)]
pub(crate) struct Corners {
    cell: i64,
    /// Row, column, index of the sprite.
    sorted: Vec<[i32; 3]>,
}

impl Corners {
    pub(super) fn new(frames: &[Frame], sprites: &[MapSprite]) -> Corners {
        let corners = |sprite: &MapSprite| sprite.corners(frames[sprite.frame()].size());
        let shown = || sprites.iter().enumerate().filter(|(_, sprite)| sprite.is_visible());
        let side = |sprite: &MapSprite| {
            let [first, end] = corners(sprite);
            end[0].saturating_sub(first[0]).max(end[1].saturating_sub(first[1]))
        };
        let cell = shown().map(|(_, sprite)| side(sprite)).max().unwrap_or(1).max(1);
        let mut sorted: Vec<_> = shown()
            .map(|(index, sprite)| {
                // A position is at most 2^30 and a cell away from 0.
                let [column, row] = corners(sprite)[0].map(|c| c.div_euclid(cell) as i32);
                [row, column, index as i32]
            })
            .collect();
        sorted.sort_unstable();
        Corners { cell, sorted }
    }

    /// Returns the indices of the sprites whose boxes may contain a pixel.
    pub(super) fn near(&self, pixel: [i32; 2]) -> impl Iterator<Item = u32> {
        let [column, row] = pixel.map(|c| i64::from(c).div_euclid(self.cell) as i32);
        let rows = [row.saturating_sub(1), row];
        rows.into_iter().skip(usize::from(rows[0] == row)).flat_map(move |row| {
            let first = self.sorted.partition_point(|[r, c, _]| (*r, *c) < (row, column.saturating_sub(1)));
            let count = self.sorted[first..].partition_point(|[r, c, _]| (*r, *c) <= (row, column));
            self.sorted[first..first + count].iter().map(|[.., index]| *index as u32)
        })
    }
}
