//! The result of a join: pairs of sprites, grouped by pairs of leaves.

use super::lane::Lane;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The size of the buffer of leaf pairs. A search pauses when fewer than 64 entries are free.
pub(crate) const BATCH: usize = 256;

/// The pairs of overlapping boxes between the eight lanes of one leaf and the eight lanes of another.
#[derive(Clone, Copy)]
pub(crate) struct LeafPair {
    /// The first lane of the first leaf.
    pub(crate) a: Lane,
    /// The first lane of the second leaf.
    pub(crate) b: Lane,
    /// Bit `8 i + j` is set if the boxes of lane `i` of the first leaf and lane `j` of the second overlap.
    pub(crate) bits: u64,
}

impl LeafPair {
    /// No pair.
    pub(crate) const NONE: LeafPair = LeafPair { a: Lane::new(0, 0), b: Lane::new(0, 0), bits: 0 };

    /// Calls `pair` for each pair, with the lane of each sprite in its leaf (0 to 7).
    #[inline(always)]
    pub(crate) fn each(self, mut pair: impl FnMut(usize, usize)) {
        let ControlFlow::Continue(()) = self.try_each(|i, j| {
            pair(i, j);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Gives `pair` the pairs one by one until it breaks, each lane counted from the first of its leaf.
    #[inline(always)]
    pub(crate) fn try_each<B>(self, mut pair: impl FnMut(usize, usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut bits = self.bits;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            pair(bit / 8, bit % 8)?;
        }
        ControlFlow::Continue(())
    }
}

/// Each bit in a byte of its own.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The bits of a byte, each in a byte of its own: bit `i` becomes bit `8 i`.
#[inline(always)]
pub(super) fn spread(bits: u64) -> u64 {
    ((((bits * EACH) & 0x8040_2010_0804_0201) + 0x7f * EACH) >> 7) & EACH
}

/// The pairs of a leaf pair that have a lane of `a` or a lane of `b`.
#[inline(always)]
pub(crate) fn pairs_with(a: u8, b: u8) -> u64 {
    (spread(a.into()) * 0xff) | (u64::from(b) * EACH)
}
