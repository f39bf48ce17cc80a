//! A coarse distance field of a mask.

use crate::{Mask, MaskError, convex, memory};
use alloc::vec::Vec;

/// The side of a cell, in texels, as a power of two.
const CELL: u32 = 2;
/// The number of cells across a word.
const CELLS_A_WORD: u32 = 64 >> CELL;
/// The number of corners of the polygon around the solid pixels. Boxes of round sprites are at most 3 % larger than around
/// the whole hull, and with 8 corners 13 %.
const MOST_CORNERS: usize = 16;
/// The largest distance that is stored, in cells. The same distance in texels fits a byte.
const FARTHEST: u8 = 31;

/// For each cell of 4 x 4 pixels of a mask, how far the nearest solid pixel is, or the nearest empty one: a coarse
/// distance field, with the Chebyshev distance.
///
/// With it, a [`TransformedMask`](crate::TransformedMask) knows from one byte whether a block of pixels holds no solid
/// pixel, or only solid ones. It also keeps a polygon of at most 16 corners around the solid pixels, from which the box
/// of a transformed mask follows. Make it once for a mask that is shown under many maps. It takes a byte for 16 pixels,
/// and does not follow an edit of the mask.
///
/// ```
/// use hitmask::{Affine, DistanceField, Mask, TransformedMask};
///
/// let ship: Mask = "..#..\n.###.\n#####".parse()?;
/// let field = DistanceField::new(&ship)?;
/// let turned = TransformedMask::with_field(&ship, &field, &Affine::rotation(30.0))?;
/// let other = TransformedMask::with_field(&ship, &field, &Affine::rotation(-30.0))?;
/// assert!(turned.overlaps(&other));
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DistanceField {
    width: u32,
    height: u32,
    /// The number of cells in a row.
    cells: usize,
    /// A convex polygon around the solid pixels, of few corners.
    corners: Vec<[f64; 2]>,
    /// For each cell, row after row: if it has no solid pixel, the number of pixels between it and the nearest one; if
    /// it has only solid pixels, minus the number of pixels between it and the nearest empty one; otherwise 0.
    gaps: Vec<i8>,
}

impl DistanceField {
    /// Measures the distances. Costs a few operations for each cell, and two rows of memory beside the result.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if memory allocation fails.
    pub fn new(mask: &Mask) -> Result<DistanceField, MaskError> {
        let (width, height) = (mask.width(), mask.height());
        let [cells, rows] = [width, height].map(|side| side.div_ceil(1 << CELL) as usize);
        // With a border of one cell, which has no solid pixel.
        let stride = cells + 2;
        let distances = || memory::try_zeros::<u8>(stride * (rows + 2));
        let out_of_memory = memory::for_mask(width, height);
        let mut to_solid = distances().map_err(&out_of_memory)?;
        let mut to_empty = distances().map_err(&out_of_memory)?;
        to_solid.fill(FARTHEST + 1);
        for row in 0..rows {
            let lines = (row << CELL)..((row + 1) << CELL).min(height as usize);
            for (column, words) in mask.all_columns().enumerate() {
                let words = &words[lines.clone()];
                let any = words.iter().fold(0, |any, word| any | word);
                let all =
                    if words.len() == 1 << CELL { words.iter().fold(u64::MAX, |all, word| all & word) } else { 0 };
                let first = column * CELLS_A_WORD as usize;
                for cell in first..(first + CELLS_A_WORD as usize).min(cells) {
                    let shift = (cell - first) << CELL;
                    let at = (row + 1) * stride + cell + 1;
                    to_solid[at] = if any >> shift & 15 == 0 { FARTHEST + 1 } else { 0 };
                    to_empty[at] = if all >> shift & 15 == 15 { FARTHEST + 1 } else { 0 };
                }
            }
        }
        for distances in [&mut to_solid, &mut to_empty] {
            let inner = |row: usize| row * stride + 1..(row + 1) * stride - 1;
            for at in (1..=rows).flat_map(inner) {
                let before = [at - 1, at - stride - 1, at - stride, at - stride + 1].map(|near| distances[near]);
                let least = before.into_iter().fold(FARTHEST, u8::min);
                distances[at] = distances[at].min(least + 1);
            }
            for at in (1..=rows).rev().flat_map(|row| inner(row).rev()) {
                let after = [at + 1, at + stride + 1, at + stride, at + stride - 1].map(|near| distances[near]);
                let least = after.into_iter().fold(FARTHEST, u8::min);
                distances[at] = distances[at].min(least + 1);
            }
        }
        // Between two cells that are `n` apart lie `n - 1` whole cells.
        let between = |distance: u8| (i32::from(distance.saturating_sub(1)) << CELL) as i8;
        let gaps = (1..=rows).flat_map(|row| row * stride + 1..(row + 1) * stride - 1).map(|at| match to_solid[at] {
            0 => -between(to_empty[at]),
            distance => between(distance),
        });
        let mut list = memory::try_with_capacity(cells * rows).map_err(&out_of_memory)?;
        list.extend(gaps);
        let corners = convex::hull_of_few_corners(mask, MOST_CORNERS).map_err(&out_of_memory)?;
        Ok(DistanceField { width, height, cells, corners, gaps: list })
    }

    /// The memory of the field, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.gaps.len() + size_of_val(&*self.corners)
    }

    /// The largest error of the corners, in pixels.
    pub(super) const CORNER_ERROR: f64 = 1e-6;

    /// The corners of a convex polygon around the solid pixels.
    #[inline(always)]
    pub(super) fn corners(&self) -> impl Iterator<Item = [f64; 2]> {
        self.corners.iter().copied()
    }

    /// Whether it may be the field of a mask: the sizes are equal.
    pub(super) fn fits(&self, mask: &Mask) -> bool {
        (self.width, self.height) == (mask.width(), mask.height())
    }

    /// A lower bound of the number of pixels between a pixel and the nearest solid one, or minus that to the nearest
    /// empty one. The pixel may be outside the mask.
    #[inline(always)]
    pub(super) fn gap(&self, [x, y]: [i64; 2]) -> i64 {
        let inside = [x.clamp(0, i64::from(self.width) - 1), y.clamp(0, i64::from(self.height) - 1)];
        let gap = i64::from(self.gaps[(inside[1] >> CELL) as usize * self.cells + (inside[0] >> CELL) as usize]);
        let outside = (x - inside[0]).abs().max((y - inside[1]).abs());
        if outside == 0 { gap } else { gap.max(outside - 1) }
    }
}
