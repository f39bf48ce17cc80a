//! The summary of a large mask: the OR of each 16 rows, and where the solid rows of each column begin and end.
//!
//! For every column of words, each 16 rows have a union: the bitwise OR of their words. A union is a word like any
//! other, exact in x and coarse in y. The span of a column is its first and last row with a solid pixel. Both serve the
//! scan of two masks at an offset (`overlap/scan.rs`).
//!
//! Masks of fewer than [`SUMMARY_MIN_HEIGHT`] rows have neither: scanning them takes no longer than setting out. With the zeros
//! between columns, both take at most 7 % of the memory of the rows.

use crate::memory::{self, AllocError};
use crate::{Mask, Rect};
use alloc::vec::Vec;

/// Rows of a union.
pub(crate) const GROUP_ROWS: usize = 16;

/// Rows from which a mask has unions: below, the zeros would take more than 7 %.
pub(crate) const SUMMARY_MIN_HEIGHT: u32 = 464;

/// The coarse levels of a mask; empty where it has none.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct RowGroupSummary {
    /// Column after column, with a zero before each and after the last.
    words: Vec<u64>,
    /// Of each column, the first row with a solid pixel and the one after the last; equal where none has.
    pub(crate) spans: Vec<[u32; 2]>,
}

impl RowGroupSummary {
    /// Those of a mask of this size with nothing solid.
    pub(crate) fn new(stride: usize, height: u32) -> Result<RowGroupSummary, AllocError> {
        if height < SUMMARY_MIN_HEIGHT {
            return Ok(RowGroupSummary::default());
        }
        let words = memory::try_zeros(stride * (groups_of(height) + 1) + 1)?;
        Ok(RowGroupSummary { words, spans: memory::try_zeros(stride)? })
    }

    /// A copy.
    pub(crate) fn try_clone(&self) -> Result<RowGroupSummary, AllocError> {
        Ok(RowGroupSummary { words: memory::try_copy(&self.words)?, spans: memory::try_copy(&self.spans)? })
    }

    /// Makes them those of a mask with nothing solid.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.spans.fill([0; 2]);
    }

    /// The unions of a column, with the zeros before and after.
    #[inline(always)]
    pub(crate) fn column(&self, column: usize, height: u32) -> &[u64] {
        let groups = groups_of(height);
        &self.words[column * (groups + 1)..][..groups + 2]
    }
}

/// Unions of a column.
fn groups_of(height: u32) -> usize {
    (height as usize).div_ceil(GROUP_ROWS)
}

impl Mask {
    /// With the unions of its words.
    pub(crate) fn with_summary(mut self) -> Mask {
        if let Some(frame) = self.frame() {
            self.update_summary(frame);
        }
        self
    }

    /// Makes the coarse levels true again after words in `touched` have changed.
    pub(crate) fn update_summary(&mut self, touched: Rect) {
        if self.height < SUMMARY_MIN_HEIGHT {
            return;
        }
        let (height, groups) = (self.height as usize, groups_of(self.height));
        let changed = touched.top as usize / GROUP_ROWS..(touched.bottom() as usize).div_ceil(GROUP_ROWS);
        for column in self.columns(&touched) {
            let rows = &self.words[column * height..][..height];
            let unions = &mut self.summary.words[column * (groups + 1) + 1..][..groups];
            for (union, rows) in unions.iter_mut().zip(rows.chunks(GROUP_ROWS)).take(changed.end).skip(changed.start) {
                *union = rows.iter().fold(0, |union, row| union | row);
            }
            let solid = |row: &usize| rows[*row] != 0;
            let in_group = |group: usize| group * GROUP_ROWS..height.min((group + 1) * GROUP_ROWS);
            let first = unions.iter().position(|&union| union != 0).and_then(|group| in_group(group).find(solid));
            let last = unions.iter().rposition(|&union| union != 0).and_then(|group| in_group(group).rfind(solid));
            self.summary.spans[column] = [first.unwrap_or(0) as u32, last.map_or(0, |last| last as u32 + 1)];
        }
    }
}
