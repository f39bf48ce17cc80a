//! From the jobs of the broad phase to lists of pairs: serially, or with rayon over the same code.

use crate::WorldError;
use crate::broad::Job;
use crate::packed::Block;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the work is to be done.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) parallel: bool,
    /// The most pairs of a list.
    pub(crate) limit: usize,
}

/// Lists what `write` makes of the blocks of pairs, in the order of the jobs, for any number of threads. The list is
/// emptied first, and where there is an error it stays empty.
///
/// Every thread writes lists of its own, which are put together in the order of the jobs. Beyond the limit
/// the work stops everywhere.
pub(crate) fn list<P: Copy + Send>(
    jobs: &[Job],
    way: Way,
    pairs: &mut Vec<P>,
    write: impl Fn(Block, &mut Vec<P>) + Sync,
) -> Result<(), WorldError> {
    pairs.clear();
    // The pairs of those that are done, whichever they were, count against all others.
    let done = AtomicUsize::new(0);
    let run = |jobs: &[Job], list: &mut Vec<P>| {
        for job in jobs {
            let others = done.load(Ordering::Relaxed);
            let stopped = job.run(&mut |blocks| {
                for &block in blocks {
                    list.reserve(64);
                    write(block, list);
                }
                if others + list.len() > way.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if stopped.is_break() {
                return Err(WorldError::TooManyPairs { limit: way.limit });
            }
        }
        match done.fetch_add(list.len(), Ordering::Relaxed) + list.len() {
            total if total > way.limit => Err(WorldError::TooManyPairs { limit: way.limit }),
            _ => Ok(()),
        }
    };
    let listed = if way.parallel {
        let each = jobs.len().div_ceil(4 * rayon::current_num_threads()).max(1);
        let lists = jobs.par_chunks(each).map(|jobs| {
            let mut list = Vec::new();
            run(jobs, &mut list).map(|()| list)
        });
        lists.collect::<Result<Vec<_>, _>>().map(|lists| lists.iter().for_each(|list| pairs.extend_from_slice(list)))
    } else {
        run(jobs, pairs)
    };
    if listed.is_err() {
        pairs.clear();
    }
    listed
}
