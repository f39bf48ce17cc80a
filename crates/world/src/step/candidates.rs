//! Lists and visitors of pairs: the list of the last step, patched, or a join.

use super::join::{PixelTest, join, try_each_candidate};
use crate::pairs::Batch;
use crate::tree::{Join, JoinTask};
use crate::visit::flowing;
use crate::{Pair, View, Visit, World, WorldError, memory};
use std::ops::ControlFlow;

/// Lists of pairs. A list contains each pair once, with the smaller id first. Two fixed sprites are never a pair, nor
/// are two sprites whose layers do not allow a collision.
impl<'w> View<'w> {
    /// Returns the pairs of sprites whose tight boxes share a pixel. This is the result of the broad phase alone.
    ///
    /// The list is not sorted. Its order depends on the current and earlier positions of the sprites, but not on the
    /// number of threads.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let slope = world.add_mask("#..\n##.\n###".parse::<Mask>()?)?;
    /// let a = world.spawn(Sprite::new(slope, [0, 0]))?;
    /// let b = world.spawn(Sprite::new(slope, [2, -2]))?; // the boxes share a pixel, the slopes do not
    /// let view = world.refresh()?;
    /// assert_eq!(view.candidates()?.len(), 1);
    /// assert!(view.collisions()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub fn candidates(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.candidates_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites whose tight boxes share a pixel, in the order of [`View::candidates`].
    /// The list is cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. The list is then empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let World { trees, spare, limits, .. } = self.world;
        let threads = self.world.threads(self.world.len());
        let list = |pairs: &mut Vec<Pair>| {
            let tasks = Join::tasks(trees.joins(), &threads)?;
            let mut lists = spare.pairs.take_parts(threads.parts(), pairs)?;
            join(&tasks, &threads, limits.pairs, &mut lists, || {
                let mut batch = Batch::new();
                #[inline(always)]
                move |leaf_pairs, list| {
                    for &leaf_pair in leaf_pairs {
                        batch.make_room(64, list)?;
                        let _ = try_each_candidate(self.world, leaf_pair, flowing(|pair| batch.push_if(true, pair)));
                    }
                    batch.flush(list)
                }
            })?;
            spare.pairs.concatenate(lists, &threads, pairs)
        };
        let listed = list(pairs);
        self.listed(pairs, listed)
    }

    /// Returns the pairs of sprites that share a solid pixel, sorted by the smaller id, then by the larger id.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World, WorldError};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// for _ in 0..4 {
    ///     world.spawn(Sprite::new(dot, [0, 0]))?;
    /// }
    /// assert_eq!(world.refresh()?.collisions()?.len(), 6);
    /// world.set_limits(world.limits().pairs(5));
    /// assert_eq!(world.refresh()?.collisions(), Err(WorldError::TooManyPairs { limit: 5 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub fn collisions(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.collisions_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites that share a solid pixel, sorted as by [`View::collisions`]. The list is
    /// cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. The list is then empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let threads = self.world.threads(self.world.len());
        let listed = match self.world.few_changed() {
            true => self.world.list_patched(&threads, pairs),
            false => self.world.list_all(&threads, pairs, &mut Vec::new()),
        };
        self.listed(pairs, listed)
    }

    /// Clears a list after an error.
    fn listed(self, pairs: &mut Vec<Pair>, listed: Result<(), WorldError>) -> Result<(), WorldError> {
        if listed.is_err() {
            pairs.clear();
            self.world.trees.forget_join();
        }
        listed
    }
}

/// Visitors of pairs. They build no list, so no limit of pairs applies. Each pair is visited once, with the smaller id
/// first.
impl View<'_> {
    /// Calls `visit` with every pair of sprites whose tight boxes share a pixel, on the current thread. If `visit`
    /// returns a [`ControlFlow`], the first break ends the visit and is returned: see [`Visit`].
    ///
    /// The order is the traversal order of the trees, which is deterministic but not sorted.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let ring = world.add_mask("###\n#.#\n###".parse::<Mask>()?)?;
    /// let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// world.spawn(Sprite::new(ring, [0, 0]))?;
    /// world.spawn(Sprite::new(dot, [1, 1]))?; // in the hole of the ring
    /// let (mut candidates, mut collisions) = (0, 0);
    /// let view = world.refresh()?;
    /// view.for_each_candidate(|_| candidates += 1);
    /// view.for_each_collision(|_| collisions += 1);
    /// assert_eq!((candidates, collisions), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_candidate<R: Visit>(self, visit: impl FnMut(Pair) -> R) -> R {
        let mut visit = flowing(visit);
        let mut tasks = self.world.trees.joins().filter_map(Join::task);
        R::from_flow(tasks.try_for_each(|task| {
            let mut found = task.leaf_pairs();
            while let Some(leaf_pairs) = found.next() {
                leaf_pairs.iter().try_for_each(|&pair| try_each_candidate(self.world, pair, &mut visit))?;
            }
            ControlFlow::Continue(())
        }))
    }

    /// Calls `visit` with every pair of sprites that share a solid pixel, on the current thread. If `visit` returns a
    /// [`ControlFlow`], the first break ends the visit and is returned: see [`Visit`].
    ///
    /// The order is the traversal order of the trees, which is deterministic but not sorted.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use std::ops::ControlFlow;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0; 4].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// let view = world.refresh()?;
    /// let mut pairs = 0;
    /// view.for_each_collision(|_| pairs += 1);
    /// assert_eq!(pairs, 6);
    /// // Does anything collide with the second sprite?
    /// let flow = view.for_each_collision(|pair| match pair.other(ids[1]) {
    ///     Some(other) => ControlFlow::Break(other),
    ///     None => ControlFlow::Continue(()),
    /// });
    /// assert!(flow.is_break());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_collision<R: Visit>(self, visit: impl FnMut(Pair) -> R) -> R {
        let (mut test, mut visit) = (PixelTest::new(self.world), flowing(visit));
        let mut tasks = self.world.trees.joins().filter_map(Join::task);
        R::from_flow(tasks.try_for_each(|task| self.try_each_collision(task, &mut test, &mut visit)))
    }

    /// Calls `visit` with every pair of sprites that share a solid pixel, on the threads of the caller's rayon pool, in
    /// no particular order.
    ///
    /// If the world has fewer sprites than [`WorldLimits::parallel_from`](crate::WorldLimits#structfield.parallel_from)
    /// sets, all calls are on the current thread. If `visit` panics, the panic reaches the caller once, after all
    /// threads have stopped.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// for _ in 0..1000 {
    ///     world.spawn(Sprite::new(dot, [0, 0]))?;
    /// }
    /// let pairs = AtomicU64::new(0);
    /// world.refresh()?.par_for_each_collision(|_| _ = pairs.fetch_add(1, Ordering::Relaxed));
    /// assert_eq!(pairs.into_inner(), 1000 * 999 / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `visit` panics, or if memory allocation fails for the list of tasks. Only a visit on several threads
    /// needs this list.
    pub fn par_for_each_collision(self, visit: impl Fn(Pair) + Sync) {
        let threads = self.world.threads(self.world.len());
        let tasks = memory::or_panic(Join::tasks(self.world.trees.joins(), &threads));
        threads.run(tasks.into_iter(), |task| {
            let mut test = PixelTest::new(self.world);
            let _ = self.try_each_collision(task, &mut test, &mut flowing(&visit));
        });
    }

    /// Calls `visit` with each collision of a task, until `visit` breaks.
    fn try_each_collision<B>(
        self,
        task: JoinTask,
        test: &mut PixelTest,
        visit: &mut impl FnMut(Pair) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut found = task.leaf_pairs();
        while let Some(leaf_pairs) = found.next() {
            test.test(leaf_pairs, |keys, collide| {
                let mut shared = keys.iter().zip(collide).filter(|(_, collide)| **collide);
                shared.try_for_each(|(&key, _)| visit(self.world.pair_of(key)))
            })?;
        }
        ControlFlow::Continue(())
    }
}
