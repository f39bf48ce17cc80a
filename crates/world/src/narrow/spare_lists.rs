//! A pool of lists whose memory is reused.

use crate::{WorldError, memory};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A pool of lists that are not in use. Threads can share it.
pub(crate) struct SpareLists<P>(Mutex<Vec<Vec<P>>>);

impl<P> Default for SpareLists<P> {
    fn default() -> SpareLists<P> {
        SpareLists(Mutex::default())
    }
}

impl<P> SpareLists<P> {
    /// Takes a list from the pool, or returns a new one if the pool is empty. The list can have old content.
    pub(crate) fn take(&self) -> Vec<P> {
        self.lists().pop().unwrap_or_default()
    }

    /// Takes this many lists from the pool, as [`SpareLists::take`] does.
    pub(crate) fn take_all(&self, count: usize) -> Result<Vec<Vec<P>>, WorldError> {
        memory::try_collect((0..count).map(|_| self.take()))
    }

    /// Puts a list back into the pool. The list is dropped if the pool cannot grow.
    pub(crate) fn put_back(&self, list: Vec<P>) {
        let _ = memory::try_push(&mut self.lists(), list);
    }

    /// Appends the lists to `all`, which has the place of the first one, and puts them back into the pool.
    pub(crate) fn concatenate(&self, mut lists: Vec<Vec<P>>, all: &mut Vec<P>) -> Result<(), WorldError>
    where
        P: Clone,
    {
        std::mem::swap(&mut lists[0], all);
        let copied = lists[1..].iter().try_for_each(|list| memory::try_append(all, list));
        lists.into_iter().for_each(|list| self.put_back(list));
        copied
    }

    fn lists(&self) -> MutexGuard<'_, Vec<Vec<P>>> {
        // Each call leaves the pool valid, so a panic elsewhere cannot damage it and poisoning is ignored.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
