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
use super::pair_cache::ListKind;
use super::pixel_test::PixelTest;
use super::{Batch, sort};
use crate::broad::Changes;
use crate::packed::{JoinTask, LeafPair, vectorized};
use crate::threads::Threads;
use crate::{Pair, SpriteId, View, World, WorldError};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

impl World {
    /// Brings the trees up to date, lists the collisions, and compares the list with the list of the previous step.
    /// [`Step::ended`] includes the collisions of sprites that were despawned since the previous step. The list includes the
    /// pairs that [continuous](crate::Sprite::continuous()) sprites met in passing.
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
            let mut pairs = std::mem::take(&mut world.step_lists.spare);
            let listed = View::of(world).cached_or_build(ListKind::Collisions, threads, &mut pairs);
            world.step_lists.spare = pairs;
            listed?;
            world.add_passing(threads)?;
            world.step_lists.compare(threads, &world.pair_cache.spare_lists)
        })?;
        self.last_places.end();
        (self.stepped, self.step_is_current) = (true, true);
        // Sprites in `ended` keep their slots until the next step, so that their data can be looked up.
        self.slots.release(self.step_lists.ended.iter().flat_map(|pair| [pair.a.0, pair.b.0]));
        Ok(Step { world: self })
    }

    /// Adds the pairs that share pixels only on their way to the collisions of the step in progress.
    fn add_passing(&mut self, threads: &Threads) -> Result<(), WorldError> {
        let limit = self.pair_limit();
        let room = limit.saturating_sub(self.step_lists.spare.len());
        self.find_passing(threads, room).map_err(|error| match error {
            WorldError::TooManyPairs { .. } => WorldError::TooManyPairs { limit },
            other => other,
        })?;
        sort::merge(&mut self.step_lists.spare, &self.step_lists.passing)
    }

    /// Fills a list with the collisions, or with those of changed rows, in the order of the ids.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than `limit`, and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub(super) fn list_collisions(
        &self,
        changes: Option<&Changes>,
        threads: &Threads,
        limit: usize,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let World { broad, tables, masks, pair_cache, .. } = self;
        let tasks = broad.tasks(changes, threads)?;
        let numbered = tables.numbered_masks(masks);
        let mut lists = pair_cache.spare_keys.take_all(threads.parts())?;
        join(&tasks, threads, limit, &mut lists, || {
            let (mut test, mut batch) = (PixelTest::new(self, &numbered), Batch::new());
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
        self.sort_keys(lists, threads, pairs)
    }

    /// Fills a list with the pairs of some lists of keys, in the order of the ids, and puts the lists of keys back.
    pub(super) fn sort_keys(
        &self,
        lists: Vec<Vec<u64>>,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let World { slots, pair_cache, .. } = self;
        let pair = |key: u64| {
            let [a, b] = sort::numbers(key).map(|slot| SpriteId(slots.id(slot)));
            Pair { a, b }
        };
        sort::sort(&lists, slots.slot_count(), threads, &pair_cache.sort_buffers, pairs, pair)?;
        lists.into_iter().for_each(|list| pair_cache.spare_keys.put_back(list));
        Ok(())
    }
}

/// Runs the tasks of a join. `test` returns a function for each list, which appends the pairs of some leaf pairs to the list. The
/// lists together have the pairs in the order of the tasks. All threads stop if the lists exceed the limit together.
pub(super) fn join<P: Send, T: FnMut(&[LeafPair], &mut Vec<P>) -> Result<(), WorldError>>(
    tasks: &[JoinTask],
    threads: &Threads,
    limit: usize,
    lists: &mut [Vec<P>],
    test: impl Fn() -> T + Sync,
) -> Result<(), WorldError> {
    // The number of pairs in finished lists, which count towards the limit of the lists in progress.
    let done = AtomicUsize::new(0);
    lists.iter_mut().for_each(Vec::clear);
    let each = tasks.len().div_ceil(lists.len()).max(1);
    let check = |pairs: usize| if pairs > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) };
    threads.try_run(tasks.chunks(each).zip(lists), |(tasks, list)| {
        let mut test = test();
        for task in tasks {
            let mut join = task.leaf_pairs();
            while let Some(leaf_pairs) = join.next() {
                vectorized(
                    #[inline(always)]
                    || test(leaf_pairs, list),
                )?;
                check(done.load(Ordering::Relaxed) + list.len())?;
            }
        }
        // Lists that end at the same time did not count each other, so the list that is added last checks the sum of all.
        check(done.fetch_add(list.len(), Ordering::Relaxed) + list.len())
    })
}
