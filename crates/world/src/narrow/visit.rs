//! Visitors of pairs.

use super::pixel_test::{PixelTest, try_each_candidate};
use crate::tree::{Join, JoinTask};
use crate::visit::flowing;
use crate::{Pair, View, Visit, memory};
use std::ops::ControlFlow;

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
