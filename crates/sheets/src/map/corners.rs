//! The sprites of a layer by the places of their corners, to find the few at a pixel.

use super::MapSprite;
use crate::Frame;

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
