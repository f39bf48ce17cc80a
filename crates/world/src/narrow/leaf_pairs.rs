//! The narrow phase: tests the layers and the pixels of each pair of sprites in the leaf pairs of the join.

use super::batch::Batch;
use super::sort::key;
use crate::broad::{Class, Leaf};
use crate::offset_tables::{Numbers, Sampler, TableReader};
use crate::packed::{LeafPair, LeafPairSink};
use crate::row::Row;
use crate::visit::continuing;
use crate::{Pair, SpriteId, World, WorldError};
use mask::Mask;
use std::ops::ControlFlow;

/// A conversion of leaf pairs to pairs of sprites, by one thread.
pub(super) trait PairWriter<P> {
    /// Appends the pairs of some leaf pairs to a list, by way of an empty batch.
    fn write(&mut self, leaf_pairs: &[LeafPair], batch: &mut Batch<P>, list: &mut Vec<P>) -> Result<(), WorldError>;
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

impl<P: Copy + Default, W: PairWriter<P>> LeafPairSink for ListSink<'_, P, W> {
    type Stop = WorldError;

    #[inline(always)]
    fn take(&mut self, leaf_pairs: &[LeafPair]) -> ControlFlow<WorldError> {
        let ListSink { writer, batch, list, .. } = self;
        if let Err(error) = writer.write(leaf_pairs, batch, list) {
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
    fn write(
        &mut self,
        leaf_pairs: &[LeafPair],
        batch: &mut Batch<Pair>,
        list: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        for &leaf_pair in leaf_pairs {
            batch.make_room(64, list)?;
            let _ = self.try_each(leaf_pair, continuing(|pair| batch.push_if(true, pair)));
        }
        batch.flush(list)
    }
}

/// The masks that a [`CollisionWriter`] finds by number.
pub(super) type NumberedMasks<'w> = [Option<(&'w Mask, [i32; 2])>];

/// The maximum number of candidates in a [`CollisionWriter`].
const CANDIDATES: usize = 128;

/// A candidate, and what its test reads.
#[derive(Clone, Copy)]
struct Candidate {
    rows: [Row; 2],
    numbers: Numbers,
    /// The offset from the tight box of the first sprite to that of the second.
    offset: [i32; 2],
}

impl Candidate {
    /// Returns the candidate of row `i` of one leaf and row `j` of another.
    #[inline(always)]
    fn new(leaf_pair: LeafPair, [a, b]: [&Leaf; 2], [i, j]: [usize; 2]) -> Candidate {
        Candidate {
            rows: [leaf_pair.a.plus(i), leaf_pair.b.plus(j)],
            numbers: [a.numbers[i], b.numbers[j]],
            offset: [b.boxes.left[j].wrapping_sub(a.boxes.left[i]), b.boxes.top[j].wrapping_sub(a.boxes.top[i])],
        }
    }
}

/// Writes the collisions: the candidates that share a solid pixel.
///
/// Candidates are gathered first. Then all of them are looked up in the tables, and then the pixels of the undecided ones are
/// tested. So the processor does many look-ups at once.
pub(super) struct CollisionWriter<'w> {
    world: &'w World,
    tables: TableReader<'w>,
    masks: &'w NumberedMasks<'w>,
    sampler: Sampler<'w>,
    candidates: [Candidate; CANDIDATES],
}

impl<'w> CollisionWriter<'w> {
    pub(super) fn new(world: &'w World, masks: &'w NumberedMasks<'w>) -> CollisionWriter<'w> {
        let any = Candidate { rows: [Row::first(0); 2], numbers: [0; 2], offset: [0; 2] };
        let (tables, sampler) = (world.tables.reader(), world.tables.sampler(world.len()));
        CollisionWriter { world, tables, masks, sampler, candidates: [any; CANDIDATES] }
    }

    /// Calls `visit` with the candidates of some leaf pairs, in blocks, and with whether each shares a solid pixel. `pair` makes
    /// a candidate of two ids.
    #[inline(always)]
    fn try_each_candidate<P: Copy + Default, B>(
        &mut self,
        leaf_pairs: &[LeafPair],
        pair: impl Fn(SpriteId, SpriteId) -> P,
        mut visit: impl FnMut(&[P], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.tables.pays() {
            return leaf_pairs.iter().try_for_each(|&leaf_pair| self.try_each_by_pixels(leaf_pair, &pair, &mut visit));
        }
        let mut count = 0;
        let mut pairs = [P::default(); CANDIDATES];
        for &leaf_pair in leaf_pairs {
            if count > CANDIDATES - 64 {
                self.test(&pairs[..std::mem::take(&mut count)], &mut visit)?;
            }
            self.gather(leaf_pair, &mut count, &mut pairs, &pair);
        }
        self.test(&pairs[..count], &mut visit)
    }

    /// Tests the pixels of the candidates of a leaf pair, one by one, and calls `visit` with each.
    #[inline(always)]
    fn try_each_by_pixels<P, B>(
        &mut self,
        leaf_pair: LeafPair,
        pair: impl Fn(SpriteId, SpriteId) -> P,
        visit: &mut impl FnMut(&[P], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let broad = &self.world.broad;
        let (a, b): (Leaf, Leaf) = (broad.leaf(leaf_pair.a), broad.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, [a.numbers, b.numbers], |row| broad.appearance(row));
        allowed(self.world, leaf_pair).try_each(|i, j| {
            let candidate = Candidate::new(leaf_pair, [&a, &b], [i, j]);
            visit(&[pair(a.ids[i], b.ids[j])], &[self.overlap(&candidate)])
        })
    }

    /// Gathers the candidates of a leaf pair, after the `count` candidates before.
    #[inline(always)]
    fn gather<P: Copy>(
        &mut self,
        leaf_pair: LeafPair,
        count: &mut usize,
        pairs: &mut [P; CANDIDATES],
        pair: &impl Fn(SpriteId, SpriteId) -> P,
    ) {
        let (a, b): (Leaf, Leaf) = (self.world.broad.leaf(leaf_pair.a), self.world.broad.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, [a.numbers, b.numbers], |row| self.world.broad.appearance(row));
        allowed(self.world, leaf_pair).each(|i, j| {
            pairs[*count % CANDIDATES] = pair(a.ids[i], b.ids[j]);
            self.candidates[*count % CANDIDATES] = Candidate::new(leaf_pair, [&a, &b], [i, j]);
            *count += 1;
        });
    }

    /// Tests the gathered candidates, and calls `visit` with them.
    #[inline(always)]
    fn test<P: Copy, B>(&self, pairs: &[P], visit: &mut impl FnMut(&[P], &[bool]) -> ControlFlow<B>) -> ControlFlow<B> {
        let candidates = &self.candidates[..pairs.len()];
        let (mut known, mut collide) = ([true; CANDIDATES], [false; CANDIDATES]);
        let mut all_known = true;
        for (candidate, (known, collide)) in candidates.iter().zip(known.iter_mut().zip(&mut collide)) {
            (*known, *collide) = self.tables.collide(candidate.numbers, candidate.offset);
            all_known &= *known;
        }
        if !all_known {
            // Listed without a branch, because the processor cannot predict which candidates the tables decide.
            let mut undecided = [0; CANDIDATES];
            let mut undecided_count = 0;
            for (k, known) in known[..pairs.len()].iter().enumerate() {
                undecided[undecided_count % CANDIDATES] = k as u8;
                undecided_count += usize::from(!known);
            }
            for &k in &undecided[..undecided_count] {
                collide[usize::from(k)] = self.overlap(&candidates[usize::from(k)]);
            }
        }
        visit(pairs, &collide[..pairs.len()])
    }

    /// Tests the pixels of a candidate.
    #[inline(always)]
    fn overlap(&self, &Candidate { numbers, offset: [x, y], rows, .. }: &Candidate) -> bool {
        let (a, b) = (self.masks.get(usize::from(numbers[0])), self.masks.get(usize::from(numbers[1])));
        if let (Some(&Some((a, from))), Some(&Some((b, to)))) = (a, b) {
            return a.overlaps(b, [x + from[0] - to[0], y + from[1] - to[1]]);
        }
        // Two statements, because a step took 10 % longer with an array and `map`.
        let a = self.world.broad.placed(rows[0], &self.world.masks);
        let b = self.world.broad.placed(rows[1], &self.world.masks);
        a.overlaps(&b)
    }

    /// Calls `visit` with each pair of some leaf pairs that shares a solid pixel, until `visit` breaks.
    #[inline(always)]
    pub(super) fn try_each<B>(
        &mut self,
        leaf_pairs: &[LeafPair],
        mut visit: impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.try_each_candidate(leaf_pairs, Pair::of, |pairs, collide| {
            pairs.iter().zip(collide).try_for_each(|(&pair, &collide)| match collide {
                true => visit(pair),
                false => ControlFlow::Continue(()),
            })
        })
    }
}

impl PairWriter<u64> for CollisionWriter<'_> {
    #[inline(always)]
    fn write(
        &mut self,
        leaf_pairs: &[LeafPair],
        batch: &mut Batch<u64>,
        list: &mut Vec<u64>,
    ) -> Result<(), WorldError> {
        let pair = |a: SpriteId, b: SpriteId| key(a.0.index(), b.0.index());
        let flow = self.try_each_candidate(leaf_pairs, pair, |pairs, collide| {
            if let Err(error) = batch.make_room(pairs.len(), list) {
                return ControlFlow::Break(error);
            }
            pairs.iter().zip(collide).for_each(|(&pair, &collide)| batch.push_if(collide, pair));
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) => batch.flush(list),
        }
    }
}

/// Returns the pairs of a leaf pair whose layers allow a collision. Two single classes are joined only if they do.
#[inline(always)]
fn allowed(world: &World, leaf_pair: LeafPair) -> LeafPair {
    if !Class::is_mixed(leaf_pair.a.class()) && !Class::is_mixed(leaf_pair.b.class()) {
        return leaf_pair;
    }
    let (a, b) = (world.broad.layers_from(leaf_pair.a), world.broad.layers_from(leaf_pair.b));
    if a.are_default() && b.are_default() {
        return if a.get(0).may_collide(b.get(0)) { leaf_pair } else { LeafPair { bits: 0, ..leaf_pair } };
    }
    let mut bits = 0;
    leaf_pair.each(|i, j| bits |= u64::from(a.get(i).may_collide(b.get(j))) << (8 * i + j));
    LeafPair { bits, ..leaf_pair }
}
