//! The narrow phase: tests the layers and the pixels of each pair of sprites in the leaf pairs of the join.

use super::batch::Batch;
use super::sort::key;
use crate::broad::Leaf;
use crate::offset_tables::{Numbers, Sampler, TableReader};
use crate::packed::{LeafPair, LeafPairSink};
use crate::row::Row;
use crate::visit::continuing;
use crate::{Pair, SpriteId, World, WorldError};
use mask::Mask;
use std::ops::ControlFlow;

/// A conversion of leaf pairs to pairs of sprites, by one thread.
pub(super) trait PairWriter<P: Copy> {
    /// Appends the pairs of a leaf pair to a batch, which has room for 64 more pairs.
    fn write(&mut self, leaf_pair: LeafPair, batch: &mut Batch<P>);
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
        let _ = self.try_each(leaf_pair, continuing(|pair| batch.push_if(true, pair)));
    }
}

/// The masks that a [`CollisionWriter`] finds by number.
pub(super) type NumberedMasks<'w> = [Option<(&'w Mask, [i32; 2])>];

/// Writes the collisions: the candidates that share a solid pixel.
pub(super) struct CollisionWriter<'w> {
    world: &'w World,
    tables: TableReader<'w>,
    masks: &'w NumberedMasks<'w>,
    sampler: Sampler<'w>,
}

impl<'w> CollisionWriter<'w> {
    pub(super) fn new(world: &'w World, masks: &'w NumberedMasks<'w>) -> CollisionWriter<'w> {
        CollisionWriter { world, tables: world.tables.reader(), masks, sampler: world.tables.sampler(world.len()) }
    }

    /// Calls `visit` with each pair of a leaf pair: its two ids, and whether the sprites share a solid pixel.
    #[inline(always)]
    fn try_each_candidate<B>(
        &mut self,
        leaf_pair: LeafPair,
        mut visit: impl FnMut(SpriteId, SpriteId, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (a, b): (Leaf, Leaf) = (self.world.broad.leaf(leaf_pair.a), self.world.broad.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, a.numbers, b.numbers);
        let (this, tables) = (&*self, self.tables);
        allowed(self.world, leaf_pair).try_each(|i, j| {
            let offset = [b.boxes.left[j].wrapping_sub(a.boxes.left[i]), b.boxes.top[j].wrapping_sub(a.boxes.top[i])];
            let numbers = [a.numbers[i], b.numbers[j]];
            let collide = tables.collide(numbers, offset);
            let collide =
                collide.unwrap_or_else(|| this.overlap(numbers, offset, [leaf_pair.a.plus(i), leaf_pair.b.plus(j)]));
            visit(a.ids[i], b.ids[j], collide)
        })
    }

    /// Tests the pixels of the sprites in two rows. `offset` is the offset between their tight boxes.
    #[inline(always)]
    fn overlap(&self, numbers: Numbers, [x, y]: [i32; 2], rows: [Row; 2]) -> bool {
        let (a, b) = (self.masks.get(usize::from(numbers[0])), self.masks.get(usize::from(numbers[1])));
        if let (Some(&Some((a, from))), Some(&Some((b, to)))) = (a, b) {
            return a.overlaps(b, [x + from[0] - to[0], y + from[1] - to[1]]);
        }
        // Two statements, because a step took 10 % longer with an array and `map`.
        let a = self.world.broad.placed(rows[0], &self.world.masks);
        let b = self.world.broad.placed(rows[1], &self.world.masks);
        a.overlaps(&b)
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
