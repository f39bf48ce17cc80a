//! Lists of pairs that are kept while few sprites move, and mended instead of made anew.
//!
//! A pair changes only where one of its two sprites has: moved, come, gone, been edited, changed layers. After a
//! refresh in which few did, their pairs are dropped from the lists that were asked for before, and found again
//! by a join that goes only where something has changed.

use crate::narrow::Spare;
use crate::{Pair, memory};
use std::sync::OnceLock;

/// The lists, each kept from the first time that it is asked for.
#[derive(Default)]
pub(crate) struct Still {
    /// Whether so few sprites moved last that lists are worth keeping.
    is_still: bool,
    candidates: OnceLock<Vec<Pair>>,
    /// Sorted.
    collisions: OnceLock<Vec<Pair>>,
    /// The slots of sprites that went since the last refresh.
    gone: Vec<usize>,
    pub(crate) spare: Spare<Pair>,
    /// What the sort works in. It is as long as a whole list: among the lists of the threads it would make each of them
    /// so long, in turn.
    pub(crate) sorting: Spare<Pair>,
}

/// Which of the lists.
#[derive(Clone, Copy)]
pub(crate) enum Kept {
    Candidates,
    /// Sorted.
    Collisions,
}

impl Still {
    /// Takes over that a sprite has gone.
    pub(crate) fn gone(&mut self, slot: usize) {
        // Without lists there is nothing to drop.
        let any = self.candidates.get().is_some() || self.collisions.get().is_some();
        if any && memory::push(&mut self.gone, slot).is_err() {
            self.forget();
        }
    }

    /// Forgets the lists: too much has moved, or too little is known.
    pub(crate) fn forget(&mut self) {
        let [spare, sorting] = [&mut self.spare, &mut self.sorting].map(std::mem::take);
        *self = Still { spare, sorting, ..Still::default() };
    }

    /// From now on lists are kept. Takes those out that are.
    pub(crate) fn begin(&mut self) -> (Vec<usize>, Option<Vec<Pair>>, Option<Vec<Pair>>) {
        self.is_still = true;
        (std::mem::take(&mut self.gone), self.candidates.take(), self.collisions.take())
    }

    /// A list that is kept.
    pub(crate) fn get(&self, kept: Kept) -> Option<&Vec<Pair>> {
        self.list(kept).get()
    }

    /// The longest list that is kept of so many sprites: a pile-up's would take memory that nobody asked for.
    pub(crate) fn most_pairs(sprites: usize) -> usize {
        16 * sprites
    }

    /// Whether a list of so many pairs of so many sprites is worth keeping.
    pub(crate) fn wants(&self, pairs: usize, sprites: usize) -> bool {
        self.is_still && pairs <= Still::most_pairs(sprites)
    }

    /// Keeps a list. Whoever else was first has kept the same.
    pub(crate) fn keep(&self, kept: Kept, pairs: Vec<Pair>) {
        let _ = self.list(kept).set(pairs);
    }

    fn list(&self, kept: Kept) -> &OnceLock<Vec<Pair>> {
        match kept {
            Kept::Candidates => &self.candidates,
            Kept::Collisions => &self.collisions,
        }
    }
}
