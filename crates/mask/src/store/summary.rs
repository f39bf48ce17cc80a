//! The row-group summary of a large mask.
//!
//! A row group is 16 consecutive rows. For every column of words, the summary holds a group word for each row group:
//! the bitwise OR of the 16 words. A group word is exact in x and coarse in y. The summary also holds the span of each
//! column: its first and last row with a solid pixel. The scan of two masks at an offset (`overlap/scan.rs`) uses both.
//!
//! Masks of fewer than [`SUMMARY_MIN_HEIGHT`] rows have no summary: scanning their words takes no longer than setting
//! up the scan of a summary. The summary, with the zeros between its columns, takes at most 7.1 % of the memory of the
//! words.

use crate::memory;
use alloc::boxed::Box;
use alloc::collections::TryReserveError;

/// The number of rows in a row group.
pub(crate) const GROUP_ROWS: usize = 16;

/// The number of rows from which a mask has a summary. In a lower mask, scanning all rows takes no longer, and the
/// summary could take more than 7.1 % of the memory of the words.
pub(crate) const SUMMARY_MIN_HEIGHT: u32 = 464;

/// The row-group summary of a mask. It is empty if the mask has fewer than [`SUMMARY_MIN_HEIGHT`] rows.
///
/// ```text
///   0 | group words of column 0 | 0 | group words of column 1 | 0 … | span of column 1 | span of column 0
///                                         a span: the first row, and the row after the last one << 32
/// ```
#[derive(Default, PartialEq, Eq)]
pub(crate) struct RowGroupSummary(Box<[u64]>);

impl RowGroupSummary {
    /// Creates the summary of a mask with `stride` columns of words and no solid pixel.
    pub(crate) fn new(stride: usize, height: u32) -> Result<RowGroupSummary, TryReserveError> {
        if height < SUMMARY_MIN_HEIGHT {
            return Ok(RowGroupSummary::default());
        }
        memory::try_zeros(1 + stride * (groups_of(height) + 2)).map(|words| RowGroupSummary(words.into_boxed_slice()))
    }

    pub(crate) fn try_clone(&self) -> Result<RowGroupSummary, TryReserveError> {
        memory::try_clone(&self.0).map(|words| RowGroupSummary(words.into_boxed_slice()))
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The group words of a column, with the zero before them and the zero after them.
    #[inline(always)]
    pub(crate) fn column(&self, column: u32, height: u32) -> &[u64] {
        let groups = groups_of(height);
        &self.0[column as usize * (groups + 1)..][..groups + 2]
    }

    /// The first row of a column with a solid pixel and the row after the last one. Both are 0 if the column is empty.
    #[inline(always)]
    pub(crate) fn span(&self, column: u32) -> [u32; 2] {
        let span = self.0[self.0.len() - 1 - column as usize];
        [span as u32, (span >> 32) as u32]
    }

    /// The span of a column and its group words, to be changed.
    #[inline(always)]
    pub(super) fn column_mut(&mut self, column: u32, height: u32) -> (&mut u64, &mut [u64]) {
        let groups = groups_of(height);
        let (words, spans) = self.0.split_at_mut(self.0.len() - 1 - column as usize);
        (&mut spans[0], &mut words[column as usize * (groups + 1) + 1..][..groups])
    }
}

#[inline(always)]
fn groups_of(height: u32) -> usize {
    (height as usize).div_ceil(GROUP_ROWS)
}

pub(super) fn span_word([first, end]: [u32; 2]) -> u64 {
    u64::from(first) | u64::from(end) << 32
}
