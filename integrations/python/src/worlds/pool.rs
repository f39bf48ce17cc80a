//! The threads that large worlds share, and forks.
//!
//! The pool is the package's own. rayon's global pool cannot be replaced, and its threads do not survive a fork: a child
//! that used it would wait forever. A child makes a new pool at its first parallel call.

use crate::background::{self, Job};
use crate::errors::or_memory_error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use world::WorldLimits;

/// The number of forks that lead to this process, as far as Python reports them.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The pool, and the value of [`FORKS`] when it was made. The lock is only held by a thread that holds the interpreter
/// too. So does a thread that forks, and a child never finds the lock taken.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Returns the number of forks that lead to this process.
pub(super) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

/// Returns the pool of this process. `advice` says how the call works on one thread.
///
/// # Errors
/// Returns `RuntimeError` if the system refuses threads.
pub(super) fn pool(_py: Python<'_>, advice: &str) -> PyResult<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((made, pool)) = &*pool
        && *made == forks()
    {
        return Ok(pool.clone());
    }
    let new = ThreadPoolBuilder::new()
        .thread_name(|index| format!("hitmask-{index}"))
        .build()
        .map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}; {advice}")))?;
    let new = Arc::new(new);
    // The pool of the parent is never dropped: that would wake threads that do not exist.
    std::mem::forget(pool.replace((forks(), new.clone())));
    Ok(new)
}

/// Gives a job to the threads of a pool.
pub(super) fn on_threads(pool: Arc<ThreadPool>) -> impl FnOnce(Python<'_>, Job) {
    move |_, job| pool.spawn(job)
}

/// Calls `work` without the interpreter, on the threads of the pool if it has many sprites. The work compares two lists of
/// sprites.
///
/// # Errors
/// Returns `RuntimeError` if the system refuses threads, `MemoryError` if it refuses memory, and the error of a signal
/// handler.
pub(crate) fn on_pool<R, F>(py: Python<'_>, [a, b]: [usize; 2], work: F) -> PyResult<R>
where
    R: Send + 'static,
    F: FnOnce() -> R + Send + 'static,
{
    let work = || or_memory_error(work);
    if a.max(b) < WorldLimits::PARALLEL_FROM {
        return background::timed(py, 8 * a as u64 * b as u64, work)?;
    }
    let advice = format!("compare lists of fewer than {} each, which takes one thread", WorldLimits::PARALLEL_FROM);
    let pool = pool(py, &advice)?;
    background::run(py, on_threads(pool), move |_| work())?
}

/// Counts a fork. Python calls it in the child.
#[pyfunction]
fn after_fork_in_child() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Makes Python report forks. Systems without forks have no such function.
pub(crate) fn register_at_fork(py: Python<'_>) -> PyResult<()> {
    if let Ok(register) = py.import("os")?.getattr("register_at_fork") {
        let arguments = pyo3::types::PyDict::new(py);
        arguments.set_item("after_in_child", wrap_pyfunction!(after_fork_in_child, py)?)?;
        register.call((), Some(&arguments))?;
    }
    Ok(())
}
