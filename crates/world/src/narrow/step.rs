//! The step, from top to bottom:
//!
//! ```text
//!   refresh   rows -> boxes             each tree is refitted, and now and then sorted       broad/
//!   join      boxes -> leaf pairs       of each two classes that may collide                 packed/join.rs
//!   test      leaf pairs -> keys        tables, then the pixels of the undecided pairs       pixel_test.rs
//!   sort      keys -> pairs             by id                                                sort.rs
//!   ways      lines -> pairs            that continuous sprites met in passing               ways/
//!   compare   pairs -> began, ended     with the pairs of the step before                    compare.rs
//! ```
//!
//! If few sprites have changed, the pair cache updates the list of the step before instead of a join (`pair_cache.rs`).

use super::events::Step;
use super::join::join;
use super::pair_cache::ListKind;
use super::pixel_test::PixelTest;
use super::{Batch, sort};
use crate::packed::{Join, JoinTask};
use crate::threads::Threads;
use crate::{Pair, World, WorldError};
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
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
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
    /// [`World::pair_limit`], and [`WorldError::NoMemory`] if memory allocation fails. After an error, the next step
    /// compares with the last successful step.
    pub fn step(&mut self) -> Result<Step<'_>, WorldError> {
        // A step that fails has dropped the ways of the step before.
        self.step_is_current = false;
        self.paced(|world, threads| {
            world.refresh_on(threads)?;
            world.list_current(threads)?;
            world.add_passing(threads)?;
            world.step_lists.compare(threads, &world.pair_cache.spare_lists)
        })?;
        self.last_places.end();
        (self.stepped, self.step_is_current) = (true, true);
        // Sprites in `ended` keep their slots until the next step, so that their data can be looked up.
        self.slots.release(self.step_lists.ended.iter().flat_map(|pair| [pair.a.0, pair.b.0]));
        Ok(Step { world: self })
    }

    /// Lists the collisions of the step in progress.
    fn list_current(&mut self, threads: &Threads) -> Result<(), WorldError> {
        let mut pairs = std::mem::take(&mut self.step_lists.current);
        let listed = self.list_collisions(threads, &mut pairs);
        self.step_lists.current = pairs;
        listed
    }

    /// Fills a list with the collisions, in the order of the ids.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than [`World::pair_limit`], and [`WorldError::NoMemory`]
    /// if memory allocation fails. The list is then empty.
    pub(super) fn list_collisions(&self, threads: &Threads, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached(ListKind::Collisions, pairs, &|changes, limit, pairs| {
            let tasks = Join::tasks(self.broad.joins(changes), threads)?;
            let keys = self.test(&tasks, threads, limit)?;
            self.sort_keys(keys, threads, pairs)
        })
    }

    /// Tests the candidates of some joins. Returns lists of the keys of those that share a pixel.
    fn test(&self, tasks: &[JoinTask], threads: &Threads, limit: usize) -> Result<Vec<Vec<u64>>, WorldError> {
        let mut lists = self.pair_cache.spare_keys.take_all(threads.parts())?;
        join(tasks, threads, limit, &mut lists, || {
            let (mut test, mut batch) = (PixelTest::new(self), Batch::new());
            #[inline(always)]
            move |leaf_pairs, list| {
                let tested = test.test(leaf_pairs, |keys, collide| {
                    if let Err(error) = batch.make_room(keys.len(), list) {
                        return ControlFlow::Break(error);
                    }
                    keys.iter().zip(collide).for_each(|(&key, &collide)| batch.push_if(collide, key));
                    ControlFlow::Continue(())
                });
                tested.break_value().map_or_else(|| batch.flush(list), Err)
            }
        })?;
        Ok(lists)
    }

    /// Adds the pairs that share pixels only on their way to the collisions of the step in progress.
    fn add_passing(&mut self, threads: &Threads) -> Result<(), WorldError> {
        let limit = self.pair_limit();
        let room = limit.saturating_sub(self.step_lists.current.len());
        self.find_passing(threads, room).map_err(|error| match error {
            WorldError::TooManyPairs { .. } => WorldError::TooManyPairs { limit },
            other => other,
        })?;
        sort::merge(&mut self.step_lists.current, &self.step_lists.passing)
    }
}
