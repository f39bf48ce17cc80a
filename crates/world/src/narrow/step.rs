//! The step, from top to bottom:
//!
//! ```text
//!   refresh   columns -> boxes          each tree is refitted, and now and then sorted       tree/refresh.rs
//!   ways      boxes -> longer boxes     of continuous sprites that have moved                tree/way_boxes.rs
//!   join      boxes -> leaf pairs       of each two trees whose sprites may collide          tree/join.rs
//!   test      leaf pairs -> keys        tables, then the pixels of the undecided pairs       pixel_test.rs
//!   sort      keys -> pairs             by id                                                sort.rs
//!   compare   pairs -> began, ended     with the pairs of the step before                    compare.rs
//! ```
//!
//! If few sprites have changed since the last step, each of them asks for the sprites in its box instead of the join,
//! and the list of the last step is patched (`patch.rs`).

use super::events::Step;
use super::join::join;
use super::pixel_test::PixelTest;
use super::ways::split_passing;
use super::{Batch, sort};
use crate::clock::{Stage, time};
use crate::store::Flags;
use crate::threads::Threads;
use crate::tree::{Join, LeafPair};
use crate::{Pair, World, WorldError};
use std::mem::take;
use std::ops::ControlFlow;

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
        // A step that fails has dropped the ways of the step before.
        self.step_is_current = false;
        let threads = self.threads(self.len());
        time(Stage::Refresh, || self.refresh_on(&threads).map(|_| ()))?;
        let begun = self.trees.begin_ways(&mut self.columns, &self.slots);
        let listed = begun.and_then(|()| match self.few_changed() {
            true => self.patch(&threads),
            false => self.join_all(&threads),
        });
        self.trees.end_ways();
        listed?;
        self.columns.end_ways();
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
    /// way, which also fill a list of their own.
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

    /// Sorts the keys of pairs into a list, with those that share pixels only on their way, which also fill a list of
    /// their own.
    pub(super) fn sort_pairs(
        &self,
        mut keys: Vec<Vec<u64>>,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
        passing: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        passing.clear();
        if self.trees.have_ways() {
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
