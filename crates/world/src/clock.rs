//! A clock of the stages of a step, in builds with the feature `clock`; otherwise it costs nothing. `bench -- stages`
//! prints what it counts.

/// A stage of [`World::step`](crate::World::step).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The trees are refitted, and now and then sorted.
    Refresh,
    /// Leaf pairs of the trees, and the test of their candidates.
    Join,
    /// The part of [`Stage::Join`] that tests candidates, summed up over all threads.
    Test,
    /// The keys become a sorted list of pairs.
    Sort,
    /// The list is compared with that of the step before.
    Compare,
}

/// Does the work of a stage, on the clock.
#[inline(always)]
pub(crate) fn time<R>(stage: Stage, work: impl FnOnce() -> R) -> R {
    #[cfg(feature = "clock")]
    {
        let start = std::time::Instant::now();
        let result = work();
        counters::add(stage, start.elapsed());
        result
    }
    #[cfg(not(feature = "clock"))]
    {
        let _ = stage;
        work()
    }
}

#[cfg(feature = "clock")]
pub use counters::take;

#[cfg(feature = "clock")]
mod counters {
    use super::Stage;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    /// The nanoseconds of each stage, of all worlds of the process.
    static NANOS: [AtomicU64; 5] = [const { AtomicU64::new(0) }; 5];

    pub(super) fn add(stage: Stage, time: Duration) {
        NANOS[stage as usize].fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// Returns the time of each stage since the last call, in the order of [`Stage`]: of all worlds of the process.
    #[must_use]
    pub fn take() -> [Duration; 5] {
        [0, 1, 2, 3, 4].map(|stage: usize| Duration::from_nanos(NANOS[stage].swap(0, Relaxed)))
    }
}
