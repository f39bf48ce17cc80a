//! The bounds of the solid pixels, and the row-group summary of a large mask. A search of all words finds the bounds,
//! and each edit keeps both up to date.
//!
//! A row group is 16 consecutive rows. For every column of words, the summary holds a group word for each row group:
//! the bitwise OR of the 16 words. A group word is exact in x and coarse in y. The summary also holds the span of each
//! column: its first and last row with a solid pixel. The scan of two masks at an offset (`overlap/scan.rs`) uses both.
//!
//! Masks of fewer than [`SUMMARY_MIN_HEIGHT`] rows have no summary: scanning their words takes no longer than setting
//! up the scan of a summary. The summary, with the zeros between its columns, takes at most 7.1 % of the memory of the
//! words.

use crate::geometry::Area;
use crate::kernel::{Combine, ConstWord, Lanes, Portable, WORD_BITS, WordSource, on_level, span_bits};
use crate::{Mask, kernel, memory};
use alloc::boxed::Box;
use alloc::collections::TryReserveError;

impl Mask {
    /// The smallest box around the solid pixels in a rectangle inside the mask. Reads the words, not `self.bounds`.
    pub(crate) fn bounds_within(&self, area: &Area) -> Option<Area> {
        let (left, right) = (area.left, area.right);
        self.shared_bounds(
            *area,
            #[inline(always)]
            move |column, _| ConstWord(span_bits(column, left, right)),
        )
    }

    /// The bounds of the solid pixels, all of which lie in `area`: from the summary if the mask has one, which must be
    /// up to date, else from the words.
    pub(crate) fn measured_bounds(&self, area: &Area) -> Option<Area> {
        if self.has_summary() { self.bounds_by_summary() } else { self.bounds_within(area) }
    }

    /// The smallest box around the pixels that the mask shares with an overlay in a clip.
    ///
    /// `words(column, clip)` returns the overlay's words over a column in the rows of the clip. The closure must be
    /// `#[inline(always)]`, like all code that runs inside [`on_level`].
    #[inline(always)]
    pub(crate) fn shared_bounds<W: WordSource>(&self, clip: Area, words: impl Fn(u32, &Area) -> W) -> Option<Area> {
        on_level!(lanes => {
            let (mut left, mut right, mut top, mut bottom) = (u32::MAX, 0, u32::MAX, 0);
            for column in self.columns(&clip) {
                let (rows, over) = (self.rows(column, &clip), words(column, &clip));
                let bits = kernel::or_rows(lanes, rows, over);
                if bits == 0 {
                    continue;
                }
                let first = column * WORD_BITS;
                left = left.min(first + bits.trailing_zeros());
                right = first + WORD_BITS - bits.leading_zeros();
                if let Some((row, _)) = kernel::first(lanes, rows, over) {
                    top = top.min(clip.top + row as u32);
                }
                if let Some(row) = kernel::last(lanes, rows, over) {
                    bottom = bottom.max(clip.top + row as u32 + 1);
                }
            }
            Area::of(left..right, top..bottom)
        })
    }

    /// Makes the bounds tight again after an edit within `touched`.
    ///
    /// A side can be loose only if the edit moved the side outwards or may have cleared pixels next to it. Each loose
    /// side is searched in strips of doubling depth, so the cost is in proportion to the distance that the side moves.
    /// A mask with a summary, which must be up to date, needs no search.
    pub(crate) fn retighten_bounds<C: Combine>(&mut self, touched: Area) {
        let Some(mut hull) = (match self.bounds {
            Some(bounds) if C::ADDS => Some(bounds.union(&touched)),
            None if C::ADDS => Some(touched),
            bounds => bounds.filter(|bounds| bounds.clip(&touched, [0, 0]).is_some()),
        }) else {
            return;
        };
        // A search from the sides would read a mask that becomes empty several times.
        let in_one_pass = self.has_summary() || C::REMOVES && touched.clip(&hull, [0, 0]) == Some(hull);
        let before = self.bounds;
        for side in Side::ALL {
            let moved_out = before.is_none_or(|before| side.edge(&hull) != side.edge(&before));
            let cut = C::REMOVES && !side.is_inside(&touched, &hull);
            if !moved_out && !cut {
                continue;
            }
            if in_one_pass {
                self.bounds = self.measured_bounds(&hull);
                return;
            }
            let mut depth = 1;
            let found = loop {
                let strip = side.strip(&hull, depth);
                match self.bounds_within(&strip) {
                    Some(found) => break found,
                    None if strip == hull => {
                        self.bounds = None;
                        return;
                    }
                    None => depth *= 2,
                }
            };
            hull = side.moved(&hull, &found);
        }
        self.bounds = Some(hull);
    }
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Top, Side::Right, Side::Bottom];

    /// The x or y coordinate of this side of an area.
    fn edge(self, area: &Area) -> u32 {
        match self {
            Side::Left => area.left,
            Side::Top => area.top,
            Side::Right => area.right,
            Side::Bottom => area.bottom,
        }
    }

    /// Whether this side of `area` lies further inside than this side of `of`.
    fn is_inside(self, area: &Area, of: &Area) -> bool {
        match self {
            Side::Left | Side::Top => self.edge(area) > self.edge(of),
            Side::Right | Side::Bottom => self.edge(area) < self.edge(of),
        }
    }

    /// The `depth` columns or rows of an area nearest to this side, or the whole area if it has fewer.
    fn strip(self, area: &Area, depth: u32) -> Area {
        match self {
            Side::Left => Area { right: area.right.min(area.left + depth), ..*area },
            Side::Top => Area { bottom: area.bottom.min(area.top + depth), ..*area },
            Side::Right => Area { left: area.left.max(area.right.saturating_sub(depth)), ..*area },
            Side::Bottom => Area { top: area.top.max(area.bottom.saturating_sub(depth)), ..*area },
        }
    }

    /// A copy of `area` with this side taken from `to`.
    fn moved(self, area: &Area, to: &Area) -> Area {
        match self {
            Side::Left => Area { left: to.left, ..*area },
            Side::Top => Area { top: to.top, ..*area },
            Side::Right => Area { right: to.right, ..*area },
            Side::Bottom => Area { bottom: to.bottom, ..*area },
        }
    }
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
    pub(crate) fn validate_summary(&self) {
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
