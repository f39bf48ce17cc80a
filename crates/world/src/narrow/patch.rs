//! Steps in which few sprites have changed: each of them asks for the sprites in its box, and the list of pairs of the
//! last step is patched.

use super::sort;
use crate::geometry::Aabb;
use crate::store::Flags;
use crate::threads::Threads;
use crate::tree::{BATCH, LeafPair, Window, lanes_of, vectorized};
use crate::{Pair, World, WorldError, memory};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A changed sprite costs as much as so many comparisons of leaves in a join.
const CHANGE_COST: u64 = 20;
/// A pair of the list costs a patch a part of a comparison of leaves, and a join the whole.
const PAIRS_A_COMPARISON: u64 = 4;

impl World {
    /// Whether so few sprites have changed since the last step that a patch of its list is faster than a join.
    pub(super) fn few_changed(&self) -> bool {
        let pairs = self.step_lists.pairs.len() as u64 / PAIRS_A_COMPARISON;
        self.stepped && CHANGE_COST * self.columns.flags.count(Flags::CHANGED) as u64 <= self.join_work + pairs
    }

    /// Whether the pairs of a slot may have changed since the last step.
    #[inline(always)]
    pub(super) fn has_changed(&self, slot: usize) -> bool {
        self.columns.flags.get(slot).any(Flags::CHANGED)
    }

    /// Patches the list of the last step.
    pub(super) fn patch(&mut self, threads: &Threads) -> Result<(), WorldError> {
        let mut found = std::mem::take(&mut self.step_lists.current);
        let mut passing = std::mem::take(&mut self.step_lists.passing);
        let listed = self.list_changed(threads, &mut found, &mut passing);
        (self.step_lists.current, self.step_lists.passing) = (found, passing);
        listed?;
        let (limit, flags) = (self.limits().pairs, &self.columns.flags);
        self.step_lists.patch(|slot| flags.get(slot).any(Flags::CHANGED), limit)
    }

    /// Fills a list with the collisions: those of the last step, patched.
    ///
    /// # Errors
    /// Returns the errors of [`World::list_changed`].
    pub(super) fn list_patched(&self, threads: &Threads, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let mut found = Vec::new();
        self.list_changed(threads, &mut found, &mut Vec::new())?;
        pairs.clear();
        let kept = |pair: &&Pair| !self.has_changed(pair.a.index()) && !self.has_changed(pair.b.index());
        memory::try_extend(pairs, self.step_lists.pairs.iter().filter(kept).copied())?;
        sort::merge(pairs, &found)?;
        let limit = self.limits().pairs;
        if pairs.len() > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) }
    }

    /// Fills a list with the collisions of the sprites that have changed since the last step, and during a step adds
    /// the pairs that share pixels only on their way, which also fill a list of their own.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub(super) fn list_changed(
        &self,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
        passing: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let mut changed = Vec::new();
        memory::try_extend(&mut changed, self.columns.flags.with(Flags::CHANGED))?;
        let (limit, done) = (self.limits().pairs, AtomicUsize::new(0));
        let mut keys = self.spare.keys.take_all(threads.parts())?;
        keys.iter_mut().for_each(Vec::clear);
        // Fewer sprites are less work than it takes to wake a thread.
        let each = changed.len().div_ceil(keys.len()).max(BATCH);
        threads.try_run(changed.chunks(each).zip(&mut keys), |(slots, keys)| {
            let (mut test, mut found, mut filled) = (self.tester(), [LeafPair::NONE; BATCH], 0);
            let mut test = |found: &[LeafPair], keys: &mut Vec<u64>| {
                vectorized(
                    #[inline(always)]
                    || test(found, keys),
                )?;
                let pairs = done.load(Ordering::Relaxed) + keys.len();
                if pairs > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) }
            };
            for &slot in slots {
                let asked = self.in_box_of(slot, |leaf_pair| {
                    found[filled] = leaf_pair;
                    filled += 1;
                    if filled < BATCH {
                        return ControlFlow::Continue(());
                    }
                    filled = 0;
                    test(&found, keys).map_or_else(ControlFlow::Break, ControlFlow::Continue)
                });
                asked.break_value().map_or(Ok(()), Err)?;
            }
            test(&found[..filled], keys)?;
            done.fetch_add(keys.len(), Ordering::Relaxed);
            Ok::<_, WorldError>(())
        })?;
        self.sort_pairs(keys, threads, pairs, passing)
    }

    /// Calls `visit` with the leaf pairs of a sprite and of the sprites in its box with which it may collide, until
    /// `visit` breaks. The pair of two changed sprites is visited for the one in the smaller slot.
    #[inline(always)]
    fn in_box_of<B>(&self, slot: usize, mut visit: impl FnMut(LeafPair) -> ControlFlow<B>) -> ControlFlow<B> {
        let World { columns, trees, slots, .. } = self;
        let Some(&lane) = slots.in_slot(slot) else { return ControlFlow::Continue(()) };
        let (index, layers) = (lane.index() % 8, columns.layers().get(slot));
        let outer = trees.boxes_of_leaf(lane).lane(index);
        if outer.is_empty() {
            return ControlFlow::Continue(());
        }
        let met = trees.with(None, Some(layers));
        let met = if columns.is_fixed(slot) { met.not_fixed() } else { met };
        let all_layers_are_default = columns.layers().stored() == 0;
        trees.in_window(met, Window { outer, inner: Aabb::EMPTY }, |first, leaf, found| {
            let mut bits = 0;
            for lane in lanes_of(found.lanes) {
                let other = leaf.slots[lane] as usize;
                let is_other = other > slot || other < slot && !self.has_changed(other);
                let may_collide = all_layers_are_default || layers.may_collide(columns.layers().get(other));
                bits |= u64::from(is_other && may_collide) << lane;
            }
            match bits {
                0 => ControlFlow::Continue(()),
                _ => visit(LeafPair { a: lane.first(), b: first, bits: bits << (8 * index) }),
            }
        })
    }
}
