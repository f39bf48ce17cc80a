//! Colliding offsets, 64 at a time.
//!
//! With the other mask at the offset (dx, dy), its row j lies over row dy + j of this mask. A run of its pixels
//! from s up to e collides if this row has a solid pixel in dx + s .. dx + e. For 64 consecutive offsets, bit by
//! bit:
//!
//! ```text
//!   hits(dx)  |=  wide(dx + s, e - s)        wide(x, n): some pixel of x .. x + n is solid
//!   wide(x, 2^k)  =  wide(x, 2^(k-1)) | wide(x + 2^(k-1), 2^(k-1))
//!   wide(x, n)  =  wide(x, 2^k) | wide(x + n - 2^k, 2^k)        2^k: the largest power of two up to n
//! ```
//!
//! A run of any length costs two shifted words for each word of 64 offsets. The shift is equal in every row, and
//! the loop runs down the rows.
//!
//! Rows of equal pixels in the other mask are widened once and then combined without a shift. Boxes, checkerboards
//! and most blocky drawings have such rows. The rows are widened in bands of a fixed height, so that they stay in
//! the nearest cache and the memory beside the result does not grow with the height.

use super::region::MaskRegion;
use super::widened::{BAND, WidenedRows};
use crate::Mask;
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use core::ops::Range;

/// A window of offsets of the other mask: columns of 64 offsets from `left` on, and rows from `top` on.
#[derive(Debug, Clone, Copy)]
pub(in crate::motion) struct OffsetWindow {
    pub(in crate::motion) left: i64,
    pub(in crate::motion) top: i64,
    pub(in crate::motion) columns: usize,
    pub(in crate::motion) rows: usize,
}

/// Adds to `hits` the offsets of a window at which the rows of `other` that `which` selects collide with `mask`.
/// `hits` has a bit for each offset, in columns of words.
pub(super) fn or_run_hits(
    hits: &mut [u64],
    window: OffsetWindow,
    mask: &Mask,
    other: &Mask,
    which: impl Fn(i64) -> bool,
) -> Result<(), AllocError> {
    let (Some(mine), Some(theirs)) = (mask.bounds(), other.bounds()) else { return Ok(()) };
    let overlapping = |from: i64, count: usize, mine: Range<i64>, theirs: Range<i64>| {
        theirs.start.max(mine.start - from - count as i64 + 1)..theirs.end.min(mine.end - from)
    };
    let (mine_x, mine_y) = (mine.left.into()..mine.right(), mine.top.into()..mine.bottom());
    let other = MaskRegion {
        mask: other,
        x: overlapping(window.left, window.columns * WORD_BITS as usize, mine_x, theirs.left.into()..theirs.right()),
        y: overlapping(window.top, window.rows, mine_y.clone(), theirs.top.into()..theirs.bottom()),
    };
    if other.x.is_empty() || other.y.is_empty() {
        return Ok(());
    }
    let rows = other.sorted_rows(which)?;
    let longest = rows.iter().flat_map(|&(_, y)| other.runs(y)).map(|run| run.end - run.start).max();
    let Some(longest) = longest else { return Ok(()) };

    let top = mine_y.start.max(window.top + other.y.start);
    let bottom = mine_y.end.min(window.top + window.rows as i64 + other.y.end - 1);
    let mut widened = WidenedRows::new(mask, window.left + other.x.start, window.columns, &other, longest)?;
    let mut group_hits = memory::try_zeros(window.columns * BAND as usize)?;
    for top in (top..bottom).step_by(BAND as usize) {
        widened.fill(mask, top..bottom.min(top + BAND));
        widened.or_band(hits, &mut group_hits, window, &other, &rows);
    }
    Ok(())
}

/// Returns the cost of [`or_run_hits`] for all rows of a mask: the runs of distinct rows, plus one for each row to
/// combine.
pub(super) fn distinct_row_runs(mask: &Mask) -> Result<u64, AllocError> {
    let region = MaskRegion { mask, x: 0..mask.width.into(), y: 0..mask.height.into() };
    let rows = region.sorted_rows(|_| true)?;
    let runs: usize = rows.chunk_by(|a, b| a.0 == b.0).map(|alike| region.runs(alike[0].1).count()).sum();
    Ok((runs + rows.len()) as u64)
}
