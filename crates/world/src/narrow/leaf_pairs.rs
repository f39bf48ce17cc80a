//! The narrow phase: tests the layers and the pixels of each pair of sprites in the leaf pairs of the join.

use crate::packed::{LeafPair, LeafPairSink};
use crate::visit::continuing;
use crate::{Pair, World, WorldError};
use std::ops::ControlFlow;

/// A conversion of leaf pairs to pairs of sprites.
pub(super) trait PairWriter<P>: Sync {
    /// Appends the pairs of a leaf pair to a list. The list must have room for 64 more pairs.
    fn write(&self, leaf_pair: LeafPair, list: &mut Vec<P>);
}

/// Writes the candidates: the pairs whose boxes overlap and whose layers allow a collision.
#[derive(Clone, Copy)]
pub(super) struct CandidateWriter<'w>(pub(super) &'w World);

/// Writes the collisions: the candidates that share a solid pixel.
#[derive(Clone, Copy)]
pub(super) struct CollisionWriter<'w>(pub(super) &'w World);

/// A sink that writes the pairs of a join into a list, up to a limit.
pub(super) struct ListSink<'a, P, W> {
    pub(super) writer: &'a W,
    pub(super) list: &'a mut Vec<P>,
    /// The number of pairs in the other lists.
    pub(super) others: usize,
    /// The maximum number of pairs in all lists together.
    pub(super) limit: usize,
}

impl<P, W: PairWriter<P>> LeafPairSink for ListSink<'_, P, W> {
    type Stop = WorldError;

    fn take(&mut self, leaf_pairs: &[LeafPair]) -> ControlFlow<WorldError> {
        for &leaf_pair in leaf_pairs {
            if self.list.try_reserve(64).is_err() {
                return ControlFlow::Break(WorldError::NoMemory);
            }
            self.writer.write(leaf_pair, self.list);
        }
        match self.others + self.list.len() {
            total if total > self.limit => ControlFlow::Break(WorldError::TooManyPairs { limit: self.limit }),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl PairWriter<Pair> for CandidateWriter<'_> {
    #[inline(always)]
    fn write(&self, leaf_pair: LeafPair, list: &mut Vec<Pair>) {
        let _ = self.try_each(leaf_pair, continuing(|pair| list.push(pair)));
    }
}

impl PairWriter<Pair> for CollisionWriter<'_> {
    #[inline(always)]
    fn write(&self, leaf_pair: LeafPair, list: &mut Vec<Pair>) {
        let _ = self.try_each(leaf_pair, continuing(|pair| list.push(pair)));
    }
}

impl CandidateWriter<'_> {
    /// Calls `pair` with each candidate of a leaf pair, until `pair` breaks.
    #[inline(always)]
    pub(super) fn try_each<B>(
        self,
        leaf_pair: LeafPair,
        mut pair: impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let broad = &self.0.broad;
        let (a, b) = (broad.ids(leaf_pair.a), broad.ids(leaf_pair.b));
        if broad.has_layers() {
            try_each_allowed(self.0, leaf_pair, |i, j| pair(Pair::of(a[i], b[j])))
        } else {
            leaf_pair.try_each(|i, j| pair(Pair::of(a[i], b[j])))
        }
    }
}

impl CollisionWriter<'_> {
    /// Calls `pair` with each pair of sprites in a leaf pair that share a solid pixel, until `pair` breaks.
    #[inline(always)]
    pub(super) fn try_each<B>(
        self,
        leaf_pair: LeafPair,
        mut pair: impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let World { broad, masks, .. } = self.0;
        let (a, b) = (broad.ids(leaf_pair.a), broad.ids(leaf_pair.b));
        try_each_allowed(self.0, leaf_pair, |i, j| {
            // Two statements, because a step took 10 % longer with an array and `map`.
            let one = broad.placed(leaf_pair.a.plus(i), masks);
            let other = broad.placed(leaf_pair.b.plus(j), masks);
            if one.overlaps(&other) { pair(Pair::of(a[i], b[j])) } else { ControlFlow::Continue(()) }
        })
    }
}

/// Calls `pair` with the lanes of each pair of sprites in a leaf pair whose layers allow a collision, until `pair`
/// breaks.
#[inline(always)]
fn try_each_allowed<B>(
    world: &World,
    leaf_pair: LeafPair,
    mut pair: impl FnMut(usize, usize) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (a, b) = (world.broad.layers_from(leaf_pair.a), world.broad.layers_from(leaf_pair.b));
    leaf_pair.try_each(|i, j| if a.get(i).may_collide(b.get(j)) { pair(i, j) } else { ControlFlow::Continue(()) })
}
