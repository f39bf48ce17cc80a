//! A word of 64 pixels, and the operations of the kernels on one word or a vector of words.

use core::ops::{Add, BitAnd, BitOr, BitXor, Not};

/// The number of pixels in a word.
pub(crate) const WORD_BITS: u32 = u64::BITS;

/// Returns the bits of the pixels `left <= x < right` in a column of words.
pub(crate) fn span_bits(column: usize, left: u32, right: u32) -> u64 {
    let first = column as u64 * u64::from(WORD_BITS);
    let below = |x: u32| !u64::MAX.unbounded_shl(u64::from(x).saturating_sub(first).min(u64::from(WORD_BITS)) as u32);
    below(right) & !below(left)
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
