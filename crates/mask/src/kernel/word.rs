//! A word of 64 pixels, and what the kernels do with one word or a vector of words.

use core::ops::{Add, BitAnd, BitOr, BitXor, Not};

/// The pixels of a word.
pub(crate) const WORD_BITS: u32 = u64::BITS;

/// The bits of a column of words that stand for `left <= x < right`.
pub(crate) fn span_bits(column: usize, left: u32, right: u32) -> u64 {
    let first = column as u64 * u64::from(WORD_BITS);
    let below = |x: u32| !u64::MAX.unbounded_shl(u64::from(x).saturating_sub(first).min(u64::from(WORD_BITS)) as u32);
    below(right) & !below(left)
}

/// What the kernels do with words, for one and for a vector of them.
pub(crate) trait Word:
    Copy + Add<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Towards lower bits, the left of the picture, by up to 64.
    fn shift_down(self, count: u32) -> Self;
    /// Towards higher bits, the right of the picture, by up to 64.
    fn shift_up(self, count: u32) -> Self;
    /// The solid pixels of each word.
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
