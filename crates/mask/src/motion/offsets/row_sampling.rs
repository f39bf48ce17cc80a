//! Which offsets hit, with as few rows of the other mask as will do.
//!
//! In noise a few rows of the other mask fill nearly everything, and each row is many runs to slide; so do a few rows
//! of what is solid, deep inside. So a sample of the rows is slid first, as large as pays for laying out this mask,
//! and then larger ones, until so few offsets are open that each can be tested.

use super::run_hits::{OffsetWindow, distinct_row_runs, or_run_hits};
use crate::Mask;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{self, AllocError};
use alloc::vec::Vec;
use core::ops::Range;

/// What a test of one offset costs beside the words it reads, in words of a slide.
const TEST_COST: u64 = 32;
/// Where to test what is open costs as much for each run, in words of a slide, runs are counted once more.
const RECOUNT_FACTOR: u64 = 1024;
/// The most offsets to be given back for each word of 64: a list of them is to take no more than a few times the window.
const MAX_OPEN_PER_WORD: u64 = 2;
/// A sample has so many times the rows of the one before.
const SAMPLE_GROWTH: i64 = 8;

/// Two masks of which one is slid over the other.
pub(in crate::motion) struct RowSampling<'a> {
    pub(in crate::motion) mask: &'a Mask,
    pub(in crate::motion) other: &'a Mask,
    /// What laying out a word of the mask counts for, in words of a slide: with more, the first sample is larger.
    layout_weight: u64,
    runs: u64,
    /// The runs of rows that differ, once they were counted.
    distinct_runs: Option<u64>,
}

impl<'a> RowSampling<'a> {
    pub(in crate::motion) fn new(mask: &'a Mask, other: &'a Mask, layout_weight: u64) -> RowSampling<'a> {
        RowSampling { mask, other, layout_weight, runs: other.run_count(), distinct_runs: None }
    }

    /// Adds to `hits` the offsets of a window at which the other mask hits, as [`or_run_hits`] does, and gives back offsets
    /// that may hit or not: to test those takes less than to go on. `wanted` is the part of each row of the
    /// window, from its first column on, that is looked for.
    pub(in crate::motion) fn or_hits(
        &mut self,
        hits: &mut [u64],
        window: OffsetWindow,
        wanted: impl Fn(usize) -> Range<u32>,
    ) -> Result<Vec<[i64; 2]>, AllocError> {
        let RowSampling { mask, other, .. } = *self;
        let (Some(mine), Some(theirs)) = (mask.bounds, other.bounds) else { return Ok(Vec::new()) };
        let (columns, rows) = (window.columns as u64, window.rows as u64);
        let layout_cost = (columns + u64::from(theirs.width.div_ceil(WORD_BITS)))
            * (rows + u64::from(theirs.height))
            * self.layout_weight;
        let cost = |runs: u64| runs * columns * rows.min(mine.height.into());
        // One row in so many is in the first sample, and the outermost ones.
        let mut full_cost = cost(self.runs);
        let mut stride = 1;
        while stride * SAMPLE_GROWTH <= (full_cost / layout_cost).min(theirs.height.into()) as i64 {
            stride *= SAMPLE_GROWTH;
        }
        let (top, last) = (i64::from(theirs.top), theirs.bottom() - 1);
        let picks = |stride: i64, row: i64| (row - top) % stride == 0 || row == last;
        or_run_hits(hits, window, mask, other, |row| picks(stride, row))?;
        if stride == 1 {
            return Ok(Vec::new());
        }
        let wanted = memory::try_collect((0..window.rows).map(wanted))?;
        let test = TEST_COST + mask.words_in_bounds() / 4;
        while stride > 1 {
            let open = || open_words(hits, &wanted);
            let count: u64 = open().map(|(word, _)| u64::from(word.count_ones())).sum();
            // Rows that are alike are slid once. To count the runs of the others takes time, too.
            if count * test > self.runs * RECOUNT_FACTOR {
                full_cost = cost(match self.distinct_runs {
                    Some(distinct_runs) => distinct_runs,
                    None => *self.distinct_runs.insert(distinct_row_runs(other)?),
                });
            }
            if count <= MAX_OPEN_PER_WORD * hits.len() as u64 && count * test < full_cost - full_cost / stride as u64 {
                let mut list = memory::try_with_capacity(count as usize)?;
                list.extend(open().flat_map(|(word, at)| word_offsets(word, at)));
                return Ok(list);
            }
            let next = stride / SAMPLE_GROWTH;
            or_run_hits(hits, window, mask, other, |row| picks(next, row) && !picks(stride, row))?;
            stride = next;
        }
        Ok(Vec::new())
    }
}

/// The offsets that are wanted and that nothing is known to hit at: words of them, and where each begins.
fn open_words(hits: &[u64], wanted: &[Range<u32>]) -> impl Iterator<Item = (u64, [i64; 2])> {
    hits.chunks_exact(wanted.len()).enumerate().flat_map(move |(column, words)| {
        let place = move |y: usize| [(column * WORD_BITS as usize) as i64, y as i64];
        let open = move |(word, wanted): (&u64, &Range<u32>)| !word & span_bits(column, wanted.start, wanted.end);
        words.iter().zip(wanted).map(open).zip((0..).map(place))
    })
}

/// The offsets of a word.
fn word_offsets(mut word: u64, [x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some([x + i64::from(bit), y])
    })
}
