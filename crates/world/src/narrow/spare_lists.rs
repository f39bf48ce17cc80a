//! Lists whose memory is used again.

use crate::memory;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lists that are not in use.
pub(crate) struct SpareLists<P>(Mutex<Vec<Vec<P>>>);

impl<P> Default for SpareLists<P> {
    fn default() -> SpareLists<P> {
        SpareLists(Mutex::default())
    }
}

impl<P> SpareLists<P> {
    /// A list, empty or not.
    pub(crate) fn take(&self) -> Vec<P> {
        self.lists().pop().unwrap_or_default()
    }

    /// Gives a list back, which is dropped if there is no memory to note it.
    pub(crate) fn put_back(&self, list: Vec<P>) {
        let _ = memory::try_push(&mut self.lists(), list);
    }

    fn lists(&self) -> MutexGuard<'_, Vec<Vec<P>>> {
        // Between any two calls it is whole, so that a panic cannot have spoilt it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
