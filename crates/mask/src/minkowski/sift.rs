//! Which offsets hit, with as few rows of the other mask as will do.
//!
//! In noise a few rows of the other mask fill nearly everything, and each row is many runs to slide; so do a few rows
//! of what is solid, deep inside. So a sample of the rows is slid first, as large as pays for laying out this mask,
//! and then larger ones, until so few offsets are open that each can be tested.

use super::slide::{Window, slide};
use crate::Mask;
use crate::memory::{self, Refused};
use crate::store::{WORD, span_bits};
use alloc::vec::Vec;
use core::ops::Range;

/// What a test of one offset costs beside the words it reads, in words of a slide.
const TEST: u64 = 32;
/// What it costs to lay out a word of this mask, in words of a slide.
const LAY: u64 = 8;
/// A sample has so many times the rows of the one before.
const STEP: i64 = 8;

/// Adds to `hits` the offsets of a window at which `other` hits `mask`, as [`slide`] does, and gives back offsets that
/// may hit or not: to test those takes less than to go on. `wanted` is the part of each row of the window,
/// from its first column on, that is looked for.
pub(super) fn sift(
    hits: &mut [u64],
    window: Window,
    mask: &Mask,
    other: &Mask,
    wanted: impl Fn(usize) -> Range<u32>,
) -> Result<Vec<[i64; 2]>, Refused> {
    let (Some(mine), Some(theirs)) = (mask.bounds, other.bounds) else { return Ok(Vec::new()) };
    let (columns, rows) = (window.columns as u64, window.rows as u64);
    let whole = other.run_count() * columns * rows.min(mine.height.into());
    let laid = (columns + u64::from(theirs.width.div_ceil(WORD))) * (rows + u64::from(theirs.height)) * LAY;
    let test = TEST + mask.words_in_bounds() / 4;

    // One row in so many is in the sample, and the outermost ones.
    let mut stride = 1;
    while stride * STEP <= (whole / laid).min(theirs.height.into()) as i64 {
        stride *= STEP;
    }
    let (top, last) = (i64::from(theirs.top), theirs.bottom() - 1);
    let picks = |stride: i64, row: i64| (row - top) % stride == 0 || row == last;
    slide(hits, window, mask, other, |row| picks(stride, row))?;
    if stride == 1 {
        return Ok(Vec::new());
    }
    let wanted = memory::list((0..window.rows).map(wanted))?;
    while stride > 1 {
        let open = || open(hits, &wanted);
        let count: u64 = open().map(|(word, _)| u64::from(word.count_ones())).sum();
        if count * test < whole - whole / stride as u64 {
            return memory::list(open().flat_map(|(word, at)| offsets(word, at)));
        }
        let next = stride / STEP;
        slide(hits, window, mask, other, |row| picks(next, row) && !picks(stride, row))?;
        stride = next;
    }
    Ok(Vec::new())
}

/// The offsets that are wanted and that nothing is known to hit at: words of them, and where each begins.
fn open(hits: &[u64], wanted: &[Range<u32>]) -> impl Iterator<Item = (u64, [i64; 2])> {
    hits.chunks_exact(wanted.len()).enumerate().flat_map(move |(column, words)| {
        let place = move |y: usize| [(column * WORD as usize) as i64, y as i64];
        let open = move |(word, wanted): (&u64, &Range<u32>)| !word & span_bits(column, wanted.start, wanted.end);
        words.iter().zip(wanted).map(open).zip((0..).map(place))
    })
}

/// The offsets of a word.
fn offsets(mut word: u64, [x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some([x + i64::from(bit), y])
    })
}
