//! The world inside a Python object, and the rules by which threads share it.
//!
//! Every call waits until it has the world for itself. A short call keeps the interpreter and works in place. A long call
//! takes the world out of its slot (see [`LeaseSlot`]) and releases the interpreter. If it may take a tenth of a second, it
//! works on another thread, so that Ctrl-C can leave it (see [`background`]): the call then goes on, and the next call
//! waits for its end. No call makes or drops Python objects while it has the world: that could run the garbage collector,
//! and with it calls of the same world.

use super::lease::LeaseSlot;
use super::pace::{self, ALL, Pace, Work};
use super::pool::{on_threads, pool};
use crate::background::{self, Stop, words};
use crate::errors::or_memory_error;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use world::{Sprite, World, WorldLimits};

/// The number of items from which a call on many releases the interpreter.
const MANY: usize = 200;
/// The number of sprites from which a query releases the interpreter. A query finds its sprites in a tree.
const MANY_FOR_QUERIES: usize = 4000;
/// The number of words in the masks from which every call but a short one releases the interpreter.
const LARGE_MASKS: u64 = 1 << 14;
/// The number of changes up to which a query refreshes the world on its own thread. To hand the work to other threads takes
/// some 20 microseconds.
const FEW_CHANGES: usize = 1000;
/// The expected time from which a call works on another thread. The time of a call may grow tenfold from one frame to the
/// next.
const FOR_BACKGROUND: Duration = Duration::from_millis(10);

/// Where a call works.
#[derive(Clone, Copy, PartialEq)]
enum Route {
    /// On this thread, with the interpreter.
    Here,
    /// On this thread, without the interpreter.
    Detached,
    /// On a new thread.
    Background,
    /// On the threads of the pool.
    Pool,
}

/// A world, and what calls note about it.
struct State {
    world: World,
    /// The number of changes since the last refresh.
    changes: usize,
    pace: Pace,
}

pub(super) struct WorldCell {
    slot: Arc<LeaseSlot<State>>,
    /// The number of words of all masks that were added.
    words: AtomicU64,
    /// The largest number of pixels of a scaled sprite for each pixel of its mask.
    scale: AtomicU64,
}

impl WorldCell {
    pub(super) fn new(mut world: World) -> WorldCell {
        // By default, a world uses threads of its own. After a fork they are gone, and the world would wait for them.
        let from = parallel_from(&world);
        set_parallel_from(&mut world, from);
        let words = words_of_masks(&world);
        let times = |(_, sprite): (_, Sprite)| (sprite.scale[0] * sprite.scale[1]) as u64;
        let scale = world.sprites().map(times).max().unwrap_or(1).max(1);
        let state = State { world, changes: ALL, pace: Pace::default() };
        WorldCell { slot: Arc::new(LeaseSlot::new(state)), words: AtomicU64::new(words), scale: AtomicU64::new(scale) }
    }

    /// Replaces the world.
    pub(super) fn replace(&self, py: Python<'_>, world: World) -> PyResult<()> {
        let new = WorldCell::new(world);
        for (to, from) in [(&self.words, &new.words), (&self.scale, &new.scale)] {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        std::mem::swap(&mut *self.slot.take(py)?, &mut *new.slot.take(py)?);
        Ok(())
    }

    /// Notes the size of a mask of the world.
    pub(super) fn note_mask(&self, mask: &mask::Mask) {
        self.words.fetch_add(words(mask), Ordering::Relaxed);
    }

    /// Notes the number of words of all masks of the world.
    pub(super) fn note_words(&self, words: u64) {
        self.words.fetch_max(words, Ordering::Relaxed);
    }

    /// Notes how many times as many pixels as its mask a sprite may have.
    pub(super) fn note_scale(&self, times: f64) {
        self.scale.fetch_max(times.clamp(1.0, 1e9) as u64, Ordering::Relaxed);
    }

    /// Reads values of the world in constant time.
    #[inline]
    pub(super) fn read<R, F>(&self, py: Python<'_>, read: F) -> PyResult<R>
    where
        R: Send + 'static,
        F: FnOnce(&World) -> PyResult<R> + Send + 'static,
    {
        self.call(py, Work::Read, |world| read(world))
    }

    /// Changes the world in constant time.
    #[inline]
    pub(super) fn write<R, F>(&self, py: Python<'_>, write: F) -> PyResult<R>
    where
        R: Send + 'static,
        F: FnOnce(&mut World) -> PyResult<R> + Send + 'static,
    {
        self.call(py, Work::Write, write)
    }

    /// Calls `f` with the world.
    ///
    /// # Errors
    /// Returns the errors of [`WorldCell::call_until`].
    #[inline]
    pub(super) fn call<R, F>(&self, py: Python<'_>, work: Work, f: F) -> PyResult<R>
    where
        R: Send + 'static,
        F: FnOnce(&mut World) -> PyResult<R> + Send + 'static,
    {
        self.call_until(py, work, |world, _| f(world))
    }

    /// Calls `f` with the world. `f` may end early if nobody waits for its result any more.
    ///
    /// # Errors
    /// Returns the error of `f`, `MemoryError` if `f` panics because the system refuses memory, `RuntimeError` if the world
    /// was in use by another thread when the process was forked, and the error of a signal handler.
    pub(super) fn call_until<R, F>(&self, py: Python<'_>, work: Work, f: F) -> PyResult<R>
    where
        R: Send + 'static,
        F: FnOnce(&mut World, &Stop) -> PyResult<R> + Send + 'static,
    {
        let words = self.words.load(Ordering::Relaxed).saturating_mul(self.scale.load(Ordering::Relaxed));
        if let Some(mut slot) = self.slot.try_lock()
            && let Some(state) = slot.as_mut()
            && state.route(work, words) == Route::Here
        {
            return state.run(work, |world| f(world, &Stop::default()));
        }
        let mut state = self.slot.take(py)?;
        // A call that had to wait may be short.
        let route = state.route(work, words);
        let mut run = move |stop: &Stop, f: F| {
            let start = Instant::now();
            let result = state.run(work, |world| f(world, stop));
            let sprites = state.world.len();
            state.pace.note(work, sprites, words, start.elapsed());
            result
        };
        match route {
            Route::Here | Route::Detached => py.detach(move || run(&Stop::default(), f)),
            Route::Background => background::run(py, background::on_new_thread, move |stop| run(stop, f))?,
            Route::Pool => {
                let pool = pool(py, "set_limits(parallel_from=2**63) makes the world work on one thread")?;
                background::run(py, on_threads(pool), move |stop| run(stop, f))?
            }
        }
    }
}

impl State {
    /// Returns where a call works.
    fn route(&self, work: Work, words: u64) -> Route {
        if self.is_parallel(work) {
            return Route::Pool;
        }
        if !self.is_long(work, words >= LARGE_MASKS) {
            return Route::Here;
        }
        let sprites = self.world.len();
        let expected = self.pace.expected(work, sprites, words);
        let worst = || if words < LARGE_MASKS { pace::at_worst(work, sprites) } else { Duration::MAX };
        match expected.unwrap_or_else(worst) < FOR_BACKGROUND {
            true => Route::Detached,
            false => Route::Background,
        }
    }

    /// Returns whether a call takes more than a few microseconds.
    fn is_long(&self, work: Work, large_masks: bool) -> bool {
        let sprites = self.world.len();
        match work {
            Work::Read | Work::Write => false,
            Work::ReadMany(ALL) | Work::WriteMany(ALL) => sprites >= MANY || large_masks,
            Work::ReadMany(items) | Work::WriteMany(items) => items >= MANY || large_masks,
            Work::Query => sprites >= MANY_FOR_QUERIES || large_masks,
            Work::Move(items) | Work::Push(items) => sprites >= MANY_FOR_QUERIES || items > 1 || large_masks,
            Work::Rows(items) => items >= MANY || sprites >= MANY_FOR_QUERIES || large_masks,
            Work::Carry | Work::Dig | Work::Step | Work::Contacts => sprites >= MANY || large_masks,
        }
    }

    /// Returns whether a call may use several threads. Only a refresh, a list of pairs and contacts do.
    fn is_parallel(&self, work: Work) -> bool {
        let (sprites, from) = (self.world.len(), parallel_from(&self.world));
        match work {
            Work::Read | Work::Write | Work::ReadMany(_) | Work::WriteMany(_) => false,
            Work::Query | Work::Move(_) | Work::Push(_) | Work::Carry | Work::Dig => {
                sprites >= from && self.changes > FEW_CHANGES
            }
            Work::Rows(items) => items >= from || sprites >= from && self.changes > FEW_CHANGES,
            Work::Step | Work::Contacts => sprites >= from,
        }
    }

    /// Calls `f` with the world. A call of the pool works on the threads of the pool.
    fn run<R>(&mut self, work: Work, f: impl FnOnce(&mut World) -> PyResult<R>) -> PyResult<R> {
        let is_parallel = self.is_parallel(work);
        let State { world, changes, .. } = self;
        let from = parallel_from(world);
        let may_refresh =
            matches!(work, Work::Query | Work::Move(_) | Work::Push(_) | Work::Carry | Work::Dig | Work::Rows(_));
        let on_one_thread = may_refresh && !is_parallel && world.len() >= from;
        if on_one_thread {
            set_parallel_from(world, usize::MAX);
        }
        let result = caught(|| f(world));
        if on_one_thread {
            set_parallel_from(world, from);
        }
        *changes = match work {
            Work::Read | Work::ReadMany(_) => *changes,
            Work::Write => changes.saturating_add(1),
            Work::Query | Work::Rows(_) | Work::Step | Work::Contacts if result.is_ok() => 0,
            Work::Move(moves) | Work::Push(moves) if result.is_ok() => moves,
            Work::Carry | Work::Dig if result.is_ok() => FEW_CHANGES,
            _ => ALL,
        };
        result
    }
}

/// Returns the number of sprites from which a world uses several threads.
pub(super) fn parallel_from(world: &World) -> usize {
    world.limits().parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM)
}

fn set_parallel_from(world: &mut World, sprites: usize) {
    world.set_limits(world.limits().parallel_from(sprites));
}

/// Calls `f`, and turns a panic for refused memory into `MemoryError`.
fn caught<R>(f: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    or_memory_error(f).flatten()
}

/// Returns the number of words of all masks of a world.
pub(super) fn words_of_masks(world: &World) -> u64 {
    world.mask_ids().filter_map(|id| world.mask(id)).map(|mask| words(mask)).sum()
}
