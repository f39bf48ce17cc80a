//! Lists of pairs. One thread and several threads run the same code.

use super::batch::Batch;
use super::leaf_pairs::{CandidateWriter, CollisionWriter, ListSink, PairWriter};
use super::pair_cache::{ListKind, PairCache};
use super::sort;
use super::spare_lists::SpareLists;
use crate::broad::{Changes, JoinTask};
use crate::threads;
use crate::{Pair, SpriteId, View, WorldError, memory};
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
    /// Returns the number of lists that the tasks fill.
    pub(super) fn list_count(self) -> usize {
        if self.parallel { 4 * threads::count() } else { 1 }
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
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`](crate::World::pair_limit), and
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
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`](crate::World::pair_limit), and
    /// [`WorldError::NoMemory`] if memory allocation fails. The list is then empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Candidates, pairs)
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
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`](crate::World::pair_limit), and
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
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than [`World::pair_limit`](crate::World::pair_limit), and
    /// [`WorldError::NoMemory`] if memory allocation fails. The list is then empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        self.cached_or_build(ListKind::Collisions, pairs)
    }
}

impl View<'_> {
    /// Copies the cached list if there is one. Otherwise builds the list, and caches it if it is short enough.
    fn cached_or_build(self, kind: ListKind, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let pair_cache = &self.world.pair_cache;
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
            self.list(kind, None, self.options(), pairs)?;
        } else if pairs.len() > self.world.pair_limit() {
            pairs.clear();
            return Err(WorldError::TooManyPairs { limit: self.world.pair_limit() });
        }
        pair_cache.store(kind, pairs, self.world.len());
        Ok(())
    }

    /// Fills a list with all pairs, or with the pairs of changed rows: candidates in no order, or collisions in the order of the
    /// ids.
    /// The list is empty after an error.
    fn list(
        self,
        kind: ListKind,
        changes: Option<&Changes>,
        options: ListOptions,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let cache = &self.world.pair_cache;
        let fill = |pairs: &mut Vec<Pair>| {
            let tasks = self.world.broad.tasks(changes, options.parallel)?;
            match kind {
                ListKind::Candidates => {
                    let any = Pair { a: SpriteId::default(), b: SpriteId::default() };
                    list(&tasks, options, &cache.spare_lists, pairs, any, || CandidateWriter(self.world))
                }
                ListKind::Collisions => {
                    let lists = cache.spare_keys.take_all(options.list_count())?;
                    let masks = self.world.tables.numbered_masks(&self.world.masks);
                    let writer = || CollisionWriter::new(self.world, &masks);
                    let mut lists = fill_lists(&tasks, options, lists, 0, writer)?;
                    let id = |slot: u32| SpriteId(self.world.slots.id(slot));
                    let pair = |key: u64| {
                        let [a, b] = sort::numbers(key).map(id);
                        Pair { a, b }
                    };
                    let slots = self.world.slots.slot_count();
                    sort::sort(&lists, slots, options.parallel, &cache.sort_buffers, pairs, pair)?;
                    lists.drain(..).for_each(|list| cache.spare_keys.put_back(list));
                    Ok(())
                }
            }
        };
        let filled = fill(pairs);
        if filled.is_err() {
            pairs.clear();
            self.world.broad.forget_join();
        }
        filled
    }

    /// Adds the pairs of changed sprites to a cached list.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list is too long for the cache, and [`WorldError::NoMemory`] if
    /// memory allocation fails.
    pub(super) fn add_changed(
        self,
        kind: ListKind,
        changes: &Changes,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let options = ListOptions { limit: PairCache::max_pairs(self.world.len()), ..self.options() };
        let mut more = Vec::new();
        self.list(kind, Some(changes), options, &mut more)?;
        match kind {
            ListKind::Candidates => memory::try_extend(pairs, more.into_iter()),
            ListKind::Collisions => sort::merge(pairs, &more),
        }
    }

    fn options(self) -> ListOptions {
        ListOptions { parallel: self.world.parallel(self.world.len()), limit: self.world.pair_limit() }
    }
}

/// Fills a list with the pairs of some tasks, in the order of the tasks for any number of threads. The old content of
/// the list is overwritten. Each thread uses a writer of its own. `any` is any pair.
pub(super) fn list<P: Copy + Send + Sync, W: PairWriter<P>>(
    tasks: &[JoinTask],
    options: ListOptions,
    spare: &SpareLists<P>,
    pairs: &mut Vec<P>,
    any: P,
    writer: impl Fn() -> W + Sync,
) -> Result<(), WorldError> {
    if !options.parallel {
        let list = memory::try_collect([std::mem::take(pairs)].into_iter())?;
        *pairs = fill_lists(tasks, options, list, any, writer)?.swap_remove(0);
        return Ok(());
    }
    let mut lists = fill_lists(tasks, options, spare.take_all(options.list_count())?, any, writer)?;
    concatenate(&lists, pairs, any)?;
    lists.drain(..).for_each(|list| spare.put_back(list));
    Ok(())
}

/// Fills each of some lists with the pairs of consecutive tasks, and returns the lists. All threads stop if the lists
/// exceed the limit together.
pub(super) fn fill_lists<P: Copy + Send + Sync, W: PairWriter<P>>(
    tasks: &[JoinTask],
    options: ListOptions,
    mut lists: Vec<Vec<P>>,
    any: P,
    writer: impl Fn() -> W + Sync,
) -> Result<Vec<Vec<P>>, WorldError> {
    // The number of pairs in finished lists, which count towards the limit of the lists in progress.
    let done = AtomicUsize::new(0);
    lists.iter_mut().for_each(Vec::clear);
    let each = tasks.len().div_ceil(lists.len()).max(1);
    let work = memory::try_collect(tasks.chunks(each).zip(&mut lists))?;
    threads::try_run(options.parallel, work, |(tasks, list)| {
        let (mut writer, mut batch) = (writer(), Batch::new(any));
        let filled = tasks.iter().try_for_each(|task| {
            let (others, limit) = (done.load(Ordering::Relaxed), options.limit);
            task.run(&mut ListSink { writer: &mut writer, batch: &mut batch, list, others, limit })
        });
        match (filled, done.fetch_add(list.len(), Ordering::Relaxed) + list.len()) {
            (ControlFlow::Break(error), _) => Err(error),
            (_, total) if total > options.limit => Err(WorldError::TooManyPairs { limit: options.limit }),
            _ => Ok(()),
        }
    })?;
    Ok(lists)
}

/// Concatenates `lists` into `pairs` on all threads. The old content of `pairs` is overwritten. `any` is any pair.
pub(super) fn concatenate<P: Copy + Send + Sync>(
    lists: &[Vec<P>],
    pairs: &mut Vec<P>,
    any: P,
) -> Result<(), WorldError> {
    /// From this many pairs on, a copy takes longer than the start of a thread.
    const MANY: usize = 1 << 16;
    let count = lists.iter().map(Vec::len).sum();
    // The copies below overwrite all of `pairs`.
    memory::try_resize(pairs, count, any)?;
    let mut rest = &mut pairs[..];
    let places = lists.iter().map(|list| {
        let (place, after) = std::mem::take(&mut rest).split_at_mut(list.len());
        rest = after;
        (place, list)
    });
    threads::run(count >= MANY, memory::try_collect(places)?, |(place, list)| place.copy_from_slice(list));
    Ok(())
}
