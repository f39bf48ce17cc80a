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
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// The number of sprites from which a call that looks at all sprites releases the interpreter.
const MANY: usize = 200;
/// The number of sprites from which a query releases the interpreter. A query finds its sprites in a tree.
const MANY_FOR_QUERIES: usize = 4000;
/// The number of words in the masks from which every call but a change of one sprite releases the interpreter.
const LARGE_MASKS: u64 = 1 << 14;

/// The amount of work of a call.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// A constant time.
    Short,
    /// A look-up in a tree.
    Query,
    /// Work on all sprites, and on a number of items of the caller.
    All(usize),
}

pub(super) struct WorldCell {
    world: Mutex<World>,
    /// The number of words of all masks that were added.
    words: AtomicU64,
    /// The number of forks that led to the process of the thread that locked the world last.
    forks: AtomicU32,
}

impl WorldCell {
    pub(super) fn new(world: World) -> WorldCell {
        let words = world.mask_ids().filter_map(|id| world.mask(id)).map(words).sum();
        WorldCell { world: Mutex::new(world), words: AtomicU64::new(words), forks: AtomicU32::new(forks()) }
    }

    /// Records the size of a mask of the world.
    pub(super) fn note_mask(&self, mask: &mask::Mask) {
        self.words.fetch_add(words(mask), Ordering::Relaxed);
    }

    /// Calls `f` with the world, in constant time.
    pub(super) fn short<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        self.call(py, Work::Short, f)
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
        if let Some(mut world) = self.try_lock() {
            if !self.is_long(&world, work) {
                return caught(|| f(&mut world));
            }
            parallel = is_parallel(&world, work);
        }
        loop {
            let pool = if parallel { Some(pool(py)?) } else { None };
            let result = py.detach(|| {
                let mut guard = self.lock()?;
                let world = &mut *guard;
                match &pool {
                    Some(pool) => caught(|| pool.install(|| f(world))).map(Ok),
                    // The world has grown since it was looked at.
                    None if is_parallel(world, work) => Ok(Err(f)),
                    None => caught(|| f(world)).map(Ok),
                }
            });
            match result? {
                Ok(result) => return Ok(result),
                Err(again) => (f, parallel) = (again, true),
            }
        }
    }

    fn is_long(&self, world: &World, work: Work) -> bool {
        let many = match work {
            Work::Short => return false,
            Work::Query => world.len() >= MANY_FOR_QUERIES,
            Work::All(items) => world.len().max(items) >= MANY,
        };
        many || self.words.load(Ordering::Relaxed) >= LARGE_MASKS || is_parallel(world, work)
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, World>> {
        let guard = match self.world.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.forks.store(forks(), Ordering::Relaxed);
        Some(guard)
    }

    /// Waits for the world, without the interpreter.
    fn lock(&self) -> PyResult<MutexGuard<'_, World>> {
        // A lock of a thread of the parent process is never released. The thread that holds the lock in this process
        // records so a moment after it takes the lock.
        for _ in 0..100 {
            if let Some(guard) = self.try_lock() {
                return Ok(guard);
            }
            if self.forks.load(Ordering::Relaxed) == forks() {
                let guard = self.world.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Returns whether a call uses several threads.
fn is_parallel(world: &World, work: Work) -> bool {
    let items = match work {
        Work::Short => return false,
        Work::Query => 0,
        Work::All(items) => items,
    };
    world.len().max(items) >= world.parallel_from()
}

/// Calls `f`, and turns a panic for refused memory into `MemoryError`.
fn caught<R>(f: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    or_memory_error(f).flatten()
}

/// Returns the number of words of a mask.
fn words(mask: &mask::Mask) -> u64 {
    u64::from(mask.width().div_ceil(64)) * u64::from(mask.height())
}
