//! Lists of pairs: serially, or with rayon over the same code.

use super::leaf_pairs::{CandidateWriter, CollisionWriter, ListSink, PairWriter};
use super::pair_cache::{ListKind, PairCache};
use super::sort;
use super::spare_lists::SpareLists;
use crate::broad::{JoinTask, TASKS};
use crate::packed::PairFilter;
use crate::threads::{self, *};
use crate::{Pair, View, World, WorldError, memory};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a list is made.
#[derive(Clone, Copy)]
pub(crate) struct ListOptions {
    pub(crate) parallel: bool,
    /// The most pairs of a list.
    pub(crate) limit: usize,
}

impl ListOptions {
    /// How many tasks the join is cut into.
    pub(crate) fn task_count(self) -> usize {
        if self.parallel { TASKS } else { 1 }
    }
}

/// Pairs. A pair comes once, the smaller id first; two fixed sprites are never a pair, nor are sprites
/// whose layers do not meet.
impl<'w> View<'w> {
    /// The pairs whose tight boxes share a pixel: the broad phase alone. In an order that depends on
    /// where the sprites stand, not on threads; not sorted.
    ///
    /// # Panics
    /// Beyond [`World::pair_limit`], and where there is no memory. [`View::candidates_into`] gives an error instead.
    #[must_use]
    pub fn candidates(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        memory::or_panic(self.candidates_into(&mut pairs));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], [`WorldError::NoMemory`], and the list is left empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Candidates, pairs, |tasks, pairs| {
            self.list(ListKind::Candidates, tasks, self.options(), pairs)
        })
    }

    /// The pairs that share a solid pixel, sorted.
    ///
    /// # Panics
    /// Beyond [`World::pair_limit`], and where there is no memory. [`View::collisions_into`] gives an error instead.
    #[must_use]
    pub fn collisions(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        memory::or_panic(self.collisions_into(&mut pairs));
        pairs
    }

    /// The same into a list, which is emptied first.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`], [`WorldError::NoMemory`], and the list is left empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Collisions, pairs, |tasks, pairs| {
            self.list(ListKind::Collisions, tasks, self.options(), pairs)?;
            self.sort(pairs);
            Ok(())
        })
    }
}

impl View<'_> {
    /// A list that is kept, or else made now, and kept where that is worth it.
    fn cached_or_build(
        self,
        kind: ListKind,
        pairs: &mut Vec<Pair>,
        make: impl FnOnce(&[JoinTask], &mut Vec<Pair>) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        let World { pair_cache, broad, .. } = self.world;
        if let Some(kept) = pair_cache.get(kind) {
            pairs.clear();
            if kept.len() > self.world.pair_limit() {
                return Err(WorldError::TooManyPairs { limit: self.world.pair_limit() });
            }
            pairs.try_reserve(kept.len())?;
            pairs.extend_from_slice(kept);
            return Ok(());
        }
        pairs.clear();
        make(&broad.tasks(PairFilter::All, self.options().task_count())?, pairs)?;
        // A list that is kept only saves time: without memory for it there is none.
        if pair_cache.is_worth_keeping(pairs.len(), self.world.len())
            && let Ok(list) = memory::try_collect(pairs.iter().copied())
        {
            pair_cache.store(kind, list);
        }
        Ok(())
    }

    /// Lists the pairs of some tasks, unsorted.
    fn list(
        self,
        kind: ListKind,
        tasks: &[JoinTask],
        options: ListOptions,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let spare_lists = &self.world.pair_cache.spare_lists;
        match kind {
            ListKind::Candidates => list(tasks, options, spare_lists, pairs, &CandidateWriter(self.world)),
            ListKind::Collisions => list(tasks, options, spare_lists, pairs, &CollisionWriter(self.world)),
        }
    }

    fn sort(self, pairs: &mut Vec<Pair>) {
        let mut spare = self.world.pair_cache.sort_buffers.take();
        sort::sort(pairs, &mut spare, self.world.slots.slot_count());
        self.world.pair_cache.sort_buffers.put_back(spare);
    }

    /// Adds the pairs of sprites that have changed to a list that was kept, so that it is worth keeping still.
    ///
    /// # Errors
    /// [`WorldError::TooManyPairs`] where it is not; [`WorldError::NoMemory`].
    pub(crate) fn add_changed(self, kind: ListKind, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let mut changed = Vec::new();
        let options = ListOptions { limit: PairCache::max_pairs(self.world.len()), ..self.options() };
        self.list(kind, &self.world.broad.tasks(PairFilter::Changed, options.task_count())?, options, &mut changed)?;
        if let ListKind::Candidates = kind {
            return memory::try_extend(pairs, changed.into_iter());
        }
        self.sort(&mut changed);
        sort::merge(pairs, &changed)
    }

    fn options(self) -> ListOptions {
        ListOptions { parallel: self.world.parallel(self.world.len()), limit: self.world.pair_limit() }
    }
}

/// Lists the pairs that `writer` makes of the leaf pairs, in the order of the tasks, for any number of threads. The list
/// is emptied first, and stays empty if there is an error.
///
/// Every thread writes lists of its own, which are concatenated in the order of the tasks. Beyond the limit
/// the work stops everywhere.
pub(super) fn list<P: Copy + Send + Sync>(
    tasks: &[JoinTask],
    options: ListOptions,
    spare: &SpareLists<P>,
    pairs: &mut Vec<P>,
    writer: &impl PairWriter<P>,
) -> Result<(), WorldError> {
    // The pairs of all threads that are done count against the limit of the others.
    let done = AtomicUsize::new(0);
    let run = |tasks: &[JoinTask], list: &mut Vec<P>| {
        for task in tasks {
            let mut sink = ListSink { writer, list, others: done.load(Ordering::Relaxed), limit: options.limit };
            if let ControlFlow::Break(error) = task.run(&mut sink) {
                return Err(error);
            }
        }
        match done.fetch_add(list.len(), Ordering::Relaxed) + list.len() {
            total if total > options.limit => Err(WorldError::TooManyPairs { limit: options.limit }),
            _ => Ok(()),
        }
    };
    let shared = |pairs: &mut Vec<P>| {
        let each = tasks.len().div_ceil(4 * threads::count()).max(1);
        // Made beforehand, since rayon would not ask for the memory of what its threads collect.
        let mut lists = memory::try_collect(tasks.chunks(each).map(|_| spare.take()))?;
        tasks.par_chunks(each).zip(lists.par_iter_mut()).try_for_each(|(tasks, list)| {
            list.clear();
            run(tasks, list)
        })?;
        concatenate(&lists, pairs)?;
        lists.into_iter().for_each(|list| spare.put_back(list));
        Ok(())
    };
    let listed = if options.parallel {
        shared(pairs)
    } else {
        pairs.clear();
        run(tasks, pairs)
    };
    if listed.is_err() {
        pairs.clear();
    }
    listed
}

/// Concatenates lists.
fn concatenate<P: Copy + Send + Sync>(lists: &[Vec<P>], pairs: &mut Vec<P>) -> Result<(), WorldError> {
    let Some(&any) = lists.iter().flatten().next() else {
        pairs.clear();
        return Ok(());
    };
    // The old pairs are overwritten.
    memory::try_resize(pairs, lists.iter().map(Vec::len).sum(), any)?;
    let mut rest = &mut pairs[..];
    let places = lists.iter().map(|list| {
        let (place, after) = std::mem::take(&mut rest).split_at_mut(list.len());
        rest = after;
        (place, list)
    });
    memory::try_collect(places)?.into_par_iter().for_each(|(place, list)| place.copy_from_slice(list));
    Ok(())
}
