//! Lists of pairs that are kept while few sprites move, and mended instead of made anew.
//!
//! A pair changes only where one of its two sprites has: moved, come, gone, been edited, changed layers. After a
//! refresh in which few did, their pairs are dropped from the lists that were asked for before, and found again
//! by a join that goes only where something has changed.

use super::spare_lists::SpareLists;
use crate::{Pair, WorldError, memory};
use std::sync::OnceLock;

/// The lists, each kept from the first time that it is asked for.
#[derive(Default)]
pub(crate) struct PairCache {
    /// Whether so few sprites moved last that lists are worth keeping.
    enabled: bool,
    candidates: OnceLock<Vec<Pair>>,
    /// Sorted.
    collisions: OnceLock<Vec<Pair>>,
    /// The slots of sprites that went since the last refresh.
    removed_slots: Vec<usize>,
    pub(crate) spare_lists: SpareLists<Pair>,
    /// What the sort works in. It is as long as a whole list: among the lists of the threads it would make each of them
    /// so long, in turn.
    pub(crate) sort_buffers: SpareLists<Pair>,
}

/// Which of the lists.
#[derive(Clone, Copy)]
pub(crate) enum ListKind {
    Candidates,
    /// Sorted.
    Collisions,
}

impl PairCache {
    /// A copy of the lists, without spare ones.
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

    /// Takes over that a sprite has gone.
    pub(crate) fn note_removed(&mut self, slot: usize) {
        // Without lists there is nothing to drop.
        let any = self.candidates.get().is_some() || self.collisions.get().is_some();
        if any && memory::try_push(&mut self.removed_slots, slot).is_err() {
            self.clear();
        }
    }

    /// Forgets the lists: too much has moved, or too little is known.
    pub(crate) fn clear(&mut self) {
        let [spare_lists, sort_buffers] = [&mut self.spare_lists, &mut self.sort_buffers].map(std::mem::take);
        *self = PairCache { spare_lists, sort_buffers, ..PairCache::default() };
    }

    /// From now on lists are kept. Takes those out that are.
    pub(crate) fn take_lists(&mut self) -> (Vec<usize>, Option<Vec<Pair>>, Option<Vec<Pair>>) {
        self.enabled = true;
        (std::mem::take(&mut self.removed_slots), self.candidates.take(), self.collisions.take())
    }

    /// A list that is kept.
    pub(crate) fn get(&self, kind: ListKind) -> Option<&Vec<Pair>> {
        self.list(kind).get()
    }

    /// The longest list that is kept of so many sprites: a pile-up's would take memory that nobody asked for.
    pub(crate) fn max_pairs(sprites: usize) -> usize {
        16 * sprites
    }

    /// Whether a list of so many pairs of so many sprites is worth keeping.
    pub(crate) fn is_worth_keeping(&self, pairs: usize, sprites: usize) -> bool {
        self.enabled && pairs <= PairCache::max_pairs(sprites)
    }

    /// Keeps a list. Whoever else was first has kept the same.
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
