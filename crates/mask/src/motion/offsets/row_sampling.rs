//! Colliding offsets from as few rows of the other mask as possible.
//!
//! A few rows of the other mask often decide nearly all offsets: in noise, and deep inside solid shapes. In noise
//! each row also has many runs to slide. Therefore a sample of the rows is slid first, large enough to pay for
//! laying out this mask. Larger samples follow until so few offsets are open that each can be tested on its own.

use super::run_hits::{OffsetWindow, distinct_row_runs, or_run_hits};
use crate::Mask;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{self, AllocError};
use alloc::vec::Vec;
use core::ops::Range;

/// The fixed cost of testing one offset, in words of a slide. The words that the test reads are added to it.
const TEST_COST: u64 = 32;
/// If testing the open offsets costs more than this for each run, in words of a slide, the runs of distinct rows
/// are counted.
const RECOUNT_FACTOR: u64 = 1024;
/// The most open offsets to return for each word of 64. The list then takes at most a few times the memory of the
/// window.
const MAX_OPEN_PER_WORD: u64 = 2;
/// The factor by which the number of rows grows from one sample to the next.
const SAMPLE_GROWTH: i64 = 8;

/// The state of sliding one mask over another in samples of rows.
pub(in crate::motion) struct RowSampling<'a> {
    pub(in crate::motion) mask: &'a Mask,
    pub(in crate::motion) other: &'a Mask,
    /// The cost of laying out a word of the mask, in words of a slide. A higher weight makes the first sample
    /// larger.
    layout_weight: u64,
    runs: u64,
    /// The runs of distinct rows, after they have been counted.
    distinct_runs: Option<u64>,
}

impl<'a> RowSampling<'a> {
    pub(in crate::motion) fn new(mask: &'a Mask, other: &'a Mask, layout_weight: u64) -> RowSampling<'a> {
        RowSampling { mask, other, layout_weight, runs: other.run_count(), distinct_runs: None }
    }

    /// Adds the colliding offsets of a window to `hits`, as [`or_run_hits`] does. Returns the offsets that are
    /// still open, which the caller tests one by one. `wanted` is the range of columns that the caller needs of
    /// each row of the window, relative to its first column.
    pub(in crate::motion) fn or_hits(
        &mut self,
        hits: &mut [u64],
        window: OffsetWindow,
        wanted: impl Fn(usize) -> Range<u32>,
    ) -> Result<Vec<[i64; 2]>, AllocError> {
        let RowSampling { mask, other, .. } = *self;
        let (Some(mine), Some(theirs)) = (mask.bounds(), other.bounds()) else { return Ok(Vec::new()) };
        let (columns, rows) = (window.columns as u64, window.rows as u64);
        let layout_cost = (columns + u64::from(theirs.width.div_ceil(WORD_BITS)))
            * (rows + u64::from(theirs.height))
            * self.layout_weight;
        let cost = |runs: u64| runs * columns * rows.min(mine.height.into());
        // The first sample has the outermost rows and one row in each stride.
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
            // Rows of equal pixels are slid once. Counting the runs of distinct rows takes time, too.
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

/// Returns the offsets that are wanted and not known to collide, as words, and the first offset of each word.
fn open_words(hits: &[u64], wanted: &[Range<u32>]) -> impl Iterator<Item = (u64, [i64; 2])> {
    hits.chunks_exact(wanted.len()).enumerate().flat_map(move |(column, words)| {
        let place = move |y: usize| [(column * WORD_BITS as usize) as i64, y as i64];
        let open = move |(word, wanted): (&u64, &Range<u32>)| !word & span_bits(column, wanted.start, wanted.end);
        words.iter().zip(wanted).map(open).zip((0..).map(place))
    })
}

/// Returns the offsets of a word.
fn word_offsets(mut word: u64, [x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some([x + i64::from(bit), y])
    })
}
