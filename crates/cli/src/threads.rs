//! Starts the worker threads before the work that may use up the memory.

use anyhow::{Result, anyhow};
use rayon::ThreadPoolBuilder;

/// Runs `work` on `threads` threads including the current one, by default on one for each processor.
pub(crate) fn run_on<T>(threads: Option<usize>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    // The current thread works too: with glibc the heap of any other thread grows by 64 MiB of addresses at a time.
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).use_current_thread().build();
    // The global pool of rayon would panic if its threads cannot start.
    let pool = pool.map_err(|error| anyhow!("cannot start the worker threads, try a smaller --threads: {error}"))?;
    // Waits for the threads: a thread that starts later could find no memory, which aborts the process.
    pool.broadcast(|_| ());
    work()
}
