//! Pictures of masks under a map.

use super::TransformedMask;
use super::tile::Tile;
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use crate::store::size_fits;
use crate::{Affine, Mask, MaskError, Rect};
use alloc::vec::Vec;
use core::ops::Range;

/// Any rotation, scale or shear.
impl Mask {
    /// The mask under an affine map, and where the result's top-left pixel stands.
    ///
    /// A pixel `[x, y]` is solid where `by.inverse()?.apply([x + 0.5, y + 0.5])`, floored, is a solid
    /// pixel of this mask. The result is the smallest rectangle that holds every pixel that comes from
    /// this mask's rectangle, solid or not; it is 0 x 0 at `[0, 0]` where there is none. Turned by whole
    /// quarters, about any pivot, it is equal to [`rotated_90`](Mask::rotated_90) and its sisters. Parts
    /// thinner than a pixel of the result can be lost.
    ///
    /// ```
    /// use mask::{Affine, Mask};
    ///
    /// let ship: Mask = "..#..\n.###.\n#####".parse()?;
    /// let (right, at) = ship.transformed(&Affine::rotation(90.0).about([2.5, 1.5]))?;
    /// assert_eq!((&right, at), (&ship.rotated_90(), [1, -1]));
    /// let (big, at) = ship.transformed(&Affine::scale([2.0, 1.0]).then(&Affine::rotation(45.0)))?;
    /// assert_eq!((big.width(), big.height(), at), (9, 9, [-2, 0]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: the pixels of the result that come from the bounds of this mask's solid ones.
    ///
    /// # Errors
    /// [`MaskError::NotFinite`] where a coefficient is NaN or infinite; [`MaskError::Degenerate`] where
    /// the map cannot be undone to within half a pixel; [`MaskError::TooFar`] where a corner goes beyond
    /// 2^30 pixels from 0; [`MaskError::TooLarge`] where the box around the mapped corners is too large for
    /// a mask, before memory is asked for; [`MaskError::OutOfMemory`] as [`Mask::new`].
    pub fn transformed(&self, by: &Affine) -> Result<(Mask, [i32; 2]), MaskError> {
        let transformed = TransformedMask::new(self, by)?;
        let (Some(frame), Some(within)) = (self.frame(), transformed.frame) else {
            return Ok((Mask::new(0, 0)?, [0, 0]));
        };
        // `within` may be a pixel larger on each side than the box around the corners, and that may have
        // a line of pixels on each side whose centers are outside. A side that is nothing then counts as a
        // pixel: nothing fits however long the other is, and the rows below are a list as long.
        let least = |side: u32| side.saturating_sub(4).max(1);
        if !size_fits(least(within.width), least(within.height)) {
            return Err(MaskError::TooLarge { width: within.width, height: within.height });
        }
        let out_of_memory = AllocError::for_mask(within.width, within.height);
        let lines = within.top..within.bottom() as i32;
        let runs = lines.map(|y| transformed.row(y).span(&frame, within.left..within.right() as i32));
        let mut runs = memory::try_collect(runs).map_err(&out_of_memory)?;
        let Some(hull) = hull(&runs, within.top) else { return Ok((Mask::new(0, 0)?, [0, 0])) };

        let runs = &mut runs[(hull.top - within.top) as usize..][..hull.height as usize];
        match self.bounds() {
            None => runs.fill(0..0),
            Some(bounds) if bounds != frame => {
                for (run, y) in runs.iter_mut().zip(hull.top..) {
                    *run = transformed.row(y).span(&bounds, run.clone());
                }
            }
            Some(_) => {}
        }
        let mut words = PictureWords {
            transformed,
            hull,
            runs,
            tiles: memory::try_zeros(hull.width.div_ceil(WORD_BITS) as usize).map_err(&out_of_memory)?,
            columns: columns(&transformed, &hull).map_err(out_of_memory)?,
        };
        Ok((Mask::from_words(hull.width, hull.height, |column, y| words.word(column, y))?, [hull.left, hull.top]))
    }
}

/// The words of a picture, row after row.
struct PictureWords<'a> {
    transformed: TransformedMask<'a>,
    /// Where the picture stands.
    hull: Rect,
    /// For each row, the pixels that fall into the bounds of the mask's solid ones.
    runs: &'a [Range<i32>],
    /// For each column of words, what the rows down to the next multiple of [`TILE_ROWS`] show.
    tiles: Vec<Tile>,
    /// For each column of pixels, the column of the mask that it falls into in every row; empty where
    /// that differs.
    columns: Vec<u32>,
}

/// Rows of a tile. With 8, shapes took 5 to 30 % longer.
const TILE_ROWS: u32 = 16;

impl PictureWords<'_> {
    fn word(&mut self, column: u32, y: u32) -> u64 {
        let (left, top) = (self.hull.left + (column * WORD_BITS) as i32, self.hull.top + y as i32);
        let tile = &mut self.tiles[column as usize];
        if y.is_multiple_of(TILE_ROWS) {
            *tile =
                self.transformed.tile(&Rect { left, top, width: WORD_BITS, height: TILE_ROWS }).unwrap_or(Tile::Mixed);
        }
        let run = &self.runs[y as usize];
        let run = run.start.max(left)..run.end.min(left + WORD_BITS as i32);
        if run.is_empty() || *tile == Tile::Air {
            return 0;
        }
        let (shift, row, mask) = (run.start - left, self.transformed.row(top), self.transformed.mask);
        let bits = match (*tile, row.constant_row()) {
            (Tile::Within | Tile::Solid, _) => u64::MAX >> (WORD_BITS as usize - run.len()),
            (_, Some(level)) if !self.columns.is_empty() => {
                let columns = &self.columns[(run.start - self.hull.left) as usize..][..run.len()];
                columns.iter().rev().fold(0, |bits, &x| bits << 1 | u64::from(mask.solid(x, level)))
            }
            _ => row.bits(mask, run),
        };
        bits << shift
    }
}

/// The columns of the mask that the columns of a picture fall into, where they are the same in every row.
fn columns(transformed: &TransformedMask<'_>, hull: &Rect) -> Result<Vec<u32>, AllocError> {
    let row = transformed.row(hull.top);
    let columns = (hull.left..hull.right() as i32).map(|x| row.column(x));
    if transformed.is_axis_aligned() { memory::try_collect(columns) } else { Ok(Vec::new()) }
}

/// The smallest rectangle that holds a run of pixels for each row from `top` on.
fn hull(runs: &[Range<i32>], top: i32) -> Option<Rect> {
    let holds = |run: &Range<i32>| !run.is_empty();
    let (first, last) = (runs.iter().position(holds)?, runs.iter().rposition(holds)?);
    let some = runs.iter().filter(|run| holds(run));
    let [left, right] = some.fold([i32::MAX, i32::MIN], |[l, r], run| [l.min(run.start), r.max(run.end)]);
    let row = |index: usize| i64::from(top) + index as i64;
    Rect::between([left.into(), row(first)], [right.into(), row(last) + 1])
}
