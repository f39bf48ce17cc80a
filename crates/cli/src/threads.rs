//! Threads, all of them begun before the work that may take the last of the memory.
//!
//! A thread makes ready for its work by what ends the program where memory is refused. So each is waited for until it
//! is ready, and there is a look beforehand whether there is room for it.

use crate::memory;
use anyhow::{Result, anyhow, bail};
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

/// The stack of a thread that works, as of any thread in Rust.
const STACK: usize = 2 << 20;
/// The stack of a thread that waits for something: enough to remove a file or to draw a bar.
const SMALL: usize = 256 << 10;

/// Begins a thread that waits for something beside the work.
pub(crate) fn begin(name: &str, waits: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    if !memory::is_there(SMALL as u64) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (ready, is_ready) = mpsc::channel();
    let run = move || {
        if ready.send(()).is_ok() {
            waits();
        }
    };
    let thread = Builder::new().name(name.into()).stack_size(SMALL).spawn(run)?;
    is_ready.recv().map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    Ok(thread)
}

/// Runs `work` on so many threads, of which this is one, or on one for each processor.
pub(crate) fn work_on<T>(threads: Option<usize>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let expected = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if !memory::is_there((expected * STACK) as u64) {
        bail!("cannot start the threads: no memory for {expected}");
    }
    // This thread is one of them, since the heap of any other grows by 64 MiB of addresses at a time with glibc.
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).stack_size(STACK);
    // Not the pool that makes itself, which panics where it gets no threads.
    let pool = builder.use_current_thread().build();
    let pool = pool.map_err(|refused| anyhow!("cannot start the threads: {refused}"))?;
    pool.broadcast(|_| ());
    work()
}
