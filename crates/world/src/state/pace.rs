//! The choice between one thread and several, by the times of the steps themselves.
//!
//! Whether threads pay depends on the machine, on the pool, and on the program: between two steps with a pause the
//! threads of a pool sleep, and it takes up to a millisecond to wake them. The result of a step does not depend on
//! the number of threads. So a world tries both ways in its first steps, and keeps the faster one. Now and then it
//! tries the other one again.

pub(crate) use choice::Pace;

/// The choice in builds without threads.
#[cfg(not(feature = "rayon"))]
mod choice {
    /// There is no choice.
    #[derive(Default)]
    pub(crate) struct Pace {}

    impl Pace {
        /// Returns `None`: nothing was measured.
        pub(crate) fn is_parallel(&self) -> Option<bool> {
            None
        }

        /// Begins a step of so many sprites.
        pub(crate) fn begin(&mut self, _sprites: usize) {}

        /// Ends a step.
        pub(crate) fn end(&mut self, _counts: bool) {}
    }
}

/// The choice by a clock. (There is no clock in builds without threads: in a browser, it panics.)
#[cfg(feature = "rayon")]
mod choice {
    use std::time::Instant;

    /// The first steps are not measured: they sort the trees, and make offset tables.
    const WARM_UP: u32 = 4;
    /// The number of times of each way that are compared. An odd number of times has a time in the middle.
    const TIMES: usize = 5;
    /// The number of steps of the trial, after the warm-up: first those on one thread. (Helpers that pause for a step
    /// wake later, so the ways do not take turns.)
    const TRIAL: u32 = 2 * TIMES as u32;
    /// After the trial, one step in this many runs the other way. Less than one step in a hundred is then slower.
    const PERIOD: u32 = 256;
    /// Several threads must take at most this share of the time of one, or the time is not worth the power.
    const WORTH: f64 = 0.95;
    /// A step that takes less time on one thread, in seconds, stays there: a thread wakes in 40 us to 1 ms, so a late
    /// helper would cost more than an early one saves.
    const SHORT: f64 = 100e-6;
    /// If the number of sprites has changed by this factor since the trial, there is a new one.
    const FACTOR: usize = 2;

    /// The last times of steps, in seconds.
    #[derive(Default)]
    struct Times {
        last: [f64; TIMES],
        next: usize,
    }

    impl Times {
        fn add(&mut self, time: f64) {
            self.last[self.next % TIMES] = time;
            self.next += 1;
        }

        /// The time in the middle: interruptions of single steps do not count.
        fn median(&self) -> f64 {
            let mut sorted = self.last;
            sorted.sort_unstable_by(f64::total_cmp);
            sorted[TIMES / 2]
        }
    }

    /// The times of the last steps, and the choice that follows from them.
    #[derive(Default)]
    pub(crate) struct Pace {
        /// The times on one thread, and on several.
        times: [Times; 2],
        /// The number of steps since the trial began.
        steps: u32,
        /// The number of sprites when the trial began.
        sprites: usize,
        /// Whether several threads are faster.
        parallel: bool,
        /// Whether the current step runs on several threads, and when it began.
        current: Option<(bool, Instant)>,
    }

    impl Pace {
        /// Whether the current step, or else work outside of a step, runs on several threads. `None` before the first
        /// step that is measured.
        pub(crate) fn is_parallel(&self) -> Option<bool> {
            let known = (self.steps >= WARM_UP + TRIAL).then_some(self.parallel);
            self.current.map_or(known, |(parallel, _)| Some(parallel))
        }

        /// Begins a step of so many sprites. It chooses the way of the step.
        pub(crate) fn begin(&mut self, sprites: usize) {
            if sprites > FACTOR * self.sprites || FACTOR * sprites < self.sprites {
                *self = Pace { sprites, ..Pace::default() };
            }
            let way = match self.steps.checked_sub(WARM_UP) {
                None => return,
                Some(trial) if trial < TRIAL => trial >= TRIAL / 2,
                Some(after) => self.parallel != (after % PERIOD == PERIOD - 1),
            };
            self.current = Some((way, Instant::now()));
        }

        /// Ends a step. `counts` tells whether its time is typical: many sprites have changed.
        pub(crate) fn end(&mut self, counts: bool) {
            let current = self.current.take();
            if !counts {
                return;
            }
            self.steps = match self.steps.checked_add(1) {
                Some(steps) => steps,
                None => WARM_UP + TRIAL,
            };
            if let Some((parallel, start)) = current {
                self.times[usize::from(parallel)].add(start.elapsed().as_secs_f64());
            }
            if self.steps >= WARM_UP + TRIAL {
                let [one, several] = [0, 1].map(|way| self.times[way].median());
                self.parallel = one >= SHORT && several < WORTH * one;
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Runs steps that take the given times on one thread and on several. Returns how many ran on several.
        fn run(pace: &mut Pace, sprites: usize, steps: u32, times: [f64; 2]) -> u32 {
            let mut several = 0;
            for _ in 0..steps {
                pace.begin(sprites);
                let way = pace.current.take().map(|(parallel, _)| parallel);
                if let Some(parallel) = way {
                    pace.times[usize::from(parallel)].add(times[usize::from(parallel)]);
                    several += u32::from(parallel);
                }
                pace.end(true);
            }
            several
        }

        #[test]
        fn the_faster_way_is_kept_and_the_other_is_tried_seldom() {
            let mut pace = Pace::default();
            assert_eq!(pace.is_parallel(), None);
            assert_eq!(run(&mut pace, 5000, WARM_UP + TRIAL, [1.0, 0.5]), TRIAL / 2);
            assert_eq!(pace.is_parallel(), Some(true));
            assert_eq!(run(&mut pace, 5000, 10 * PERIOD, [1.0, 0.5]), 10 * (PERIOD - 1));
            // The machine gets other work: after three more tries of one thread, threads are no longer worth it.
            run(&mut pace, 5000, 4 * PERIOD, [1.0, 1.5]);
            assert_eq!(pace.is_parallel(), Some(false));
            assert_eq!(run(&mut pace, 5000, 10 * PERIOD, [1.0, 1.5]), 10);
            // Steps in which few sprites change do not count.
            for _ in 0..1000 {
                pace.begin(5000);
                pace.end(false);
            }
            assert_eq!(run(&mut pace, 5000, 10 * PERIOD, [1.0, 1.5]), 10);
            // Single late steps change nothing.
            run(&mut pace, 5000, 2, [9.0, 1.5]);
            assert_eq!(pace.is_parallel(), Some(false));
        }

        #[test]
        fn short_steps_stay_on_one_thread() {
            let mut pace = Pace::default();
            run(&mut pace, 5000, 100, [0.9 * SHORT, 0.5 * SHORT]);
            assert_eq!(pace.is_parallel(), Some(false));
        }

        #[test]
        fn a_world_of_another_size_is_tried_again() {
            let mut pace = Pace::default();
            run(&mut pace, 5000, 100, [1.0, 2.0]);
            assert_eq!(pace.is_parallel(), Some(false));
            run(&mut pace, 9000, 100, [1.0, 0.5]);
            assert_eq!(pace.is_parallel(), Some(false));
            run(&mut pace, 11_000, 100, [1.0, 0.5]);
            assert_eq!(pace.is_parallel(), Some(true));
        }
    }
}
