//! The threads that share the work of a call: the calling thread, and helpers from its rayon pool.
//!
//! A step consists of many short stages, and a sleeping thread takes up to a millisecond to wake. So the helpers are woken
//! once, when the call begins, and stay awake until it ends. The calling thread never waits for them to wake: it works through
//! the items of a stage, and each helper that is awake takes items too. A stage without helpers is plain serial code.
//!
//! ```text
//!   caller     call [ refit . . . . . ][ join . . . . . . ][ sort . . ][ compare . ] end
//!   helper          wakes ... [ . . . ][ . . . . . . . . . ][ . . . . ][ . . . . . ] sleeps
//! ```
//!
//! (Parallel iterators of rayon wake threads in each stage anew, and a caller outside the pool sleeps meanwhile. Decision 0026
//! has the measurements.)

#[cfg(feature = "rayon")]
use helpers::Helpers;
use std::convert::Infallible;

/// The number of rows that a thread takes at a time. This is some 10 us of work, much more than a hand-over.
pub(crate) const ROWS: usize = 1 << 12;

/// There is at most one helper for this many sprites.
const SPRITES_PER_HELPER: usize = 1000;

/// The threads that share the work of a call.
pub(crate) struct Threads {
    /// The largest number of threads.
    count: usize,
    /// The helpers, once there was a stage that they can share.
    #[cfg(feature = "rayon")]
    helpers: std::cell::OnceCell<Helpers>,
}

impl Threads {
    /// Returns the calling thread alone.
    pub(crate) fn one() -> Threads {
        Threads {
            count: 1,
            #[cfg(feature = "rayon")]
            helpers: std::cell::OnceCell::new(),
        }
    }

    /// Returns the threads of the caller's pool for work on so many sprites.
    pub(crate) fn many(sprites: usize) -> Threads {
        Threads { count: Threads::in_pool().min(2 + sprites / SPRITES_PER_HELPER), ..Threads::one() }
    }

    /// Returns the number of threads in the caller's pool.
    pub(crate) fn in_pool() -> usize {
        #[cfg(feature = "rayon")]
        return rayon::current_num_threads();
        #[cfg(not(feature = "rayon"))]
        1
    }

    /// Returns the largest number of threads that share the work.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of parts into which work is cut whose parts differ in length: a few for each thread.
    pub(crate) fn parts(&self) -> usize {
        if self.count() > 1 { 4 * self.count() } else { 1 }
    }

    /// Runs `work` for each item. Each thread takes the next item when it has finished one.
    pub(crate) fn run<I: Send>(&self, items: impl ExactSizeIterator<Item = I> + Send, work: impl Fn(I) + Sync) {
        let Ok(()) = self.try_run(items, |item| {
            work(item);
            Ok::<_, Infallible>(())
        });
    }

    /// Runs `work` for each item, as [`Threads::run`] does, until an item fails. Returns the error of a failed item.
    pub(crate) fn try_run<I: Send, E: Send>(
        &self,
        mut items: impl ExactSizeIterator<Item = I> + Send,
        work: impl Fn(I) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        #[cfg(feature = "rayon")]
        if self.count > 1 && items.len() > 1 {
            return self.helpers.get_or_init(|| Helpers::call(self.count - 1)).try_run(items, work);
        }
        items.try_for_each(work)
    }
}

/// Helpers from a rayon pool.
#[cfg(feature = "rayon")]
mod helpers {
    use std::cell::Cell;
    use std::hint;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::thread::{self, ThreadId};
    use std::time::{Duration, Instant};

    /// A helper that finds no work for so long goes back to sleep. Stages on one thread are shorter.
    const PATIENCE: Duration = Duration::from_millis(2);
    /// At the end of a stage, the caller spins for so long before it sleeps until the last helper is done.
    const SPIN: Duration = Duration::from_micros(100);

    thread_local! {
        /// Whether the thread stays awake as a helper. (A helper that finds the call for another helper among the jobs of the
        /// pool must not stay awake for both: calls that overlap for ever would fill its stack.)
        static IS_HELPER: Cell<bool> = const { Cell::new(false) };
    }

    /// The helpers of a call.
    pub(super) struct Helpers(Arc<Shared>);

    /// What the caller and its helpers share.
    struct Shared {
        caller: ThreadId,
        /// The number of helpers that are awake.
        awake: AtomicUsize,
        /// Whether the call has ended.
        is_over: AtomicBool,
    }

    impl Helpers {
        /// Calls so many threads of the pool.
        pub(super) fn call(count: usize) -> Helpers {
            let caller = thread::current().id();
            let shared = Arc::new(Shared { caller, awake: AtomicUsize::new(0), is_over: AtomicBool::new(false) });
            for _ in 0..count {
                let shared = Arc::clone(&shared);
                rayon::spawn(move || shared.stay_awake());
            }
            Helpers(shared)
        }

        /// Runs `work` for each item, until an item fails.
        pub(super) fn try_run<I: Send, E: Send>(
            &self,
            items: impl ExactSizeIterator<Item = I> + Send,
            work: impl Fn(I) -> Result<(), E> + Sync,
        ) -> Result<(), E> {
            let items = Mutex::new(Some(items));
            let failure = Mutex::new(None);
            // The next item, and whether there are more.
            let next = || {
                let mut items = lock(&items);
                let item = items.as_mut()?.next()?;
                Some((item, items.as_ref().is_some_and(|items| items.len() > 0)))
            };
            let work = |item| {
                if let Err(error) = work(item) {
                    *lock(&items) = None;
                    lock(&failure).get_or_insert(error);
                }
            };
            let busy = AtomicUsize::new(0);
            rayon::in_place_scope(|scope| {
                let mut asked = 0;
                while let Some((item, are_more)) = next() {
                    // Helpers that wake during the stage join it.
                    while are_more && asked < self.0.awake.load(Ordering::Relaxed) {
                        asked += 1;
                        busy.fetch_add(1, Ordering::Relaxed);
                        scope.spawn(|_| {
                            while let Some((item, _)) = next() {
                                work(item);
                            }
                            busy.fetch_sub(1, Ordering::Release);
                        });
                    }
                    work(item);
                }
                // A sleeping caller would take longer to wake than the last helper takes to finish.
                let start = Instant::now();
                while busy.load(Ordering::Acquire) > 0 && start.elapsed() < SPIN {
                    hint::spin_loop();
                }
            });
            failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
        }
    }

    impl Drop for Helpers {
        /// Ends the call: the helpers go back to sleep. Nobody waits for helpers that have not woken yet.
        fn drop(&mut self) {
            self.0.is_over.store(true, Ordering::Relaxed);
        }
    }

    impl Shared {
        /// Keeps a thread of the pool awake until the call ends. It takes jobs of the pool as they come.
        fn stay_awake(&self) {
            // A caller in the pool may meet its own call among its jobs.
            if thread::current().id() == self.caller || IS_HELPER.replace(true) {
                return;
            }
            self.awake.fetch_add(1, Ordering::Relaxed);
            let mut last_job = Instant::now();
            while !self.is_over.load(Ordering::Relaxed) && last_job.elapsed() < PATIENCE {
                match rayon::yield_now() {
                    Some(rayon::Yield::Executed) => last_job = Instant::now(),
                    _ => rest(),
                }
            }
            self.awake.fetch_sub(1, Ordering::Relaxed);
            IS_HELPER.set(false);
        }
    }

    /// Waits for a moment, and lets other threads run if there are more than processors.
    fn rest() {
        (0..64).for_each(|_| hint::spin_loop());
        thread::yield_now();
    }

    fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
