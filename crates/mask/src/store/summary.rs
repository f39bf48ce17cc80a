//! The row-group summary of a large mask.
//!
//! A row group is 16 consecutive rows. For every column of words, the summary holds a group word for each row group:
//! the bitwise OR of the 16 words. A group word is exact in x and coarse in y. The summary also holds the span of each
//! column: its first and last row with a solid pixel. The scan of two masks at an offset (`overlap/scan.rs`) uses both.
//!
//! Masks of fewer than [`SUMMARY_MIN_HEIGHT`] rows have no summary: scanning their words takes no longer than setting
//! up the scan of a summary. The summary, with the zeros between its columns, takes at most 7.1 % of the memory of the
//! words.

use crate::Mask;
use crate::geometry::Area;
use crate::memory;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The number of rows in a row group.
pub(crate) const GROUP_ROWS: usize = 16;

/// The number of rows from which a mask has a summary. In a lower mask, scanning all rows takes no longer, and the
/// summary could take more than 7.1 % of the memory of the words.
pub(crate) const SUMMARY_MIN_HEIGHT: u32 = 464;

/// The row-group summary of a mask. It is empty if the mask has fewer than [`SUMMARY_MIN_HEIGHT`] rows.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct RowGroupSummary {
    /// The group words, column after column, with a zero before each column and after the last one.
    words: Vec<u64>,
    /// For each column, the first row with a solid pixel and the row after the last one. Both are 0 if the column is
    /// empty.
    pub(crate) spans: Vec<[u32; 2]>,
}

impl RowGroupSummary {
    /// Creates the summary of a mask with `stride` columns of words and no solid pixel.
    pub(crate) fn new(stride: usize, height: u32) -> Result<RowGroupSummary, TryReserveError> {
        if height < SUMMARY_MIN_HEIGHT {
            return Ok(RowGroupSummary::default());
        }
        let words = memory::try_zeros(stride * (groups_of(height) + 1) + 1)?;
        Ok(RowGroupSummary { words, spans: memory::try_zeros(stride)? })
    }

    pub(crate) fn try_clone(&self) -> Result<RowGroupSummary, TryReserveError> {
        Ok(RowGroupSummary { words: memory::try_clone(&self.words)?, spans: memory::try_clone(&self.spans)? })
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.spans.fill([0; 2]);
    }

    /// The group words of a column, with the zero before them and the zero after them.
    #[inline(always)]
    pub(crate) fn column(&self, column: u32, height: u32) -> &[u64] {
        let groups = groups_of(height);
        &self.words[column as usize * (groups + 1)..][..groups + 2]
    }
}

fn groups_of(height: u32) -> usize {
    (height as usize).div_ceil(GROUP_ROWS)
}

impl Mask {
    pub(crate) fn with_summary(mut self) -> Mask {
        if let Some(frame) = self.frame() {
            self.update_summary(frame);
        }
        self
    }

    /// Updates the summary after words in `touched` have changed.
    pub(crate) fn update_summary(&mut self, touched: Area) {
        if self.height < SUMMARY_MIN_HEIGHT {
            return;
        }
        let (height, groups) = (self.height as usize, groups_of(self.height));
        let changed = touched.top as usize / GROUP_ROWS..(touched.bottom as usize).div_ceil(GROUP_ROWS);
        for column in self.columns(&touched) {
            let rows = self.words.slice(self.word_index(column, 0), self.height);
            let group_words = &mut self.summary.words[column as usize * (groups + 1) + 1..][..groups];
            for (group_word, rows) in
                group_words.iter_mut().zip(rows.chunks(GROUP_ROWS)).take(changed.end).skip(changed.start)
            {
                *group_word = rows.iter().fold(0, |bits, row| bits | row);
            }
            let solid = |row: &usize| rows[*row] != 0;
            let in_group = |group: usize| group * GROUP_ROWS..height.min((group + 1) * GROUP_ROWS);
            let first = group_words.iter().position(|&word| word != 0).and_then(|group| in_group(group).find(solid));
            let last = group_words.iter().rposition(|&word| word != 0).and_then(|group| in_group(group).rfind(solid));
            self.summary.spans[column as usize] = [first.unwrap_or(0) as u32, last.map_or(0, |last| last as u32 + 1)];
        }
    }
}
