//! The pair cache: lists of pairs that stay cached as long as few sprites change.
//!
//! A pair changes only if one of its two sprites changes: it moves, is spawned, is removed, its mask is edited, or its
//! layers are set. A refresh with few such sprites only records their slots, and the cached lists are then outdated.
//! When a list is next requested, the pairs of these sprites are dropped from the outdated list. A join that visits
//! only the changed parts of the trees then finds their new pairs. So a refresh after which no list is requested costs
//! no pass over a list.

use super::sort::SortBuffers;
use super::spare_lists::SpareLists;
use crate::{Pair, SpriteId, WorldError, memory};
use std::sync::OnceLock;

/// Outdated lists are dropped if the record of changes is longer than 1 / `RECORD_FRACTION` of all sprites.
const RECORD_FRACTION: usize = 16;

/// The cached lists. A list is cached when it is first requested, unless it is too long.
#[derive(Default)]
pub(crate) struct PairCache {
    /// Whether few enough sprites had changed at the last refresh.
    enabled: bool,
    /// The candidates, in no order.
    candidates: CachedList,
    /// The collisions, sorted by id.
    collisions: CachedList,
    /// The slots of all sprites that have changed or were removed since the outdated lists were up to date, up to the
    /// last refresh. A slot can occur more than once.
    pub(super) changed_slots: Vec<u32>,
    /// The slots of the sprites that were removed since the last refresh, if any list is cached.
    removed_slots: Vec<u32>,
    /// The memory of the outdated lists that newer lists have replaced.
    old_lists: SpareLists<Pair>,
    /// The lists of pairs that the threads of a parallel join write.
    pub(crate) spare_lists: SpareLists<Pair>,
    /// The lists of keys that a join writes before the sort.
    pub(crate) spare_keys: SpareLists<u64>,
    /// The work buffers of the sort.
    pub(crate) sort_buffers: SortBuffers,
}

/// A cached list of one kind.
#[derive(Default)]
pub(super) struct CachedList {
    /// The list as it was before the changes of [`PairCache::changed_slots`]. (Not updated in place, because several
    /// threads may request the list at once, and each must receive the same list.)
    pub(super) outdated: Option<Vec<Pair>>,
    /// The list at the last refresh.
    pub(super) current: OnceLock<Vec<Pair>>,
}

impl CachedList {
    fn try_clone(&self) -> Result<CachedList, WorldError> {
        let clone = |pairs: Option<&Vec<Pair>>| pairs.map(|pairs| memory::try_clone(pairs)).transpose();
        let copy = CachedList { outdated: clone(self.outdated.as_ref())?, current: OnceLock::new() };
        if let Some(current) = clone(self.current.get())? {
            let _ = copy.current.set(current);
        }
        Ok(copy)
    }

    /// Whether there is a list of an earlier refresh only.
    fn is_outdated(&self) -> bool {
        self.outdated.is_some() && self.current.get().is_none()
    }
}

/// A choice of one of the cached lists.
#[derive(Clone, Copy)]
pub(super) enum ListKind {
    /// The list of candidates, in no order.
    Candidates,
    /// The list of collisions, sorted by id.
    Collisions,
}

impl PairCache {
    /// A copy of the cached lists, with empty pools of spare lists.
    pub(crate) fn try_clone(&self) -> Result<PairCache, WorldError> {
        Ok(PairCache {
            enabled: self.enabled,
            candidates: self.candidates.try_clone()?,
            collisions: self.collisions.try_clone()?,
            changed_slots: memory::try_clone(&self.changed_slots)?,
            removed_slots: memory::try_clone(&self.removed_slots)?,
            ..PairCache::default()
        })
    }

    /// Records that the sprite of a slot was removed. Clears the cache if there is no memory for the record.
    pub(crate) fn note_removed(&mut self, slot: usize) {
        // The record is only used to drop pairs from cached lists.
        let any = self.lists_mut().iter().any(|list| list.outdated.is_some() || list.current.get().is_some());
        if any && memory::try_push(&mut self.removed_slots, slot as u32).is_err() {
            self.clear();
        }
    }

    /// Clears and disables the cache. The pools for threads and for the sort stay.
    pub(crate) fn clear(&mut self) {
        let PairCache { spare_lists, spare_keys, sort_buffers, .. } = std::mem::take(self);
        *self = PairCache { spare_lists, spare_keys, sort_buffers, ..PairCache::default() };
    }

    /// Enables the cache after a refresh, and records the sprites that have changed: those in `changed`, and the
    /// removed sprites. Clears the cache if there is no memory for the record.
    pub(crate) fn note_changed(&mut self, changed: impl Iterator<Item = SpriteId> + Clone, sprites: usize) {
        self.enabled = true;
        let more = changed.clone().count() + self.removed_slots.len();
        if more == 0 {
            return;
        }
        let max = 64 + sprites / RECORD_FRACTION;
        if self.changed_slots.len() + more > max {
            // One sprite may have changed many times.
            self.changed_slots.sort_unstable();
            self.changed_slots.dedup();
        }
        if self.changed_slots.len() + more > max {
            self.lists_mut().into_iter().filter(|list| list.is_outdated()).for_each(|list| list.outdated = None);
        }
        // The record of earlier changes is for lists that were not requested since.
        if !self.lists_mut().iter().any(|list| list.is_outdated()) {
            self.changed_slots.clear();
        }
        for list in [&mut self.candidates, &mut self.collisions] {
            if let Some(current) = list.current.take()
                && let Some(old) = list.outdated.replace(current)
            {
                self.old_lists.put_back(old);
            }
        }
        if self.lists_mut().iter().any(|list| list.is_outdated()) {
            let changed = changed.map(|id| id.index() as u32);
            let changes = changed.chain(self.removed_slots.iter().copied());
            if memory::try_extend(&mut self.changed_slots, changes).is_err() {
                self.clear();
                self.enabled = true;
            }
        }
        self.removed_slots.clear();
    }

    /// Whether few enough sprites had changed at the last refresh.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The length of the longest list that the cache keeps for a number of sprites. A longer list, of many
    /// sprites in one place, would take too much memory.
    pub(super) fn max_pairs(sprites: usize) -> usize {
        16 * sprites
    }

    /// Caches a list if the cache is enabled and the list is not too long, unless another thread has already cached it.
    pub(super) fn store(&self, kind: ListKind, pairs: &[Pair], sprites: usize) {
        if !self.enabled || pairs.len() > PairCache::max_pairs(sprites) {
            return;
        }
        let mut list = self.old_lists.take();
        list.clear();
        // The cache only saves time, so a failed allocation for it is ignored.
        if list.try_reserve(pairs.len()).is_ok() {
            list.extend_from_slice(pairs);
            let _ = self.list(kind).current.set(list);
        }
    }

    pub(super) fn list(&self, kind: ListKind) -> &CachedList {
        match kind {
            ListKind::Candidates => &self.candidates,
            ListKind::Collisions => &self.collisions,
        }
    }

    fn lists_mut(&mut self) -> [&mut CachedList; 2] {
        [&mut self.candidates, &mut self.collisions]
    }
}
