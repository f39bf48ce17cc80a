//! The overlay's words over one column: one word for each row.

use super::{FunnelShift, Lanes, Word};
use core::ops::Range;

/// The overlay's words over one column, one for each row of the clip.
pub(crate) trait WordSource: Copy {
    fn word(self, row: usize) -> u64;
    /// The words over the rows from `row` on, as one vector. There must be enough rows to fill the vector.
    fn vector<L: Lanes>(self, lanes: L, row: usize) -> L::Vector;
    fn slice(self, rows: Range<usize>) -> Self;
    /// The first of the words whose loads are to be aligned: those of `mine`, or of the overlay if it loads more words.
    #[inline(always)]
    fn to_align(self, mine: &[u64]) -> *const u64 {
        mine.as_ptr()
    }
}

/// One word for all rows, such as the bits of a rectangle.
#[derive(Clone, Copy)]
pub(crate) struct ConstWord(pub(crate) u64);

impl WordSource for ConstWord {
    #[inline(always)]
    fn word(self, _: usize) -> u64 {
        self.0
    }
    #[inline(always)]
    fn vector<L: Lanes>(self, lanes: L, _: usize) -> L::Vector {
        lanes.splat(self.0)
    }
    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Self {
        self
    }
}

/// The words of two neighboring columns, joined to one word in each row. If a column does not exist, its slice is the
/// slice of the other column, and its shift count is 64.
#[derive(Clone, Copy)]
pub(crate) struct ColumnPair<'a> {
    pub(crate) left: &'a [u64],
    pub(crate) right: &'a [u64],
    pub(crate) shift: FunnelShift,
}

impl WordSource for ColumnPair<'_> {
    #[inline(always)]
    fn word(self, row: usize) -> u64 {
        self.shift.join(self.left[row], self.right[row])
    }
    #[inline(always)]
    fn vector<L: Lanes>(self, lanes: L, row: usize) -> L::Vector {
        self.shift.join(lanes.load(&self.left[row..]), lanes.load(&self.right[row..]))
    }
    #[inline(always)]
    fn slice(self, rows: Range<usize>) -> Self {
        ColumnPair { left: &self.left[rows.clone()], right: &self.right[rows], ..self }
    }
    /// If the height is a multiple of 8, both columns are aligned alike.
    #[inline(always)]
    fn to_align(self, _: &[u64]) -> *const u64 {
        self.left.as_ptr()
    }
}

/// The words of one column, shifted down or up. One of the two counts is 0: two shifts cost less than a branch on the
/// direction.
#[derive(Clone, Copy)]
pub(crate) struct SingleColumn<'a> {
    pub(crate) words: &'a [u64],
    pub(crate) down: u32,
    pub(crate) up: u32,
}

impl WordSource for SingleColumn<'_> {
    #[inline(always)]
    fn word(self, row: usize) -> u64 {
        self.words[row].shift_down(self.down).shift_up(self.up)
    }
    #[inline(always)]
    fn vector<L: Lanes>(self, lanes: L, row: usize) -> L::Vector {
        lanes.load(&self.words[row..]).shift_down(self.down).shift_up(self.up)
    }
    #[inline(always)]
    fn slice(self, rows: Range<usize>) -> Self {
        SingleColumn { words: &self.words[rows], ..self }
    }
}
