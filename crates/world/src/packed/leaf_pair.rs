//! The result of a join: pairs of rows, a leaf with a leaf.

use crate::row::Row;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The pairs of eight rows with eight other rows whose boxes overlap.
#[derive(Clone, Copy)]
pub(crate) struct LeafPair {
    /// The first row of the one leaf.
    pub(crate) a: Row,
    /// The first row of the other leaf.
    pub(crate) b: Row,
    /// Bit `8 i + j` for the pair of `a + i` and `b + j`.
    pub(crate) bits: u64,
}

impl LeafPair {
    /// Gives `pair` the pairs one by one, each row counted from the first of its leaf.
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

/// Takes the leaf pairs of a join.
pub(crate) trait LeafPairSink {
    /// The reason to stop early.
    type Stop;

    /// Takes the next leaf pairs, in the order of the trees.
    fn take(&mut self, leaf_pairs: &[LeafPair]) -> ControlFlow<Self::Stop>;
}

impl<B, F: FnMut(&[LeafPair]) -> ControlFlow<B>> LeafPairSink for F {
    type Stop = B;

    fn take(&mut self, leaf_pairs: &[LeafPair]) -> ControlFlow<B> {
        self(leaf_pairs)
    }
}
