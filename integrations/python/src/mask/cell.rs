//! The mask inside a Python object, and the rules by which threads share it.
//!
//! Every method of a Python mask may be called from any thread at any time. A call with little work keeps the
//! interpreter and locks the cell. A call with much work releases the interpreter: a question works on a snapshot, which
//! costs no copy, and other threads may edit the mask meanwhile. An edit of a mask with a snapshot copies it first.

use crate::errors::{mask_error, or_memory_error};
use ::mask::{Mask, MaskError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of words from which a call releases the interpreter. A call with fewer words takes a few microseconds.
const LONG: u64 = 1 << 13;

pub(crate) struct MaskCell(Mutex<Arc<Mask>>);

impl MaskCell {
    pub(crate) fn new(mask: impl Into<Arc<Mask>>) -> MaskCell {
        MaskCell(Mutex::new(mask.into()))
    }

    #[inline]
    fn lock<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Arc<Mask>> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the mask as it is now. Later edits of the cell do not change it.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> Arc<Mask> {
        self.lock(py).clone()
    }

    /// Asks a question that takes little time for a mask of any size.
    #[inline]
    pub(crate) fn read<R>(&self, py: Python<'_>, ask: impl FnOnce(&Mask) -> R) -> R {
        ask(&self.lock(py))
    }

    /// Asks a question that reads the whole mask, or does `factor` times that work.
    ///
    /// # Errors
    /// Returns `MemoryError` if the system refuses memory.
    #[inline]
    pub(crate) fn scan<R: Send>(
        &self,
        py: Python<'_>,
        factor: u64,
        ask: impl FnOnce(&Mask) -> R + Send,
    ) -> PyResult<R> {
        let guard = self.lock(py);
        if words(&guard).saturating_mul(factor) < LONG {
            return or_memory_error(|| ask(&guard));
        }
        let mask = guard.clone();
        drop(guard);
        py.detach(|| or_memory_error(|| ask(&mask)))
    }

    /// Asks a question about two masks. The cells may be the same.
    ///
    /// # Errors
    /// Returns `MemoryError` if the system refuses memory.
    #[inline]
    pub(crate) fn scan_pair<R: Send>(
        &self,
        other: &MaskCell,
        py: Python<'_>,
        factor: u64,
        ask: impl FnOnce(&Mask, &Mask) -> R + Send,
    ) -> PyResult<R> {
        if std::ptr::eq(self, other) {
            return self.scan(py, factor, |mask| ask(mask, mask));
        }
        let (a, b) = self.lock_both(other, py);
        // A factor says that the larger mask is read too.
        let larger = if factor > 4 { words(&a).max(words(&b)) } else { 0 };
        if (words(&a).min(words(&b)) * factor).max(larger) < LONG {
            return or_memory_error(|| ask(&a, &b));
        }
        let masks = (a.clone(), b.clone());
        drop((a, b));
        py.detach(|| or_memory_error(|| ask(&masks.0, &masks.1)))
    }

    /// Asks a question about two masks that takes no memory. The cells may be the same.
    #[inline]
    pub(crate) fn read_pair<R: Send>(
        &self,
        other: &MaskCell,
        py: Python<'_>,
        ask: impl FnOnce(&Mask, &Mask) -> R + Send,
    ) -> R {
        if std::ptr::eq(self, other) {
            let mask = self.snapshot(py);
            return ask(&mask, &mask);
        }
        let (a, b) = self.lock_both(other, py);
        if words(&a).min(words(&b)) < LONG {
            return ask(&a, &b);
        }
        let masks = (a.clone(), b.clone());
        drop((a, b));
        py.detach(|| ask(&masks.0, &masks.1))
    }

    /// Locks two different cells in the order of their addresses, so that two threads never wait for each other.
    #[inline]
    fn lock_both<'a>(
        &'a self,
        other: &'a MaskCell,
        py: Python<'_>,
    ) -> (MutexGuard<'a, Arc<Mask>>, MutexGuard<'a, Arc<Mask>>) {
        if (&raw const *self) < (&raw const *other) {
            let mask = self.lock(py);
            (mask, other.lock(py))
        } else {
            let other = other.lock(py);
            (self.lock(py), other)
        }
    }

    /// Changes the mask. If the change fails, the mask stays as it was.
    ///
    /// # Errors
    /// Returns `MemoryError` if a snapshot exists and the system refuses the memory of a copy.
    #[inline]
    pub(crate) fn edit<R: Send>(&self, py: Python<'_>, edit: impl FnOnce(&mut Mask) -> R + Send) -> PyResult<R> {
        let mut guard = self.lock(py);
        if words(&guard) < LONG {
            let mask = own(&mut guard).map_err(mask_error)?;
            return or_memory_error(|| edit(mask));
        }
        drop(guard);
        // The lock is taken and released without the interpreter, so a thread that waits for it never holds up this one.
        py.detach(|| {
            let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mask = own(&mut guard).map_err(mask_error)?;
            or_memory_error(|| edit(mask))
        })
    }

    /// Replaces the mask.
    pub(crate) fn replace(&self, py: Python<'_>, mask: impl Into<Arc<Mask>>) {
        *self.lock(py) = mask.into();
    }

    /// Changes the mask by another mask. The cells may be the same.
    #[inline]
    pub(crate) fn edit_by(
        &self,
        other: &MaskCell,
        py: Python<'_>,
        edit: impl FnOnce(&mut Mask, &Mask) + Send,
    ) -> PyResult<()> {
        if !std::ptr::eq(self, other) {
            let (mut mask, other) = self.lock_both(other, py);
            if words(&mask) < LONG {
                own(&mut mask).map_err(mask_error).map(|mask| edit(mask, &other))?;
                return Ok(());
            }
        }
        let other = other.snapshot(py);
        self.edit(py, |mask| edit(mask, &other))
    }
}

/// Returns the mask for a change. Copies the mask if a snapshot exists.
fn own(mask: &mut Arc<Mask>) -> Result<&mut Mask, MaskError> {
    // The count is exact: the cell is locked, and weak references do not exist.
    if Arc::strong_count(mask) != 1 {
        *mask = Arc::new(mask.try_clone()?);
    }
    Ok(Arc::get_mut(mask).expect("the copy has one owner"))
}

/// Returns the number of words of a mask.
fn words(mask: &Mask) -> u64 {
    u64::from(mask.width().div_ceil(64)) * u64::from(mask.height())
}
