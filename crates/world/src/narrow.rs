//! From the jobs of the broad phase to lists of pairs: serially, or with rayon over the same code.

use crate::WorldError;
use crate::broad::{Broad, Job};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lists the pairs, the smaller number first, for which `keep` holds, in the order of the broad phase.
///
/// Every job writes a list of its own; they are put together in the order of the jobs, so
/// that the list is the same for any number of threads. At most `limit` pairs are ever held by a
/// thread: beyond, the work stops everywhere and the answer is an error.
pub(crate) fn list(
    broad: &Broad,
    parallel: bool,
    limit: usize,
    keep: impl Fn(u32, u32) -> bool + Sync,
) -> Result<Vec<(u32, u32)>, WorldError> {
    let done = AtomicUsize::new(0);
    let run = |job: &Job| {
        let mut pairs = Vec::new();
        let stopped = job.run(&mut |a, b| {
            let pair = (a.min(b), a.max(b));
            if keep(pair.0, pair.1) {
                if done.load(Ordering::Relaxed) + pairs.len() >= limit {
                    return ControlFlow::Break(WorldError::TooManyPairs { limit });
                }
                pairs.push(pair);
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = stopped {
            return Err(error);
        }
        // The pairs of jobs that are done, whichever they were, count against all others.
        match done.fetch_add(pairs.len(), Ordering::Relaxed) + pairs.len() {
            total if total > limit => Err(WorldError::TooManyPairs { limit }),
            _ => Ok(pairs),
        }
    };
    let jobs = broad.jobs();
    let lists: Vec<_> = if parallel {
        jobs.par_iter().map(run).collect::<Result<_, _>>()?
    } else {
        jobs.iter().map(run).collect::<Result<_, _>>()?
    };
    Ok(joined(lists))
}

/// The lists as one. A single list that has something, the common case, is not copied.
fn joined(mut lists: Vec<Vec<(u32, u32)>>) -> Vec<(u32, u32)> {
    lists.retain(|list| !list.is_empty());
    if lists.len() == 1 { lists.remove(0) } else { lists.concat() }
}

/// The same, sorted.
pub(crate) fn sorted_list(
    broad: &Broad,
    parallel: bool,
    limit: usize,
    keep: impl Fn(u32, u32) -> bool + Sync,
) -> Result<Vec<(u32, u32)>, WorldError> {
    let mut pairs = list(broad, parallel, limit, keep)?;
    if parallel {
        pairs.par_sort_unstable();
    } else {
        pairs.sort_unstable();
    }
    Ok(pairs)
}
