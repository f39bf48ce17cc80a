//! Pairs that are visited, without a list.

use super::leaf_pairs::{CandidateWriter, CollisionWriter};
use crate::broad::TASKS;
use crate::packed::{LeafPair, PairFilter};
use crate::threads::*;
use crate::{Pair, View, memory};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Pairs that are visited, without a list.
impl View<'_> {
    /// Gives `visit` the candidates, on this thread, in the order of the trees: no list is made, however many
    /// there are.
    pub fn for_each_candidate(self, mut visit: impl FnMut(Pair)) {
        let writer = CandidateWriter(self.world);
        let _ = self.world.broad.run(&mut all(|leaf_pair| writer.each(leaf_pair, &mut visit)));
    }

    /// Gives `visit` every pair that shares a solid pixel, on this thread, in the order of the trees: no
    /// list is made, however many there are.
    pub fn for_each_collision(self, mut visit: impl FnMut(Pair)) {
        let writer = CollisionWriter(self.world);
        let _ = self.world.broad.run(&mut all(|leaf_pair| writer.each(leaf_pair, &mut visit)));
    }

    /// The same on the threads of the rayon pool that the caller is in, where there are sprites enough
    /// ([`World::set_parallel_from`]): each pair once, on one of them, in no order. A panic of `visit` reaches
    /// the caller once, when the threads have stopped.
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

/// Takes leaf pairs one by one, and never stops.
fn all(mut take: impl FnMut(LeafPair)) -> impl FnMut(&[LeafPair]) -> ControlFlow<Infallible> {
    move |leaf_pairs| {
        leaf_pairs.iter().for_each(|&leaf_pair| take(leaf_pair));
        ControlFlow::Continue(())
    }
}
