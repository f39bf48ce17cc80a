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
use crate::kernel::{self, ConstWord, Lanes, Portable, WORD_BITS, on_level};
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
    fn column_mut(&mut self, column: u32, height: u32) -> (&mut u64, &mut [u64]) {
        let groups = groups_of(height);
        let (words, spans) = self.0.split_at_mut(self.0.len() - 1 - column as usize);
        (&mut spans[0], &mut words[column as usize * (groups + 1) + 1..][..groups])
    }
}

#[inline(always)]
fn groups_of(height: u32) -> usize {
    (height as usize).div_ceil(GROUP_ROWS)
}

fn span_word([first, end]: [u32; 2]) -> u64 {
    u64::from(first) | u64::from(end) << 32
}

impl Mask {
    #[inline(always)]
    pub(crate) fn has_summary(&self) -> bool {
        self.height >= SUMMARY_MIN_HEIGHT
    }

    pub(crate) fn with_summary(mut self) -> Mask {
        if let Some(frame) = self.frame() {
            self.update_summary(frame);
        }
        self
    }

    /// Updates the summary after words in `touched` have changed.
    pub(crate) fn update_summary(&mut self, touched: Area) {
        if !self.has_summary() {
            return;
        }
        let mask = self;
        // Few rows take less time than the choice of a level.
        if touched.height() <= GROUP_ROWS as u32 {
            for column in mask.columns(&touched) {
                mask.summarize_column(Portable, column, &touched);
            }
            return;
        }
        on_level!(lanes => {
            for column in mask.columns(&touched) {
                mask.summarize_column(lanes, column, &touched);
            }
        });
    }

    /// Updates the summary of a column after words in the rows of `touched` have changed. The mask must have a summary.
    #[inline(always)]
    pub(crate) fn summarize_column<L: Lanes>(&mut self, lanes: L, column: u32, touched: &Area) {
        const ALL: ConstWord = ConstWord(u64::MAX);
        let rows = self.words.slice(self.word_index(column, 0), self.height);
        let (span, groups) = self.summary.column_mut(column, self.height);
        let changed = touched.top as usize / GROUP_ROWS..(touched.bottom as usize).div_ceil(GROUP_ROWS);
        // Chunks of a constant size need no loops.
        let (whole, rest) = rows.as_chunks::<GROUP_ROWS>();
        for group in changed.start..changed.end.min(whole.len()) {
            groups[group] = kernel::or_rows(lanes, &whole[group], ALL);
        }
        if changed.end > whole.len() {
            groups[whole.len()] = kernel::or_rows(lanes, rest, ALL);
        }
        let in_group = |group: usize| &rows[group * GROUP_ROWS..rows.len().min((group + 1) * GROUP_ROWS)];
        let row_in = |group: usize, row: usize| (group * GROUP_ROWS + row) as u32;
        *span = match (kernel::first(lanes, groups, ALL), kernel::last(lanes, groups, ALL)) {
            (Some((top, _)), Some(bottom)) => {
                let first = kernel::first(lanes, in_group(top), ALL).map_or(0, |(row, _)| row);
                let last = kernel::last(lanes, in_group(bottom), ALL).unwrap_or(0);
                span_word([row_in(top, first), row_in(bottom, last) + 1])
            }
            _ => 0,
        };
    }

    /// Sets the summary of a mask with every pixel solid.
    pub(crate) fn fill_summary(&mut self) {
        for column in 0..if self.has_summary() { self.stride() } else { 0 } {
            let bits = self.column_bits(column);
            let (span, groups) = self.summary.column_mut(column, self.height);
            *span = span_word([0, self.height]);
            groups.fill(bits);
        }
    }

    /// The bounds of the solid pixels according to the summary. The mask must have a summary.
    pub(crate) fn bounds_by_summary(&self) -> Option<Area> {
        let (mut solid, mut top, mut bottom) = (None, u32::MAX, 0);
        for column in 0..self.stride() {
            let [first, end] = self.summary.span(column);
            if first < end {
                (top, bottom) = (top.min(first), bottom.max(end));
                solid = Some((solid.map_or(column, |(first, _)| first), column));
            }
        }
        let (first, last) = solid?;
        let bits = |column: u32| self.summary.column(column, self.height).iter().fold(0, |bits, group| bits | group);
        let left = first * WORD_BITS + bits(first).trailing_zeros();
        let right = (last + 1) * WORD_BITS - bits(last).leading_zeros();
        Area::of(left..right, top..bottom)
    }
    /// Checks the summary against the plain loop, for [`Mask::validate`].
    pub(super) fn validate_summary(&self) {
        for (column, rows) in (0..).zip(self.all_columns()).filter(|_| self.has_summary()) {
            let groups = rows.chunks(GROUP_ROWS).map(|rows| rows.iter().fold(0, |bits, row| bits | row));
            let expected = [0].into_iter().chain(groups).chain([0]);
            let is_solid = |row: &u64| *row != 0;
            let [first, last] = [rows.iter().position(is_solid), rows.iter().rposition(is_solid)];
            let span = [first.unwrap_or(0), last.map_or(0, |last| last + 1)].map(|row| row as u32);
            let (column, height) = (column, self.height);
            assert!(
                self.summary.column(column, height).iter().copied().eq(expected),
                "group words must match the words"
            );
            assert_eq!(self.summary.span(column), span, "the span must match the words");
        }
    }
}
