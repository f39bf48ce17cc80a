//! The methods of [`Mask`] that keep its row-group summary up to date, and read it.

use super::summary::{GROUP_ROWS, SUMMARY_MIN_HEIGHT, span_word};
use crate::Mask;
use crate::geometry::Area;
use crate::kernel::{self, ConstWord, Lanes, Portable, WORD_BITS, on_level};

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
