//! Lists of pairs. One thread and several threads run the same code.

use super::leaf_pairs::{CandidateWriter, CollisionWriter, ListSink, PairWriter};
use super::pair_cache::{ListKind, PairCache};
use super::sort;
use super::spare_lists::SpareLists;
use crate::broad::{JoinTask, TASKS};
use crate::packed::{ChangedRows, PairFilter};
use crate::threads::{self, *};
use crate::{Pair, View, World, WorldError, memory};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The options for building a list.
#[derive(Clone, Copy)]
pub(crate) struct ListOptions {
    pub(crate) parallel: bool,
    /// The maximum number of pairs in the list.
    pub(crate) limit: usize,
}

impl ListOptions {
    /// Returns the number of tasks into which the join is split.
    pub(crate) fn task_count(self) -> usize {
        if self.parallel { TASKS } else { 1 }
    }
}

/// Lists of pairs. A list contains each pair once, with the smaller id first. Two fixed sprites are never a pair, nor
/// are two sprites whose layers do not allow a collision.
impl<'w> View<'w> {
    /// Returns the pairs of sprites whose tight boxes share a pixel. This is the result of the broad phase alone.
    ///
    /// The list is not sorted. Its order depends on the current and earlier positions of the sprites, but not on the
    /// number of threads.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let slope = world.add_mask("#..\n##.\n###".parse::<Mask>()?)?;
    /// let a = world.spawn(Sprite::new(slope, [0, 0]))?;
    /// let b = world.spawn(Sprite::new(slope, [2, -2]))?; // the boxes share a pixel, the slopes do not
    /// let view = world.refresh()?;
    /// assert_eq!(view.candidates()?.len(), 1);
    /// assert!(view.collisions()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`], and
    /// [`WorldError::NoMemory`] if memory allocation fails.
    pub fn candidates(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.candidates_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites whose tight boxes share a pixel, in the order of [`View::candidates`].
    /// The list is cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`], and
    /// [`WorldError::NoMemory`] if memory allocation fails. The list is then empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Candidates, pairs, |tasks, pairs| {
            self.list(ListKind::Candidates, tasks, self.options(), pairs)
        })
    }

    /// Returns the pairs of sprites that share a solid pixel, sorted by the smaller id, then by the larger id.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World, WorldError};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// for _ in 0..4 {
    ///     world.spawn(Sprite::new(dot, [0, 0]))?;
    /// }
    /// assert_eq!(world.refresh()?.collisions()?.len(), 6);
    /// world.set_pair_limit(5);
    /// assert_eq!(world.refresh()?.collisions(), Err(WorldError::TooManyPairs { limit: 5 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`], and
    /// [`WorldError::NoMemory`] if memory allocation fails.
    pub fn collisions(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.collisions_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites that share a solid pixel, sorted as by [`View::collisions`]. The list is
    /// cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`], and
    /// [`WorldError::NoMemory`] if memory allocation fails. The list is then empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Collisions, pairs, |tasks, pairs| {
            self.list(ListKind::Collisions, tasks, self.options(), pairs)?;
            self.sort(pairs);
            Ok(())
        })
    }
}

impl View<'_> {
    /// Copies the cached list if there is one. Otherwise builds the list, and caches it if it is short enough.
    fn cached_or_build(
        self,
        kind: ListKind,
        pairs: &mut Vec<Pair>,
        build: impl FnOnce(&[JoinTask], &mut Vec<Pair>) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        let World { pair_cache, broad, .. } = self.world;
        if let Some(cached) = pair_cache.get(kind) {
            pairs.clear();
            if cached.len() > self.world.pair_limit() {
                return Err(WorldError::TooManyPairs { limit: self.world.pair_limit() });
            }
            pairs.try_reserve(cached.len())?;
            pairs.extend_from_slice(cached);
            return Ok(());
        }
        if !self.update(kind, pairs) {
            pairs.clear();
            build(&broad.tasks(PairFilter::All, self.options().task_count())?, pairs)?;
        } else if pairs.len() > self.world.pair_limit() {
            pairs.clear();
            return Err(WorldError::TooManyPairs { limit: self.world.pair_limit() });
        }
        pair_cache.store(kind, pairs, self.world.len());
        Ok(())
    }

    /// Fills a list with the pairs of some tasks, unsorted.
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

    /// Adds the pairs of changed sprites to a cached list. `changed` are the rows of these sprites.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list is too long for the cache, and [`WorldError::NoMemory`] if
    /// memory allocation fails.
    pub(super) fn add_changed(
        self,
        kind: ListKind,
        changed: [&ChangedRows; 2],
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let options = ListOptions { limit: PairCache::max_pairs(self.world.len()), ..self.options() };
        let tasks = self.world.broad.tasks(PairFilter::Changed(changed), options.task_count())?;
        let mut changed = Vec::new();
        self.list(kind, &tasks, options, &mut changed)?;
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

/// Fills a list with the pairs that `writer` writes for the leaf pairs of some tasks. The pairs are in the order of the
/// tasks for any number of threads. The list is cleared first, and is empty after an error.
///
/// Each thread writes its own lists, which are then concatenated in the order of the tasks. All threads stop when the
/// lists exceed the limit together.
pub(super) fn list<P: Copy + Send + Sync>(
    tasks: &[JoinTask],
    options: ListOptions,
    spare: &SpareLists<P>,
    pairs: &mut Vec<P>,
    writer: &impl PairWriter<P>,
) -> Result<(), WorldError> {
    // The number of pairs in finished lists, which count towards the limit of the lists in progress.
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
        // Allocated here, because rayon's `collect` aborts the process if memory allocation fails.
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

/// Concatenates `lists` into `pairs`, in parallel.
fn concatenate<P: Copy + Send + Sync>(lists: &[Vec<P>], pairs: &mut Vec<P>) -> Result<(), WorldError> {
    let Some(&any) = lists.iter().flatten().next() else {
        pairs.clear();
        return Ok(());
    };
    // The value does not matter: the copies below overwrite all of `pairs`.
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
