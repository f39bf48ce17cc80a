//! The step, from top to bottom:
//!
//! ```text
//!   refresh   rows -> boxes             each tree is refitted, and now and then sorted       broad/
//!   ways      boxes -> longer boxes     of continuous sprites that have moved                ways/
//!   join      boxes -> leaf pairs       of each two classes that may collide                 packed/join.rs
//!   test      leaf pairs -> keys        tables, then the pixels of the undecided pairs       pixel_test.rs
//!   sort      keys -> pairs             by id                                                sort.rs
//!   compare   pairs -> began, ended     with the pairs of the step before                    compare.rs
//! ```
//!
//! If few sprites have changed, the pair cache updates the list of the step before instead of a join (`cached.rs`).

use super::events::Step;
use super::join::join;
use super::pair_cache::ListKind;
use super::pixel_test::PixelTest;
use super::ways::split_passing;
use super::{Batch, StepLists, sort};
use crate::clock::{Stage, time};
use crate::packed::{Join, JoinTask};
use crate::threads::Threads;
use crate::{Pair, World, WorldError};
use std::cell::RefCell;
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
        self.paced(|world, threads| {
            time(Stage::Refresh, || world.refresh_on(threads).map(|_| ()))?;
            world.begin_ways()?;
            let listed = world.list_current(threads);
            world.ways.shrink(&mut world.broad);
            listed?;
            time(Stage::Compare, || world.step_lists.compare(threads, &world.pair_cache.spare_lists))
        })?;
        self.broad.end_step();
        (self.stepped, self.step_is_current) = (true, true);
        // Sprites in `ended` keep their slots until the next step, so that their data can be looked up.
        self.slots.release(self.step_lists.ended.iter().flat_map(|pair| [pair.a.0, pair.b.0]));
        Ok(Step { world: self })
    }

    /// Stretches the boxes of sprites that have a way. The cached lists know nothing of ways, so these sprites count as
    /// changed.
    fn begin_ways(&mut self) -> Result<(), WorldError> {
        let World { ways, broad, pair_cache, slots, .. } = self;
        ways.stretch(broad)?;
        if ways.are_stretched() && pair_cache.is_enabled() {
            let ids = ways.ids(broad);
            pair_cache.note_changed(ids, slots.len());
        }
        Ok(())
    }

    /// Lists the pairs of the step in progress: the collisions, and those that share pixels only on their way.
    fn list_current(&mut self, threads: &Threads) -> Result<(), WorldError> {
        let StepLists { current, passing, .. } = &mut self.step_lists;
        let (mut pairs, passing_pairs) = (take(current), RefCell::new(take(passing)));
        passing_pairs.borrow_mut().clear();
        let listed = self.list_collisions(threads, &mut pairs, &passing_pairs);
        let passing = passing_pairs.into_inner();
        let merged = listed.and_then(|()| sort::merge(&mut pairs, &passing));
        (self.step_lists.current, self.step_lists.passing) = (pairs, passing);
        merged?;
        let limit = self.limits().pairs;
        if self.step_lists.current.len() > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) }
    }

    /// Fills a list with the collisions, and during a step another one with the pairs that share pixels only on their
    /// way, both in the order of the ids.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. The list is then empty.
    pub(super) fn list_collisions(
        &self,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
        passing: &RefCell<Vec<Pair>>,
    ) -> Result<(), WorldError> {
        self.cached(ListKind::Collisions, pairs, &|changes, limit, pairs| {
            let tasks = Join::tasks(self.broad.joins(changes), threads)?;
            let mut keys = time(Stage::Join, || self.test(&tasks, threads, limit))?;
            if self.ways.are_stretched() {
                let mut found = self.pair_cache.spare_keys.take_all(1)?;
                split_passing(&mut keys, &mut found[0])?;
                self.sort_keys(found, threads, &mut passing.borrow_mut())?;
            }
            time(Stage::Sort, || self.sort_keys(keys, threads, pairs))
        })
    }

    /// Tests the candidates of some joins. Returns lists of the keys of those that share a pixel.
    fn test(&self, tasks: &[JoinTask], threads: &Threads, limit: usize) -> Result<Vec<Vec<u64>>, WorldError> {
        let mut lists = self.pair_cache.spare_keys.take_all(threads.parts())?;
        join(tasks, threads, limit, &mut lists, || {
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
        })?;
        Ok(lists)
    }
}
