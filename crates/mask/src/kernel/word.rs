//! A word of 64 pixels, and the operations of the kernels on one word or a vector of words.

use core::ops::{Add, BitAnd, BitOr, BitXor, Not};

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
