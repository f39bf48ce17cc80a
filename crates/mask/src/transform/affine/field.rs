//! A coarse distance field of a mask, and how the area that two masks under maps share changes with a move.

use super::map::halves;
use super::tile::Tile;
use super::transformed::TransformedMask;
use crate::{Mask, MaskError, Rect, convex, memory};
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
/// With it, a [`TransformedMask`] knows from one byte whether a block of pixels holds no solid
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

/// The longest side of a rectangle whose pixels are tested. A word also holds the pixels to the left and to the right.
const SIDE: u32 = u64::BITS - 2;

impl TransformedMask<'_> {
    /// How the shared area grows as `other` moves: the area after a move by one pixel to the right, less the area after
    /// one to the left, and the area after a move down, less the area after one up.
    ///
    /// A pixel of this mask counts if the two pixels of `other` beside it differ, so only the edge of `other` is
    /// visited.
    pub(crate) fn overlap_gradient(&self, other: &TransformedMask<'_>) -> [i64; 2] {
        let frames = self.solid_frame.zip(other.solid_frame);
        let clip = frames.and_then(|(mine, theirs)| mine.intersection(&grown(&theirs)));
        clip.map_or([0, 0], |clip| self.gradient_in(other, &clip))
    }

    fn gradient_in(&self, other: &TransformedMask<'_>, clip: &Rect) -> [i64; 2] {
        let around = grown(clip);
        // Outside its frame, the other has no solid pixel, and its map is not defined.
        let Some(frame) = other.solid_frame.and_then(|frame| frame.intersection(&around)) else { return [0, 0] };
        let is_even = match other.tile_of_rect(&frame) {
            Tile::Empty => true,
            Tile::Solid => frame == around,
            Tile::Within | Tile::Mixed => false,
        };
        if is_even || self.tile_of_rect(clip) == Tile::Empty {
            return [0, 0];
        }
        if clip.width.max(clip.height) > SIDE {
            let [one, two] = halves(clip).map(|half| self.gradient_in(other, &half));
            return [one[0] + two[0], one[1] + two[1]];
        }
        self.gradient_by_rows(other, clip, &frame)
    }

    /// `frame` is the part of the frame of `other` in and around the clip.
    fn gradient_by_rows(&self, other: &TransformedMask<'_>, clip: &Rect, frame: &Rect) -> [i64; 2] {
        let [Some(mine), Some(theirs)] = [self.mask.bounds, other.mask.bounds] else { return [0, 0] };
        // The bit k of a row is the pixel at `left + k`.
        let (left, right) = (clip.left - 1, clip.right() as i32 + 1);
        let row = |one: &TransformedMask<'_>, bounds, y, run| {
            let run = one.map.span(bounds, y, run);
            one.bits(y, run.clone()) << ((run.start - left) & 63)
        };
        let (rows, columns) = (i64::from(frame.top)..frame.bottom(), frame.left..frame.right() as i32);
        let theirs = |y: i32| if rows.contains(&y.into()) { row(other, &theirs, y, columns.clone()) } else { 0 };
        let (mut above, mut beside) = (theirs(clip.top - 1), theirs(clip.top));
        let mut gradient = [0, 0];
        for y in clip.top..clip.bottom() as i32 {
            let below = theirs(y + 1);
            // After a move of the other to the right, a pixel has what was to the left of it.
            let pairs = [[beside << 1, beside >> 1], [above, below]];
            let differ = pairs.iter().fold(0, |differ, [one, two]| differ | one ^ two) & !1;
            if differ != 0 {
                let end = (u64::BITS - differ.leading_zeros()) as i32;
                let run = left + differ.trailing_zeros() as i32..(left + end).min(right - 1);
                let solid = row(self, &mine, y, run);
                let count = |bits: u64| i64::from((solid & bits).count_ones());
                for (sum, [one, two]) in gradient.iter_mut().zip(pairs) {
                    *sum += count(one) - count(two);
                }
            }
            (above, beside) = (beside, below);
        }
        gradient
    }
}

/// A rectangle with the pixels around it.
fn grown(rect: &Rect) -> Rect {
    Rect { left: rect.left - 1, top: rect.top - 1, width: rect.width + 2, height: rect.height + 2 }
}
