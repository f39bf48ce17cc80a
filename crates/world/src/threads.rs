//! The threads that share the work of a call: the calling thread, and helpers from its rayon pool, or from a pool of
//! ours.
//!
//! A step consists of many short stages, and a sleeping thread takes up to a millisecond to wake. So the helpers are
//! woken once, when the call begins, and stay awake until it ends. The calling thread never waits for them to wake:
//! it works through the items of a stage, and each helper that is awake takes items too. A stage without helpers is
//! plain serial code.
//!
//! ```text
//!   caller     call [ refit . . . . . ][ join . . . . . . ][ sort . . ][ compare . ] end
//!   helper          wakes ... [ . . . ][ . . . . . . . . . ][ . . . . ][ . . . . . ] sleeps
//! ```
//!
//! (Parallel iterators of rayon wake threads in each stage anew, and a caller outside the pool sleeps meanwhile.
//! Decision 0026 has the measurements.)

#[cfg(feature = "rayon")]
use helpers::Helpers;
use std::convert::Infallible;

/// The number of sprites that a thread takes at a time. This is some 10 us of work, much more than a hand-over.
pub(crate) const SPRITES_PER_ITEM: usize = 1 << 12;

/// There is one helper, and at most one more for each so many sprites. Fewer sprites are less work than it takes to
/// wake a helper.
const SPRITES_PER_HELPER: usize = 1 << 14;

/// Work on so many sprites is cut into parts: a helper that wakes can only join after a part.
const SPRITES_PER_PART: usize = 1 << 15;

/// The threads that share the work of a call.
pub(crate) struct Threads {
    /// The largest number of threads.
    count: usize,
    /// The number of parts into which work is cut whose parts differ in length.
    parts: usize,
    /// The helpers, once there was a stage that they can share.
    #[cfg(feature = "rayon")]
    helpers: std::cell::OnceCell<Helpers>,
}

impl Threads {
    /// The calling thread alone.
    pub(crate) fn one() -> Threads {
        Threads {
            count: 1,
            parts: 1,
            #[cfg(feature = "rayon")]
            helpers: std::cell::OnceCell::new(),
        }
    }

    /// The threads of the caller's pool for work on so many sprites.
    pub(crate) fn many(sprites: usize) -> Threads {
        let (in_pool, mut threads) = (Threads::in_pool(), Threads::one());
        if in_pool > 1 {
            threads.count = in_pool.min(2 + sprites / SPRITES_PER_HELPER);
            threads.parts = (4 * in_pool).max(sprites / SPRITES_PER_PART);
        }
        threads
    }

    /// The number of threads in the caller's pool.
    pub(crate) fn in_pool() -> usize {
        #[cfg(feature = "rayon")]
        return match rayon::current_thread_index() {
            Some(_) => rayon::current_num_threads(),
            None => own_pool().map_or(1, rayon::ThreadPool::current_num_threads),
        };
        #[cfg(not(feature = "rayon"))]
        1
    }

    /// The largest number of threads that share the work.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of parts into which work is cut whose parts differ in length: a few for each thread.
    pub(crate) fn parts(&self) -> usize {
        self.parts
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
            return self.helpers.get_or_init(|| Helpers::new(self.count - 1)).try_run(items, work);
        }
        items.try_for_each(work)
    }
}

/// The pool that helps callers outside of pools. rayon's global pool would run long jobs of the program between the
/// jobs of a step. If the system refuses threads, as containers with a limit of processes do, such callers work
/// alone.
#[cfg(feature = "rayon")]
fn own_pool() -> Option<&'static rayon::ThreadPool> {
    static POOL: std::sync::OnceLock<Option<rayon::ThreadPool>> = std::sync::OnceLock::new();
    let name = |thread| format!("hitmask-{thread}");
    POOL.get_or_init(|| rayon::ThreadPoolBuilder::new().thread_name(name).build().ok()).as_ref()
}

/// Helpers from a rayon pool.
#[cfg(feature = "rayon")]
mod helpers {
    use super::own_pool;
    use rayon::{Scope, ThreadPool};
    use std::cell::RefCell;
    use std::hint;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::thread::{self, ThreadId};
    use std::time::{Duration, Instant};

    /// A helper goes back to sleep if there is no stage for so long. The next stage calls it again.
    const PATIENCE: Duration = Duration::from_millis(2);

    thread_local! {
        /// The calls for which the thread stays awake.
        static CALLS: RefCell<Vec<Arc<Call>>> = const { RefCell::new(Vec::new()) };
    }

    /// The helpers of a call.
    pub(super) struct Helpers {
        call: Arc<Call>,
        /// The pool of the helpers, if the caller is in none.
        pool: Option<&'static ThreadPool>,
    }

    /// What the caller and its helpers share.
    struct Call {
        caller: ThreadId,
        /// The number of helpers that the next stage has to wake.
        asleep: AtomicUsize,
        /// The number of helpers that are awake.
        awake: AtomicUsize,
        /// Whether a stage has items that no thread has taken.
        has_items: AtomicBool,
        /// Whether the call has ended.
        is_over: AtomicBool,
    }

    impl Helpers {
        /// Returns so many helpers, which are asleep.
        pub(super) fn new(count: usize) -> Helpers {
            let caller = thread::current().id();
            let [asleep, awake] = [count, 0].map(AtomicUsize::new);
            let [has_items, is_over] = [false, false].map(AtomicBool::new);
            let pool = rayon::current_thread_index().is_none().then(own_pool).flatten();
            Helpers { call: Arc::new(Call { caller, asleep, awake, has_items, is_over }), pool }
        }

        /// Runs `work` for each item, until an item fails.
        pub(super) fn try_run<I: Send, E: Send>(
            &self,
            items: impl ExactSizeIterator<Item = I> + Send,
            work: impl Fn(I) -> Result<(), E> + Sync,
        ) -> Result<(), E> {
            let Helpers { call, pool } = self;
            let items = Mutex::new(Some(items));
            let failure = Mutex::new(None);
            // The next item, and the number of items after it.
            let next = || {
                let mut items = lock(&items);
                let item = items.as_mut()?.next()?;
                Some((item, items.as_ref().map_or(0, ExactSizeIterator::len)))
            };
            let work = |item| {
                if let Err(error) = work(item) {
                    *lock(&items) = None;
                    lock(&failure).get_or_insert(error);
                }
            };
            call.has_items.store(true, Ordering::Relaxed);
            for _ in 0..call.asleep.swap(0, Ordering::Relaxed) {
                let call = Arc::clone(call);
                let answer = move || call.answer();
                match pool {
                    Some(pool) => pool.spawn(answer),
                    None => rayon::spawn(answer),
                }
            }
            let [started, ended] = [(); 2].map(|()| AtomicUsize::new(0));
            in_scope(*pool, |scope| {
                let mut asked = 0;
                while let Some((item, left)) = next() {
                    // Helpers that wake during the stage join it.
                    while asked < call.awake.load(Ordering::Relaxed).min(left) {
                        asked += 1;
                        scope.spawn(|_| {
                            started.fetch_add(1, Ordering::Relaxed);
                            let _ended = AtEnd(&ended);
                            while let Some((item, _)) = next() {
                                work(item);
                            }
                        });
                    }
                    work(item);
                }
                call.has_items.store(false, Ordering::Relaxed);
                // At the end of the scope, a caller in the pool would take any job, and the program's jobs may take
                // long. So it takes back what no helper has begun. A sleeping caller would wake later than the last
                // helper ends.
                while ended.load(Ordering::Acquire) < asked {
                    let all_begun = started.load(Ordering::Relaxed) == asked;
                    if all_begun || !matches!(rayon::yield_local(), Some(rayon::Yield::Executed)) {
                        thread::yield_now();
                    }
                }
            });
            failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
        }
    }

    /// Counts the end of a job, also if it panics.
    struct AtEnd<'a>(&'a AtomicUsize);

    impl Drop for AtEnd<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Release);
        }
    }

    impl Drop for Helpers {
        /// Ends the call: the helpers go back to sleep. Nobody waits for helpers that have not woken yet.
        fn drop(&mut self) {
            self.call.is_over.store(true, Ordering::Relaxed);
        }
    }

    impl Call {
        /// Keeps a thread of the pool awake until the call ends.
        fn answer(self: Arc<Call>) {
            // A caller in the pool may meet its own call among its jobs.
            if thread::current().id() == self.caller {
                self.asleep.fetch_add(1, Ordering::Relaxed);
                return;
            }
            self.awake.fetch_add(1, Ordering::Relaxed);
            let is_awake = CALLS.with_borrow_mut(|calls| {
                calls.push(self);
                calls.len() > 1
            });
            // A helper meets other calls among the jobs of the pool. It stays awake for all of them, in one loop.
            if !is_awake {
                stay_awake();
            }
        }

        /// Whether a helper that has had no job for so long stays awake.
        fn keeps_awake(&self, idle: Duration) -> bool {
            let is_over = self.is_over.load(Ordering::Relaxed);
            !is_over && (idle < PATIENCE || self.has_items.load(Ordering::Relaxed))
        }
    }

    /// Runs the jobs of a stage on a pool, or on that of the caller.
    fn in_scope<'scope>(pool: Option<&ThreadPool>, stage: impl FnOnce(&Scope<'scope>)) {
        match pool {
            Some(pool) => pool.in_place_scope(stage),
            None => rayon::in_place_scope(stage),
        }
    }

    /// Keeps the thread awake until its calls end. It takes jobs of the pool as they come.
    fn stay_awake() {
        let mut last_job = Instant::now();
        loop {
            let idle = last_job.elapsed();
            let is_done = CALLS.with_borrow_mut(|calls| {
                for call in calls.extract_if(.., |call| !call.keeps_awake(idle)) {
                    call.awake.fetch_sub(1, Ordering::Relaxed);
                    call.asleep.fetch_add(1, Ordering::Relaxed);
                }
                calls.is_empty()
            });
            if is_done {
                return;
            }
            match rayon::yield_now() {
                Some(rayon::Yield::Executed) => last_job = Instant::now(),
                _ => rest(),
            }
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

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::Threads;
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn each_of_many_calls_has_a_helper_however_long_its_items_are() {
        // Some platforms have no threads.
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(2).build() else { return };
        let check = || {
            for length in [1u32, 10].repeat(10) {
                let (threads, seen) = (Threads::many(1000), Mutex::new(HashSet::new()));
                // Items for 60 s, until the helper has taken one.
                threads.run(0..60_000 / length, |_| {
                    let mut seen = seen.lock().unwrap();
                    if seen.len() < 2 {
                        seen.insert(thread::current().id());
                        drop(seen);
                        thread::sleep(Duration::from_millis(length.into()));
                    }
                });
                assert_eq!(seen.lock().unwrap().len(), 2, "no helper for items of {length} ms");
            }
        };
        pool.install(check);
        // A caller outside has helpers too, if its machine has several processors.
        if Threads::in_pool() > 1 {
            check();
        }
    }
    #[test]
    fn a_panic_of_a_helper_reaches_the_caller() {
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(2).build() else { return };
        let caught = pool.install(|| {
            let (caller, helped) = (thread::current().id(), AtomicBool::new(false));
            // Items for 60 s, until the helper has taken one.
            let work = |_| {
                if !helped.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                    helped.fetch_or(thread::current().id() != caller, Ordering::Relaxed);
                    assert_eq!(thread::current().id(), caller);
                }
            };
            catch_unwind(AssertUnwindSafe(|| Threads::many(1000).run(0..60_000, work)))
        });
        assert!(caught.is_err());
    }
}
