//! The world inside a Python object, and the rules by which threads share it.
//!
//! Every call waits until it has the world for itself. A short call keeps the interpreter, unless it must wait. A long
//! call releases the interpreter first. No thread waits for the interpreter while it holds the world, and no call makes
//! or drops Python objects while it does: that could run the garbage collector, and with it calls of the same world.

use super::pool::{forks, pool};
use crate::errors::or_memory_error;
use ::world::World;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// The number of items from which a call on many releases the interpreter.
const MANY: usize = 200;
/// The number of sprites from which a query releases the interpreter. A query finds its sprites in a tree.
const MANY_FOR_QUERIES: usize = 4000;
/// The number of words in the masks from which every call but a short one releases the interpreter.
const LARGE_MASKS: u64 = 1 << 14;
/// The number of changes up to which a query refreshes the world on its own thread. To hand the work to other threads takes
/// some 20 microseconds.
const FEW_CHANGES: usize = 1000;

/// The number of items of a call that handles all sprites.
pub(super) const ALL: usize = usize::MAX;

/// The work of a call, and the number of items that it handles.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Reads values in constant time.
    Read,
    /// Changes a value in constant time.
    Write,
    /// Reads values of items.
    ReadMany(usize),
    /// Changes values of items.
    WriteMany(usize),
    /// Refreshes the world and looks for sprites in the trees.
    Query,
    /// Refreshes the world and moves sprites.
    Move(usize),
    /// Refreshes the world and looks up items, one after the other.
    Rows(usize),
    /// Refreshes the world and works on all sprites and on items.
    Step(usize),
}

/// A world, and the number of changes since its last refresh.
struct State {
    world: World,
    changes: usize,
}

pub(super) struct WorldCell {
    state: Mutex<State>,
    /// The number of words of all masks that were added.
    words: AtomicU64,
    /// The number of forks that led to the process of the thread that locked the world last.
    forks: AtomicU32,
}

impl WorldCell {
    pub(super) fn new(mut world: World) -> WorldCell {
        // A world that measures its steps would use rayon's own threads. After a fork they are gone, and the world would wait
        // for them.
        world.set_parallel_from(world.parallel_from());
        let words = world.mask_ids().filter_map(|id| world.mask(id)).map(words).sum();
        let state = Mutex::new(State { world, changes: ALL });
        WorldCell { state, words: AtomicU64::new(words), forks: AtomicU32::new(forks()) }
    }

    /// Records the size of a mask of the world.
    pub(super) fn note_mask(&self, mask: &mask::Mask) {
        self.words.fetch_add(words(mask), Ordering::Relaxed);
    }

    /// Reads values of the world in constant time.
    pub(super) fn read<R: Send>(&self, py: Python<'_>, read: impl FnOnce(&World) -> PyResult<R> + Send) -> PyResult<R> {
        self.call(py, Work::Read, |world| read(world))
    }

    /// Changes the world in constant time.
    pub(super) fn write<R: Send>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        self.call(py, Work::Write, write)
    }

    /// Calls `f` with the world.
    ///
    /// # Errors
    /// Returns the error of `f`, `MemoryError` if `f` panics because the system refuses memory, and `RuntimeError` if the
    /// world was in use by another thread when the process was forked.
    pub(super) fn call<R: Send, F>(&self, py: Python<'_>, work: Work, f: F) -> PyResult<R>
    where
        F: FnOnce(&mut World) -> PyResult<R> + Send,
    {
        let (mut f, mut parallel) = (f, false);
        if let Some(mut state) = self.try_lock() {
            parallel = state.is_parallel(work);
            let large = self.words.load(Ordering::Relaxed) >= LARGE_MASKS;
            if !parallel && !state.is_long(work, large) {
                return state.run(work, None, f);
            }
        }
        loop {
            let pool = if parallel { Some(pool(py)?) } else { None };
            let result = py.detach(|| {
                let mut state = self.lock()?;
                // The world may have grown since it was looked at.
                if pool.is_none() && state.is_parallel(work) {
                    return Ok(Err(f));
                }
                state.run(work, pool.as_deref(), f).map(Ok)
            });
            match result? {
                Ok(result) => return Ok(result),
                Err(again) => (f, parallel) = (again, true),
            }
        }
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, State>> {
        let guard = match self.state.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.forks.store(forks(), Ordering::Relaxed);
        Some(guard)
    }

    /// Waits for the world, without the interpreter.
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        // A lock of a thread of the parent process is never released. The thread that holds the lock in this process
        // records so a moment after it takes the lock.
        for _ in 0..100 {
            if let Some(guard) = self.try_lock() {
                return Ok(guard);
            }
            if self.forks.load(Ordering::Relaxed) == forks() {
                let guard = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                self.forks.store(forks(), Ordering::Relaxed);
                return Ok(guard);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(PyRuntimeError::new_err(
            "the world was in use by another thread when the process was forked; make a copy before the fork, or use the \
             start method \"spawn\" of multiprocessing",
        ))
    }
}

impl State {
    /// Returns whether a call takes more than a few microseconds.
    fn is_long(&self, work: Work, large_masks: bool) -> bool {
        let sprites = self.world.len();
        match work {
            Work::Read | Work::Write => false,
            Work::ReadMany(ALL) | Work::WriteMany(ALL) => sprites >= MANY,
            Work::ReadMany(items) | Work::WriteMany(items) => items >= MANY || large_masks,
            Work::Query => sprites >= MANY_FOR_QUERIES || large_masks,
            Work::Move(items) => sprites >= MANY_FOR_QUERIES || items > 1 || large_masks,
            Work::Rows(items) => items >= MANY || sprites >= MANY_FOR_QUERIES || large_masks,
            Work::Step(items) => sprites.max(items) >= MANY || large_masks,
        }
    }

    /// Returns whether a call may use several threads. Only a refresh, a list of pairs and contacts do.
    fn is_parallel(&self, work: Work) -> bool {
        let (sprites, from) = (self.world.len(), self.world.parallel_from());
        match work {
            Work::Read | Work::Write | Work::ReadMany(_) | Work::WriteMany(_) => false,
            Work::Query | Work::Move(_) => sprites >= from && self.changes > FEW_CHANGES,
            Work::Rows(items) => items >= from || sprites >= from && self.changes > FEW_CHANGES,
            Work::Step(items) => sprites.max(items) >= from,
        }
    }

    /// Calls `f` with the world, on the threads of a pool or on this thread.
    fn run<R: Send>(
        &mut self,
        work: Work,
        pool: Option<&ThreadPool>,
        f: impl FnOnce(&mut World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        let State { world, changes } = self;
        let from = world.parallel_from();
        let result = match pool {
            Some(pool) => caught(|| pool.install(|| f(world))),
            None if world.len() >= from && matches!(work, Work::Query | Work::Move(_) | Work::Rows(_)) => {
                world.set_parallel_from(usize::MAX);
                let result = caught(|| f(world));
                world.set_parallel_from(from);
                result
            }
            None => caught(|| f(world)),
        };
        *changes = match work {
            Work::Read | Work::ReadMany(_) => *changes,
            Work::Write => changes.saturating_add(1),
            Work::Query | Work::Rows(_) | Work::Step(_) if result.is_ok() => 0,
            Work::Move(moves) if result.is_ok() => moves,
            _ => ALL,
        };
        result
    }
}

/// Calls `f`, and turns a panic for refused memory into `MemoryError`.
fn caught<R>(f: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    or_memory_error(f).flatten()
}

/// Returns the number of words of a mask.
fn words(mask: &mask::Mask) -> u64 {
    u64::from(mask.width().div_ceil(64)) * u64::from(mask.height())
}
