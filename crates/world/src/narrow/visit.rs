//! Visits of pairs, without a list.

use super::leaf_pairs::{CandidateWriter, CollisionWriter};
use crate::broad::TASKS;
use crate::packed::{LeafPair, PairFilter};
use crate::threads::*;
use crate::{Pair, View, memory};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Visits of pairs, without a list of them in memory.
impl View<'_> {
    /// Calls `visit` for each candidate: each pair whose tight boxes share a pixel and whose layers allow a collision.
    ///
    /// Each pair comes once. All calls run on the calling thread, in the order of the trees, which is deterministic but
    /// not sorted. No list is built, so the number of pairs has no limit.
    pub fn for_each_candidate(self, mut visit: impl FnMut(Pair)) {
        let writer = CandidateWriter(self.world);
        let _ = self.world.broad.run(&mut all(|leaf_pair| writer.each(leaf_pair, &mut visit)));
    }

    /// Calls `visit` for each pair of sprites that share a solid pixel.
    ///
    /// Each pair comes once. All calls run on the calling thread, in the order of the trees, which is deterministic but
    /// not sorted. No list is built, so the number of pairs has no limit.
    pub fn for_each_collision(self, mut visit: impl FnMut(Pair)) {
        let writer = CollisionWriter(self.world);
        let _ = self.world.broad.run(&mut all(|leaf_pair| writer.each(leaf_pair, &mut visit)));
    }

    /// Calls `visit` for each pair of sprites that share a solid pixel, on the threads of the caller's rayon pool.
    ///
    /// Each pair comes once, on one of the threads, in no particular order. If the world has too few sprites
    /// ([`World::set_parallel_from`](crate::World::set_parallel_from)), all calls run on the calling thread, as in
    /// [`View::for_each_collision`].
    ///
    /// # Panics
    /// Panics if the system refuses memory. A panic of `visit` reaches the caller once, after the threads have stopped.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
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
    pub fn par_for_each_collision(self, visit: impl Fn(Pair) + Sync) {
        if !self.world.parallel(self.world.len()) {
            return self.for_each_collision(visit);
        }
        let writer = CollisionWriter(self.world);
        let tasks = memory::or_panic(self.world.broad.tasks(PairFilter::All, TASKS));
        tasks.into_par_iter().for_each(|task| _ = task.run(&mut all(|leaf_pair| writer.each(leaf_pair, &visit))));
    }
}

/// Returns a sink that calls `take` for each leaf pair and never stops the join.
fn all(mut take: impl FnMut(LeafPair)) -> impl FnMut(&[LeafPair]) -> ControlFlow<Infallible> {
    move |leaf_pairs| {
        leaf_pairs.iter().for_each(|&leaf_pair| take(leaf_pair));
        ControlFlow::Continue(())
    }
}
