//! Starts threads before the work that may use up the memory.
//!
//! A starting thread aborts the process if an allocation fails. So each thread starts only if memory is available,
//! and the caller waits until the thread is ready.

use crate::memory;
use anyhow::{Result, anyhow};
use std::hint::black_box;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

/// The stack of a worker thread, the default of Rust.
const WORKER_STACK: usize = 2 << 20;
/// The stack of a helper thread, which removes files or draws a progress bar.
const HELPER_STACK: usize = 256 << 10;

/// Spawns a helper thread.
pub(crate) fn spawn_helper(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    spawn_ready(name, HELPER_STACK, run)
}

/// Runs `work` on `threads` threads including the current one, by default on one for each processor.
pub(crate) fn run_on<T>(threads: Option<usize>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    // The current thread works too: with glibc the heap of any other thread grows by 64 MiB of addresses at a time.
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).use_current_thread();
    let pool = builder.spawn_handler(|worker| spawn_ready("worker", WORKER_STACK, || worker.run()).map(drop)).build();
    // The global pool of rayon would panic if its threads cannot start.
    let pool = pool.map_err(|error| anyhow!("cannot start the worker threads, try a smaller --threads: {error}"))?;
    // The first task of a thread makes the one-time allocations of the thread.
    pool.broadcast(|_| ());
    work()
}

/// Spawns a thread and waits until the thread is ready to run.
fn spawn_ready(name: &str, stack: usize, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    if !memory::is_available(stack as u64) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (ready, is_ready) = mpsc::channel();
    let run = move || {
        // The first allocation creates the heap of the thread; glibc briefly needs 128 MiB of addresses for the heap.
        drop(black_box(Box::new(0_u8)));
        if ready.send(()).is_ok() {
            run();
        }
    };
    let thread = Builder::new().name(name.into()).stack_size(stack).spawn(run)?;
    is_ready.recv().map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    Ok(thread)
}
