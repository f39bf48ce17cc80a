//! The pair cache: lists of pairs that a refresh updates instead of building them again, as long as few sprites change.
//!
//! A pair changes only if one of its two sprites changes: it moves, is spawned, is removed, its mask is edited, or its
//! layers are set. After a refresh with few such sprites, their pairs are dropped from the cached lists. A join that
//! visits only the changed parts of the trees then finds their new pairs.

use super::spare_lists::SpareLists;
use crate::{Pair, WorldError, memory};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

/// The cached lists. A list is cached when it is first requested, unless it is too long.
#[derive(Default)]
pub(crate) struct PairCache {
    /// Whether few enough sprites had changed at the last refresh.
    enabled: bool,
    /// The candidates, in no order.
    candidates: OnceLock<Vec<Pair>>,
    /// The collisions, sorted by id.
    collisions: OnceLock<Vec<Pair>>,
    /// The slots of the sprites that were removed since the last refresh, if any list is cached.
    removed_slots: Vec<usize>,
    /// The lists of pairs that the threads of a parallel join write.
    pub(crate) spare_lists: SpareLists<Pair>,
    /// The lists of keys that a join writes before the sort.
    pub(crate) spare_keys: SpareLists<u64>,
    /// The work buffers of the sort.
    pub(crate) sort_buffers: SpareLists<AtomicU64>,
}

/// A choice of one of the cached lists.
#[derive(Clone, Copy)]
pub(crate) enum ListKind {
    /// The list of candidates, in no order.
    Candidates,
    /// The list of collisions, sorted by id.
    Collisions,
}

impl PairCache {
    /// Returns a copy of the cached lists, with empty pools of spare lists.
    pub(crate) fn try_clone(&self) -> Result<PairCache, WorldError> {
        let copy = PairCache {
            enabled: self.enabled,
            removed_slots: memory::try_clone(&self.removed_slots)?,
            ..PairCache::default()
        };
        for kind in [ListKind::Candidates, ListKind::Collisions] {
            if let Some(pairs) = self.get(kind) {
                copy.store(kind, memory::try_clone(pairs)?);
            }
        }
        Ok(copy)
    }

    /// Records that the sprite of a slot was removed. Clears the cache if there is no memory for the record.
    pub(crate) fn note_removed(&mut self, slot: usize) {
        // The record is only used to drop pairs from cached lists.
        let any = self.candidates.get().is_some() || self.collisions.get().is_some();
        if any && memory::try_push(&mut self.removed_slots, slot).is_err() {
            self.clear();
        }
    }

    /// Clears and disables the cache. The pools of spare lists stay.
    pub(crate) fn clear(&mut self) {
        let PairCache { spare_lists, spare_keys, sort_buffers, .. } = std::mem::take(self);
        *self = PairCache { spare_lists, spare_keys, sort_buffers, ..PairCache::default() };
    }

    /// Enables the cache, and takes the removed slots, the candidates and the collisions out of it.
    pub(crate) fn take_lists(&mut self) -> (Vec<usize>, Option<Vec<Pair>>, Option<Vec<Pair>>) {
        self.enabled = true;
        (std::mem::take(&mut self.removed_slots), self.candidates.take(), self.collisions.take())
    }

    /// Returns a list if it is cached.
    pub(crate) fn get(&self, kind: ListKind) -> Option<&Vec<Pair>> {
        self.list(kind).get()
    }

    /// Returns the length of the longest list that the cache keeps for a number of sprites. A longer list, of many
    /// sprites in one place, would take too much memory.
    pub(crate) fn max_pairs(sprites: usize) -> usize {
        16 * sprites
    }

    /// Returns whether the cache is enabled and keeps lists of this length.
    pub(crate) fn is_worth_keeping(&self, pairs: usize, sprites: usize) -> bool {
        self.enabled && pairs <= PairCache::max_pairs(sprites)
    }

    /// Caches a list, unless another thread has already cached it.
    pub(crate) fn store(&self, kind: ListKind, pairs: Vec<Pair>) {
        let _ = self.list(kind).set(pairs);
    }

    fn list(&self, kind: ListKind) -> &OnceLock<Vec<Pair>> {
        match kind {
            ListKind::Candidates => &self.candidates,
            ListKind::Collisions => &self.collisions,
        }
    }
}
