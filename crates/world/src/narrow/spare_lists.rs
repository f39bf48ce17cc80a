//! A pool of lists whose memory is reused.

use crate::threads::Threads;
use crate::{WorldError, memory};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// From this many pairs on, a copy takes longer than a hand-over to a helper.
const MANY: usize = 1 << 16;

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
        Ok(memory::try_collect((0..count).map(|_| self.take()))?)
    }

    /// Takes the lists that [`SpareLists::concatenate`] will put into `all`. A single list takes the memory of `all`.
    pub(crate) fn take_parts(&self, count: usize, all: &mut Vec<P>) -> Result<Vec<Vec<P>>, WorldError> {
        let mut lists = self.take_all(count)?;
        if let [list] = &mut lists[..] {
            std::mem::swap(list, all);
        }
        Ok(lists)
    }

    /// Puts a list back into the pool. The list is dropped if the pool cannot grow.
    pub(crate) fn put_back(&self, list: Vec<P>) {
        let _ = memory::try_push(&mut self.lists(), list);
    }

    /// Replaces the content of `all` by the lists, one after the other, and puts them back into the pool.
    pub(crate) fn concatenate(
        &self,
        mut lists: Vec<Vec<P>>,
        threads: &Threads,
        all: &mut Vec<P>,
    ) -> Result<(), WorldError>
    where
        P: Copy + Default + Send + Sync,
    {
        if let [list] = &mut lists[..] {
            std::mem::swap(list, all);
        } else {
            // The copies overwrite the old content of `all`.
            let count = lists.iter().map(Vec::len).sum();
            memory::try_resize(all, count, P::default())?;
            let mut rest = &mut all[..];
            let copies = lists.iter().map(|list| {
                let (place, after) = std::mem::take(&mut rest).split_at_mut(list.len());
                rest = after;
                (list, place)
            });
            let copy = |(list, place): (&Vec<P>, &mut [P])| place.copy_from_slice(list);
            if count < MANY { copies.for_each(copy) } else { threads.run(copies, copy) }
        }
        lists.into_iter().for_each(|list| self.put_back(list));
        Ok(())
    }

    fn lists(&self) -> MutexGuard<'_, Vec<Vec<P>>> {
        // Each call leaves the pool valid, so a panic elsewhere cannot damage it and poisoning is ignored.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
