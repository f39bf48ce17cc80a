//! A word of 64 pixels, the operations of the kernels on words and vectors of words, and the sources of the overlay's
//! words over one column.

use super::lanes::Lanes;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Range};

/// The number of pixels in a word.
pub(crate) const WORD_BITS: u32 = u64::BITS;

/// A word with the pixels `left <= x < right` of a column set.
pub(crate) fn span_bits(column: u32, left: u32, right: u32) -> u64 {
    let below = |x: u32| !u64::MAX.unbounded_shl(x.saturating_sub(column * WORD_BITS).min(WORD_BITS));
    below(right) & !below(left)
}

/// A funnel shift: the 64 pixels that begin at a pixel of a word and continue in the next word of the row.
///
/// ```text
///   words      |           left            |           right           |
///   joined              |        left >> down | right << up         |
///               <-down->                    <--------- up ------------>     down + up = 64
/// ```
///
/// A shift by 64 yields 0. So a count of 64 leaves out a neighbor that does not exist, and one loop serves all columns.
#[derive(Clone, Copy)]
pub(crate) struct FunnelShift {
    down: u32,
    up: u32,
}

impl FunnelShift {
    /// The shift for the 64 pixels that begin at `pixel` of the left word, 0 to 64.
    #[inline(always)]
    pub(crate) fn from_pixel(pixel: u32) -> FunnelShift {
        FunnelShift { down: pixel, up: WORD_BITS - pixel }
    }

    /// A copy of this shift that takes no pixels from a word that does not exist.
    #[inline(always)]
    pub(crate) fn of_existing(self, left: bool, right: bool) -> FunnelShift {
        FunnelShift { down: if left { self.down } else { WORD_BITS }, up: if right { self.up } else { WORD_BITS } }
    }

    #[inline(always)]
    pub(crate) fn join<W: Word>(self, left: W, right: W) -> W {
        left.shift_down(self.down) | right.shift_up(self.up)
    }
}

/// The operations of the kernels, on one word or on each word of a vector.
pub(crate) trait Word:
    Copy + Add<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Shifts towards lower bits, to the left in the picture, by 0 to 64.
    fn shift_down(self, count: u32) -> Self;
    /// Shifts towards higher bits, to the right in the picture, by 0 to 64.
    fn shift_up(self, count: u32) -> Self;
    /// Counts the set bits of each word.
    fn popcount(self) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn shift_down(self, count: u32) -> u64 {
        self.unbounded_shr(count)
    }
    #[inline(always)]
    fn shift_up(self, count: u32) -> u64 {
        self.unbounded_shl(count)
    }
    #[inline(always)]
    fn popcount(self) -> u64 {
        self.count_ones().into()
    }
}

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
