//! The run of a join on threads.

use crate::WorldError;
use crate::threads::Threads;
use crate::tree::{JoinTask, LeafPair, vectorized};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the tasks of a join. `test` returns a function for each list, which appends the pairs of some leaf pairs to the
/// list. The lists together have the pairs in the order of the tasks. All threads stop if the lists exceed the limit
/// together.
pub(super) fn join<P: Send, T: FnMut(&[LeafPair], &mut Vec<P>) -> Result<(), WorldError>>(
    tasks: &[JoinTask],
    threads: &Threads,
    limit: usize,
    lists: &mut [Vec<P>],
    test: impl Fn() -> T + Sync,
) -> Result<(), WorldError> {
    // The number of pairs in finished lists, which count towards the limit of the lists in progress.
    let done = AtomicUsize::new(0);
    lists.iter_mut().for_each(Vec::clear);
    let each = tasks.len().div_ceil(lists.len()).max(1);
    let check = |pairs: usize| if pairs > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) };
    threads.try_run(tasks.chunks(each).zip(lists), |(tasks, list)| {
        let mut test = test();
        for task in tasks {
            let mut join = task.leaf_pairs();
            while let Some(leaf_pairs) = join.next() {
                vectorized(
                    #[inline(always)]
                    || test(leaf_pairs, list),
                )?;
                check(done.load(Ordering::Relaxed) + list.len())?;
            }
        }
        // Lists that end at the same time did not count each other, so the last one checks the sum of all.
        check(done.fetch_add(list.len(), Ordering::Relaxed) + list.len())
    })
}
