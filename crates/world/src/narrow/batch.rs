//! Pairs on their way to a list.

use crate::{WorldError, memory};

/// The maximum number of pairs that are tested or listed together.
pub(super) const BATCH: usize = 128;

/// Pairs on their way to a list. They are written without a branch, because the processor cannot predict which pairs
/// are kept.
pub(super) struct Batch<P> {
    pairs: [P; BATCH],
    filled: usize,
}

impl<P: Copy + Default> Batch<P> {
    /// An empty batch.
    pub(super) fn new() -> Batch<P> {
        Batch { pairs: [P::default(); BATCH], filled: 0 }
    }

    /// Appends a pair if `keep`.
    #[inline(always)]
    pub(super) fn push_if(&mut self, keep: bool, pair: P) {
        self.pairs[self.filled % BATCH] = pair;
        self.filled += usize::from(keep);
    }

    /// Moves the pairs to a list, unless there is room for `count` more pairs.
    #[inline(always)]
    pub(super) fn make_room(&mut self, count: usize, list: &mut Vec<P>) -> Result<(), WorldError> {
        if self.filled + count > BATCH { self.flush(list) } else { Ok(()) }
    }

    /// Moves the pairs to a list.
    pub(super) fn flush(&mut self, list: &mut Vec<P>) -> Result<(), WorldError> {
        Ok(memory::try_append(list, &self.pairs[..std::mem::take(&mut self.filled)])?)
    }
}
