//! The result of a join: pairs of rows, grouped by pairs of leaves.

use crate::row::Row;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The size of the buffer of leaf pairs. A search pauses when fewer than 64 entries are free.
pub(super) const BATCH: usize = 256;

/// The pairs of overlapping boxes between the eight rows of one leaf and the eight rows of another.
#[derive(Clone, Copy)]
pub(crate) struct LeafPair {
    /// The first row of the first leaf.
    pub(crate) a: Row,
    /// The first row of the second leaf.
    pub(crate) b: Row,
    /// Bit `8 i + j` is set if the boxes of row `a + i` and row `b + j` overlap.
    pub(crate) bits: u64,
}

impl LeafPair {
    /// Calls `pair` for each pair, with the index of each row in its leaf (0 to 7).
    #[inline(always)]
    pub(crate) fn each(self, mut pair: impl FnMut(usize, usize)) {
        let ControlFlow::Continue(()) = self.try_each(|i, j| {
            pair(i, j);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Gives `pair` the pairs one by one until it breaks, each row counted from the first of its leaf.
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
