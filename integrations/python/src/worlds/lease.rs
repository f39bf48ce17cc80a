//! A value that one call at a time has for itself.
//!
//! A call locks the slot of the value for a moment, and takes the value out if it needs more time. So a value can go to
//! another thread and back, and no thread holds a lock while it works. A fork copies only the thread that forks: a value that
//! another thread has at this moment never comes back in the child. Calls in the child return an error that says so.

use super::pool::forks;
use crate::background::SLICE;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// The place of a value.
pub(super) struct LeaseSlot<T> {
    /// The value, or `None` while a call has it. The lock is held for a moment, or by a short call, which holds the
    /// interpreter too.
    value: Mutex<Option<Box<T>>>,
    /// Tells one waiting call that the value is back.
    back: Condvar,
    /// The number of forks that led to the process of the thread that had the value last.
    forks: AtomicU32,
}

/// A value that a call has taken out of its slot. It goes back when the lease is dropped.
pub(super) struct Lease<T> {
    slot: Arc<LeaseSlot<T>>,
    /// `None` only in `drop`.
    value: Option<Box<T>>,
}

impl<T> Drop for Lease<T> {
    fn drop(&mut self) {
        *self.slot.value.lock().unwrap_or_else(PoisonError::into_inner) = self.value.take();
        self.slot.back.notify_one();
    }
}

impl<T> Deref for Lease<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect("the lease has the value")
    }
}

impl<T> DerefMut for Lease<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("the lease has the value")
    }
}

impl<T: Send> LeaseSlot<T> {
    pub(super) fn new(value: T) -> LeaseSlot<T> {
        LeaseSlot { value: Mutex::new(Some(Box::new(value))), back: Condvar::new(), forks: AtomicU32::new(forks()) }
    }

    /// Locks the slot if no thread has the value.
    #[inline]
    pub(super) fn try_lock(&self) -> Option<MutexGuard<'_, Option<Box<T>>>> {
        let value = self.try_lock_any().filter(|value| value.is_some())?;
        self.forks.store(forks(), Ordering::Relaxed);
        Some(value)
    }

    /// Waits for the value, without the interpreter, and takes it out of the slot.
    ///
    /// # Errors
    /// Returns the error of a signal handler, and `RuntimeError` if a thread of the parent process has the value.
    pub(super) fn take(self: &Arc<LeaseSlot<T>>, py: Python<'_>) -> PyResult<Lease<T>> {
        loop {
            if let Some(value) = py.detach(|| self.wait())? {
                return Ok(Lease { slot: self.clone(), value: Some(value) });
            }
            py.check_signals()?;
        }
    }

    /// Takes the value out of the slot. Waits for a while, and returns `None` if another call still has the value.
    fn wait(&self) -> PyResult<Option<Box<T>>> {
        let mut value = self.lock()?;
        if value.is_none() {
            if self.forks.load(Ordering::Relaxed) != forks() {
                return Err(lost());
            }
            value = self.back.wait_timeout(value, SLICE).unwrap_or_else(PoisonError::into_inner).0;
        }
        if value.is_some() {
            self.forks.store(forks(), Ordering::Relaxed);
        }
        Ok(value.take())
    }

    /// Locks the slot. A thread of the parent process that holds the lock at a fork never releases it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Box<T>>>> {
        for _ in 0..100 {
            if let Some(value) = self.try_lock_any() {
                return Ok(value);
            }
            if self.forks.load(Ordering::Relaxed) == forks() {
                return Ok(self.value.lock().unwrap_or_else(PoisonError::into_inner));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(lost())
    }

    #[inline]
    fn try_lock_any(&self) -> Option<MutexGuard<'_, Option<Box<T>>>> {
        match self.value.try_lock() {
            Ok(value) => Some(value),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cold]
fn lost() -> PyErr {
    PyRuntimeError::new_err(
        "the world was in use by another thread when the process was forked; make a copy before the fork, or use the \
         start method \"spawn\" of multiprocessing",
    )
}
