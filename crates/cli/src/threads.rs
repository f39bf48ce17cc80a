//! Threads, all of them begun before the work that may take the last of the memory.
//!
//! A thread makes ready for its work by what ends the program where memory is refused. So each is begun where there is
//! room for it, and waited for until it is ready.

use crate::memory;
use anyhow::{Result, anyhow};
use std::hint::black_box;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

/// The stack of a thread that works, as of any thread in Rust.
const LARGE: usize = 2 << 20;
/// The stack of a thread that waits for something, to remove a file or to draw a bar.
const SMALL: usize = 256 << 10;

/// Begins a thread that waits for something beside the work.
pub(crate) fn beside(name: &str, waits: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    begin(name, SMALL, waits)
}

/// Runs `work` on so many threads, of which this is one, or on one for each processor.
pub(crate) fn work_on<T>(threads: Option<usize>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    // This one too, since with glibc the heap of any other grows by 64 MiB of addresses at a time.
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).use_current_thread();
    let pool = builder.spawn_handler(|worker| begin("worker", LARGE, || worker.run()).map(drop)).build();
    // Not the pool that makes itself, which panics where it gets no threads.
    let pool = pool.map_err(|refused| anyhow!("cannot start the threads: {refused}"))?;
    // What a thread needs once, it has after its first piece of work.
    pool.broadcast(|_| ());
    work()
}

fn begin(name: &str, stack: usize, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    if !memory::is_there(stack as u64) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (ready, is_ready) = mpsc::channel();
    let run = move || {
        // With the first allocation a thread gets a heap, for which glibc takes 128 MiB of addresses for a moment.
        drop(black_box(Box::new(0_u8)));
        if ready.send(()).is_ok() {
            run();
        }
    };
    let thread = Builder::new().name(name.into()).stack_size(stack).spawn(run)?;
    is_ready.recv().map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    Ok(thread)
}
