//! The narrow phase: tests the layers and the pixels of each pair of sprites in the leaf pairs of the join.

use super::batch::Batch;
use super::sort::key;
use crate::broad::Leaf;
use crate::offset_tables::{Sampler, TableReader};
use crate::packed::{LeafPair, LeafPairSink};
use crate::{Pair, SpriteId, World, WorldError};
use std::ops::ControlFlow;

/// A conversion of leaf pairs to pairs of sprites, by one thread.
pub(super) trait PairWriter<P: Copy> {
    /// Appends the pairs of a leaf pair to a batch, which has room for 64 more pairs.
    fn write(&mut self, leaf_pair: LeafPair, batch: &mut Batch<P>);

    /// Ends the work, successful or not.
    fn finish(self);
}

/// A sink that writes the pairs of a join into a list, up to a limit.
pub(super) struct ListSink<'a, P, W> {
    pub(super) writer: &'a mut W,
    pub(super) batch: &'a mut Batch<P>,
    pub(super) list: &'a mut Vec<P>,
    /// The number of pairs in the other lists.
    pub(super) others: usize,
    /// The maximum number of pairs in all lists together.
    pub(super) limit: usize,
}

impl<P: Copy, W: PairWriter<P>> LeafPairSink for ListSink<'_, P, W> {
    type Stop = WorldError;

    #[inline(always)]
    fn take(&mut self, leaf_pairs: &[LeafPair]) -> ControlFlow<WorldError> {
        let ListSink { writer, batch, list, .. } = self;
        for &leaf_pair in leaf_pairs {
            if let Err(error) = batch.make_room(64, list) {
                return ControlFlow::Break(error);
            }
            writer.write(leaf_pair, batch);
        }
        if let Err(error) = batch.flush(list) {
            return ControlFlow::Break(error);
        }
        match self.others + self.list.len() {
            total if total > self.limit => ControlFlow::Break(WorldError::TooManyPairs { limit: self.limit }),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Writes the candidates: the pairs whose boxes overlap and whose layers allow a collision.
#[derive(Clone, Copy)]
pub(super) struct CandidateWriter<'w>(pub(super) &'w World);

impl CandidateWriter<'_> {
    /// Calls `visit` with each candidate of a leaf pair, until `visit` breaks.
    #[inline(always)]
    pub(super) fn try_each<B>(
        self,
        leaf_pair: LeafPair,
        mut visit: impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (a, b) = (self.0.broad.ids(leaf_pair.a), self.0.broad.ids(leaf_pair.b));
        allowed(self.0, leaf_pair).try_each(|i, j| visit(Pair::of(a[i], b[j])))
    }
}

impl PairWriter<Pair> for CandidateWriter<'_> {
    #[inline(always)]
    fn write(&mut self, leaf_pair: LeafPair, batch: &mut Batch<Pair>) {
        let (a, b) = (self.0.broad.ids(leaf_pair.a), self.0.broad.ids(leaf_pair.b));
        allowed(self.0, leaf_pair).each(|i, j| batch.push_if(true, Pair::of(a[i], b[j])));
    }

    fn finish(self) {}
}

/// Writes the collisions: the candidates that share a solid pixel.
pub(super) struct CollisionWriter<'w> {
    world: &'w World,
    tables: TableReader<'w>,
    sampler: Sampler<'w>,
}

impl<'w> CollisionWriter<'w> {
    pub(super) fn new(world: &'w World) -> CollisionWriter<'w> {
        CollisionWriter { world, tables: world.tables.reader(), sampler: world.tables.sampler(world.len()) }
    }

    /// Calls `visit` with each pair of a leaf pair: its two ids, and whether the sprites share a solid pixel.
    #[inline(always)]
    fn try_each_candidate<B>(
        &mut self,
        leaf_pair: LeafPair,
        mut visit: impl FnMut(SpriteId, SpriteId, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (world, tables) = (self.world, self.tables);
        let (a, b): (Leaf, Leaf) = (world.broad.leaf(leaf_pair.a), world.broad.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, a.numbers, b.numbers);
        allowed(world, leaf_pair).try_each(|i, j| {
            let offset = [b.boxes.left[j].wrapping_sub(a.boxes.left[i]), b.boxes.top[j].wrapping_sub(a.boxes.top[i])];
            let collide = tables.collide(a.numbers[i], b.numbers[j], offset);
            visit(a.ids[i], b.ids[j], collide.unwrap_or_else(|| overlap(world, leaf_pair, i, j)))
        })
    }

    /// Calls `visit` with each pair of a leaf pair that shares a solid pixel, until `visit` breaks.
    #[inline(always)]
    pub(super) fn try_each<B>(
        &mut self,
        leaf_pair: LeafPair,
        mut visit: impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.try_each_candidate(leaf_pair, |a, b, collide| match collide {
            true => visit(Pair::of(a, b)),
            false => ControlFlow::Continue(()),
        })
    }
}

impl PairWriter<u64> for CollisionWriter<'_> {
    #[inline(always)]
    fn write(&mut self, leaf_pair: LeafPair, batch: &mut Batch<u64>) {
        let _ = self.try_each_candidate(leaf_pair, |a, b, collide| {
            batch.push_if(collide, key(a.0.index(), b.0.index()));
            ControlFlow::<()>::Continue(())
        });
    }

    fn finish(self) {
        self.sampler.finish();
    }
}

/// Tests the pixels of two sprites in a leaf pair.
#[inline(never)]
fn overlap(world: &World, leaf_pair: LeafPair, i: usize, j: usize) -> bool {
    let World { broad, masks, .. } = world;
    broad.placed(leaf_pair.a.plus(i), masks).overlaps(&broad.placed(leaf_pair.b.plus(j), masks))
}

/// Returns the pairs of a leaf pair whose layers allow a collision.
#[inline(always)]
fn allowed(world: &World, leaf_pair: LeafPair) -> LeafPair {
    if !world.broad.has_layers() {
        return leaf_pair;
    }
    let (a, b) = (world.broad.layers_from(leaf_pair.a), world.broad.layers_from(leaf_pair.b));
    let mut bits = 0;
    leaf_pair.each(|i, j| bits |= u64::from(a.get(i).may_collide(b.get(j))) << (8 * i + j));
    LeafPair { bits, ..leaf_pair }
}
