//! The step, from top to bottom:
//!
//! ```text
//!   refresh   columns -> boxes          each tree is refitted, and now and then sorted       tree/refresh.rs
//!   paths     boxes -> longer boxes     of continuous sprites that have moved                tree/path_boxes.rs
//!   join      boxes -> leaf pairs       of each two trees whose sprites may collide          tree/join.rs
//!   test      leaf pairs -> keys        tables, then the pixels of the undecided pairs       step/join.rs
//!   sort      keys -> pairs             by id                                                pairs/sort.rs
//!   compare   pairs -> began, ended     with the pairs of the step before                    pairs/lists.rs
//! ```
//!
//! If few sprites have changed since the last step, each of them asks for the sprites in its box instead of the join,
//! and the list of the last step is patched.

use super::events::Step;
use super::join::{PixelTest, join};
use super::paths::split_passing;
use crate::clock::{Stage, time};
use crate::geometry::Aabb;
use crate::pairs::{Batch, numbers, sort};
use crate::store::Flags;
use crate::threads::Threads;
use crate::tree::{BATCH, Join, LeafPair, Window, lanes_of, vectorized};
use crate::{Pair, SpriteId, World, WorldError, memory};
use std::mem::take;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

impl World {
    /// Brings the trees up to date, lists the collisions, and compares the list with the list of the previous step.
    /// [`Step::ended`] includes the collisions of sprites that were despawned since the previous step. The list
    /// includes the pairs that [continuous](crate::Sprite::continuous()) sprites met in passing.
    ///
    /// A successful step also frees the slots of despawned sprites, except of the sprites in [`Step::ended`]. For the
    /// reuse of slots, see [`SpriteId::index`](crate::SpriteId::index).
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let ids = [[0, 0], [20, 0]].map(|at| world.spawn(Sprite::new(ball, at)).unwrap());
    /// assert!(world.step()?.began().is_empty());
    /// world.move_to(ids[1], [7, 0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// assert!(world.step()?.began().is_empty()); // they still collide, as before
    /// world.despawn(ids[0])?;
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`World::refresh`], [`WorldError::TooManyPairs`] if there are more collisions than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. After an error, the next step compares with the last successful step.
    pub fn step(&mut self) -> Result<Step<'_>, WorldError> {
        // A step that fails has dropped the paths of the step before.
        self.step_is_current = false;
        let threads = self.threads(self.len());
        time(Stage::Refresh, || self.refresh_on(&threads).map(|_| ()))?;
        let begun = self.trees.begin_paths(&mut self.columns, &self.slots);
        let listed = begun.and_then(|()| match self.few_changed() {
            true => self.patch(&threads),
            false => self.join_all(&threads),
        });
        self.trees.end_paths();
        listed?;
        self.columns.end_paths();
        (self.stepped, self.step_is_current) = (true, true);
        self.columns.flags.remove_all(Flags::CHANGED);
        for slot in self.step_lists.passing.iter().flat_map(|pair| [pair.a.index(), pair.b.index()]) {
            // Their pair ends unless they meet again.
            self.columns.flags.get_mut(slot).set(Flags::CHANGED);
        }
        // Sprites in `ended` keep their slots until the next step, so that their data can be looked up.
        self.slots.release(self.step_lists.ended.iter().flat_map(|pair| [pair.a.0, pair.b.0]));
        Ok(Step { world: self })
    }

    /// Lists all pairs by a join, and compares the list with that of the last step.
    fn join_all(&mut self, threads: &Threads) -> Result<(), WorldError> {
        self.trees.begin_join();
        let (mut pairs, mut passing) = (take(&mut self.step_lists.current), take(&mut self.step_lists.passing));
        let listed = self.list_all(threads, &mut pairs, &mut passing);
        (self.step_lists.current, self.step_lists.passing) = (pairs, passing);
        if listed.is_err() {
            self.trees.forget_join();
        }
        listed?;
        self.join_work = self.trees.join_work();
        time(Stage::Compare, || self.step_lists.compare(threads, &self.spare.pairs))
    }

    /// Fills a list with all collisions by a join, and during a step adds the pairs that share pixels only on their
    /// path, which also fill a list of their own.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub(super) fn list_all(
        &self,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
        passing: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let tasks = Join::tasks(self.trees.joins(), threads)?;
        let mut keys = self.spare.keys.take_all(threads.parts())?;
        let limit = self.limits().pairs;
        time(Stage::Join, || join(&tasks, threads, limit, &mut keys, || self.tester()))?;
        time(Stage::Sort, || self.sort_pairs(keys, threads, pairs, passing))?;
        if pairs.len() > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) }
    }

    /// Sorts the keys of pairs into a list, with those that share pixels only on their path, which also fill a list of
    /// their own.
    pub(super) fn sort_pairs(
        &self,
        mut keys: Vec<Vec<u64>>,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
        passing: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        passing.clear();
        if self.trees.have_paths() {
            let mut found = self.spare.keys.take_all(1)?;
            split_passing(&mut keys, &mut found[0])?;
            self.sort_keys(found, threads, passing)?;
        }
        self.sort_keys(keys, threads, pairs)?;
        sort::merge(pairs, passing)
    }

    /// A function that tests the candidates of leaf pairs, and appends the keys of those that share a pixel to a list.
    pub(super) fn tester(&self) -> impl FnMut(&[LeafPair], &mut Vec<u64>) -> Result<(), WorldError> {
        let (mut test, mut batch) = (PixelTest::new(self), Batch::new());
        #[inline(always)]
        move |leaf_pairs, list| {
            let tested = time(Stage::Test, || {
                test.test(leaf_pairs, |keys, collide| {
                    if let Err(error) = batch.make_room(keys.len(), list) {
                        return ControlFlow::Break(error);
                    }
                    keys.iter().zip(collide).for_each(|(&key, &collide)| batch.push_if(collide, key));
                    ControlFlow::Continue(())
                })
            });
            tested.break_value().map_or_else(|| batch.flush(list), Err)
        }
    }
}

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
    /// the pairs that share pixels only on their path, which also fill a list of their own.
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

impl World {
    /// The pair of a [`key`](crate::pairs::key) of slots.
    #[inline(always)]
    pub(super) fn pair_of(&self, key: u64) -> Pair {
        let [a, b] = numbers(key).map(|slot| SpriteId(self.slots.id(slot)));
        Pair { a, b }
    }

    /// Fills a list with the pairs of some lists of keys, in the order of the ids, and puts the lists of keys back.
    pub(super) fn sort_keys(
        &self,
        lists: Vec<Vec<u64>>,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let World { slots, spare, .. } = self;
        sort(&lists, slots.slot_count(), threads, &spare.sort, pairs, |key| self.pair_of(key))?;
        lists.into_iter().for_each(|list| spare.keys.put_back(list));
        Ok(())
    }
}
