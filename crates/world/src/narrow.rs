//! From the jobs of the broad phase to lists of pairs: serially, or with rayon over the same code.

use crate::broad::{JOBS, Job};
use crate::packed::Block;
use crate::threads::{self, *};
use crate::{WorldError, memory};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How the work is to be done.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) parallel: bool,
    /// The most pairs of a list.
    pub(crate) limit: usize,
}

impl Way {
    /// Into how many jobs the work is to be parted.
    pub(crate) fn jobs(self) -> usize {
        if self.parallel { JOBS } else { 1 }
    }
}

/// Lists that are not in use, whose memory is used again.
pub(crate) struct Spare<P>(Mutex<Vec<Vec<P>>>);

impl<P> Default for Spare<P> {
    fn default() -> Spare<P> {
        Spare(Mutex::default())
    }
}

impl<P> Spare<P> {
    /// A list, empty or not.
    pub(crate) fn take(&self) -> Vec<P> {
        self.lists().pop().unwrap_or_default()
    }

    /// Gives a list back, which is kept if there is a place for it.
    pub(crate) fn give(&self, list: Vec<P>) {
        let _ = memory::push(&mut self.lists(), list);
    }

    fn lists(&self) -> MutexGuard<'_, Vec<Vec<P>>> {
        // Between any two calls it is whole, so that a panic cannot have spoilt it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lists what `write` makes of the blocks of pairs, in the order of the jobs, for any number of threads. The list is
/// emptied first, and where there is an error it stays empty.
///
/// Every thread writes lists of its own, which are put together in the order of the jobs. Beyond the limit
/// the work stops everywhere.
pub(crate) fn list<P: Copy + Send + Sync>(
    jobs: &[Job],
    way: Way,
    spare: &Spare<P>,
    pairs: &mut Vec<P>,
    write: impl Fn(Block, &mut Vec<P>) + Sync,
) -> Result<(), WorldError> {
    // The pairs of those that are done, whichever they were, count against all others.
    let done = AtomicUsize::new(0);
    let run = |jobs: &[Job], list: &mut Vec<P>| {
        for job in jobs {
            let others = done.load(Ordering::Relaxed);
            let stopped = job.run(&mut |blocks| {
                for &block in blocks {
                    if list.try_reserve(64).is_err() {
                        return ControlFlow::Break(WorldError::NoMemory);
                    }
                    write(block, list);
                }
                match others + list.len() {
                    total if total > way.limit => ControlFlow::Break(WorldError::TooManyPairs { limit: way.limit }),
                    _ => ControlFlow::Continue(()),
                }
            });
            if let ControlFlow::Break(error) = stopped {
                return Err(error);
            }
        }
        match done.fetch_add(list.len(), Ordering::Relaxed) + list.len() {
            total if total > way.limit => Err(WorldError::TooManyPairs { limit: way.limit }),
            _ => Ok(()),
        }
    };
    let shared = |pairs: &mut Vec<P>| {
        let each = jobs.len().div_ceil(4 * threads::count()).max(1);
        // Made beforehand, since rayon would not ask for the memory of what its threads collect.
        let mut lists = memory::list(jobs.chunks(each).map(|_| spare.take()))?;
        jobs.par_chunks(each).zip(lists.par_iter_mut()).try_for_each(|(jobs, list)| {
            list.clear();
            run(jobs, list)
        })?;
        together(&lists, pairs)?;
        lists.into_iter().for_each(|list| spare.give(list));
        Ok(())
    };
    let listed = if way.parallel {
        shared(pairs)
    } else {
        pairs.clear();
        run(jobs, pairs)
    };
    if listed.is_err() {
        pairs.clear();
    }
    listed
}

/// Puts lists one after the other.
fn together<P: Copy + Send + Sync>(lists: &[Vec<P>], pairs: &mut Vec<P>) -> Result<(), WorldError> {
    let Some(&any) = lists.iter().flatten().next() else {
        pairs.clear();
        return Ok(());
    };
    // What stands there is written over.
    memory::resize(pairs, lists.iter().map(Vec::len).sum(), any)?;
    let mut rest = &mut pairs[..];
    let places = lists.iter().map(|list| {
        let (place, after) = std::mem::take(&mut rest).split_at_mut(list.len());
        rest = after;
        (place, list)
    });
    memory::list(places)?.into_par_iter().for_each(|(place, list)| place.copy_from_slice(list));
    Ok(())
}
