//! The mask inside a Python object, and the rules by which threads share it.
//!
//! Every method of a Python mask may be called from any thread at any time. A call with little work keeps the
//! interpreter and locks the cell. A call with much work releases the interpreter: a question works on a snapshot, which
//! costs no copy, and other threads may edit the mask meanwhile. An edit of a mask with a snapshot copies it first.
//!
//! Calls say how long they may take at worst, in nanoseconds. A call that may take long runs on another thread, so that
//! Ctrl-C can leave it (see [`background`]). An edit that Ctrl-C leaves goes on, and the next call waits for its end.

use crate::background::{self, RELEASES, words};
use crate::errors::{mask_error, or_memory_error};
use mask::{Mask, MaskError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) struct MaskCell(Mutex<Content>);

/// A mask that may have snapshots.
pub(crate) enum Content {
    /// A mask without snapshots. It takes no memory of its own, and edits need no look at the number of owners.
    Own(Mask),
    /// A mask with snapshots, some of which may be gone.
    Shared(Arc<Mask>),
}

impl From<Mask> for Content {
    fn from(mask: Mask) -> Content {
        Content::Own(mask)
    }
}

impl From<Arc<Mask>> for Content {
    fn from(mask: Arc<Mask>) -> Content {
        Content::Shared(mask)
    }
}

impl Deref for Content {
    type Target = Mask;

    #[inline]
    fn deref(&self) -> &Mask {
        match self {
            Content::Own(mask) => mask,
            Content::Shared(mask) => mask,
        }
    }
}

impl Content {
    /// Returns a snapshot.
    fn share(&mut self) -> Arc<Mask> {
        let mask = match self {
            Content::Own(mask) => Arc::new(std::mem::take(mask)),
            Content::Shared(mask) => return mask.clone(),
        };
        *self = Content::Shared(mask.clone());
        mask
    }

    /// Returns the mask for a change. Copies the mask if snapshots exist.
    #[inline]
    pub(super) fn own(&mut self) -> Result<&mut Mask, MaskError> {
        if let Content::Shared(_) = self {
            self.take_back()?;
        }
        match self {
            Content::Own(mask) => Ok(mask),
            Content::Shared(_) => unreachable!("the mask was taken back"),
        }
    }

    /// Makes the mask one without snapshots and without solid pixels, or with all.
    pub(super) fn set_all(&mut self, solid: bool) -> Result<(), MaskError> {
        match self {
            Content::Own(mask) if solid => mask.fill(),
            Content::Own(mask) => mask.clear(),
            // A copy of the pixels would take longer.
            Content::Shared(mask) => {
                let (width, height) = (mask.width(), mask.height());
                let new = if solid { Mask::filled(width, height) } else { Mask::new(width, height) };
                *self = Content::Own(new?);
            }
        }
        Ok(())
    }

    #[cold]
    fn take_back(&mut self) -> Result<(), MaskError> {
        let Content::Shared(mask) = std::mem::replace(self, Content::Own(Mask::default())) else { return Ok(()) };
        let (content, result) = match Arc::try_unwrap(mask) {
            Ok(mask) => (Content::Own(mask), Ok(())),
            Err(mask) => match mask.try_clone() {
                Ok(copy) => (Content::Own(copy), Ok(())),
                Err(error) => (Content::Shared(mask), Err(error)),
            },
        };
        *self = content;
        result
    }
}

impl MaskCell {
    #[inline]
    pub(crate) fn new(mask: impl Into<Content>) -> MaskCell {
        MaskCell(Mutex::new(mask.into()))
    }

    #[inline]
    pub(super) fn lock<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Content> {
        // Most locks are free, and the attempt takes less time than the call that may wait.
        self.0.try_lock().unwrap_or_else(|_| self.wait(py))
    }

    #[cold]
    fn wait<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Content> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the mask as it is now. Later edits of the cell do not change it.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> Arc<Mask> {
        self.lock(py).share()
    }

    /// Asks a question that takes little time for a mask of any size.
    #[inline]
    pub(crate) fn read<R>(&self, py: Python<'_>, ask: impl FnOnce(&Mask) -> R) -> R {
        ask(&self.lock(py))
    }

    /// Asks a question that takes up to `each` nanoseconds for each word of the mask.
    ///
    /// # Errors
    /// Returns `MemoryError` if the system refuses memory, and the error of a signal handler.
    #[inline]
    pub(crate) fn scan<R: Send + 'static>(
        &self,
        py: Python<'_>,
        each: u64,
        ask: impl FnOnce(&Mask) -> R + Send + 'static,
    ) -> PyResult<R> {
        self.scan_for(py, |mask| words(mask).saturating_mul(each), ask)
    }

    /// Asks a question that takes up to `time` nanoseconds.
    ///
    /// # Errors
    /// Returns `MemoryError` if the system refuses memory, and the error of a signal handler.
    #[inline]
    pub(crate) fn scan_for<R: Send + 'static>(
        &self,
        py: Python<'_>,
        time: impl FnOnce(&Mask) -> u64,
        ask: impl FnOnce(&Mask) -> R + Send + 'static,
    ) -> PyResult<R> {
        let mut guard = self.lock(py);
        let time = time(&guard);
        if time < RELEASES {
            return or_memory_error(|| ask(&guard));
        }
        let mask = guard.share();
        drop(guard);
        background::timed(py, time, move || or_memory_error(|| ask(&mask)))?
    }

    /// Asks a question about two masks that takes up to `time` nanoseconds. The cells may be the same.
    ///
    /// # Errors
    /// Returns `MemoryError` if the system refuses memory, and the error of a signal handler.
    #[inline]
    pub(crate) fn scan_pair<R: Send + 'static>(
        &self,
        other: &MaskCell,
        py: Python<'_>,
        time: impl FnOnce(&Mask, &Mask) -> u64,
        ask: impl FnOnce(&Mask, &Mask) -> R + Send + 'static,
    ) -> PyResult<R> {
        if std::ptr::eq(self, other) {
            let mask = self.snapshot(py);
            let time = time(&mask, &mask);
            return background::timed(py, time, move || or_memory_error(|| ask(&mask, &mask)))?;
        }
        let (mut a, mut b) = self.lock_both(other, py);
        let time = time(&a, &b);
        if time < RELEASES {
            return or_memory_error(|| ask(&a, &b));
        }
        let masks = (a.share(), b.share());
        drop((a, b));
        background::timed(py, time, move || or_memory_error(|| ask(&masks.0, &masks.1)))?
    }

    /// Locks two different cells in the order of their addresses, so that two threads never wait for each other.
    #[inline]
    pub(super) fn lock_both<'a>(
        &'a self,
        other: &'a MaskCell,
        py: Python<'_>,
    ) -> (MutexGuard<'a, Content>, MutexGuard<'a, Content>) {
        if (&raw const *self) < (&raw const *other) {
            let mask = self.lock(py);
            (mask, other.lock(py))
        } else {
            let other = other.lock(py);
            (self.lock(py), other)
        }
    }

    /// Replaces the mask.
    pub(crate) fn replace(&self, py: Python<'_>, mask: impl Into<Content>) {
        let old = std::mem::replace(&mut *self.lock(py), mask.into());
        drop(old);
    }

    /// Locks the cell, without the interpreter.
    pub(super) fn lock_detached(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the mask, without the interpreter. If the change fails, the mask stays as it was.
    pub(super) fn edit_detached<R>(&self, edit: impl FnOnce(&mut Mask) -> R) -> PyResult<R> {
        let mut guard = self.lock_detached();
        let mask = guard.own().map_err(mask_error)?;
        or_memory_error(|| edit(mask))
    }
}

/// The nanoseconds for each word of an edit that reads or writes each word once.
pub(crate) const EDIT: u64 = 2;

/// Returns the time of a question that takes up to `each` nanoseconds for each word of the smaller of two masks.
pub(crate) fn each_word(each: u64) -> impl Fn(&Mask, &Mask) -> u64 {
    move |a, b| words(a).min(words(b)).saturating_mul(each)
}

/// Returns the time of a question that compares masks at all offsets.
pub(crate) fn at_all_offsets(a: &Mask, b: &Mask) -> u64 {
    let pixels = u64::from(b.width()) * u64::from(b.height());
    words(a).saturating_mul(pixels) / 16
}

/// Returns the time of a question that compares masks at all offsets of a line.
pub(crate) fn on_a_line(a: &Mask, b: &Mask) -> u64 {
    let steps = [a.width(), a.height(), b.width(), b.height()].map(u64::from).iter().sum::<u64>();
    words(a).min(words(b)).saturating_mul(steps) / 8
}
