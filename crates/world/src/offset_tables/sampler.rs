//! Samples of the candidates that the narrow phase tests.

use super::table_set::Numbers;
use crate::masks::VariantNumber;
use crate::tree::LeafPair;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One leaf pair in this many is sampled.
pub(super) const STRIDE: u32 = 32;
/// The maximum number of noted candidates.
const MAX_PAIRS: usize = 1 << 16;

/// The samples of all threads: the variants of each sampled candidate since the last refresh, the smaller number first.
#[derive(Default)]
pub(super) struct Samples(Mutex<Vec<Numbers>>);

impl Samples {
    /// Takes the samples.
    pub(super) fn take(&mut self) -> Vec<Numbers> {
        std::mem::take(self.0.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives an empty list for the next samples. It gets room for a few, because queries must not allocate.
    pub(super) fn give(&mut self, mut pairs: Vec<Numbers>) {
        // Without the memory, samples are lost.
        let _ = pairs.try_reserve(64);
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = pairs;
    }

    /// Calls `note` with the samples, unless another thread notes: threads need not wait for samples.
    #[cold]
    pub(super) fn note(&self, note: impl FnOnce(MutexGuard<'_, Vec<Numbers>>)) {
        let _ = self.0.try_lock().map(note);
    }
}

/// Notes a candidate if there is room.
pub(super) fn add(pairs: &mut Vec<Numbers>, [a, b]: Numbers) {
    if pairs.len() < MAX_PAIRS.min(pairs.capacity()) {
        pairs.push([a.min(b), a.max(b)]);
    }
}

/// A sampler of one thread: it notes the candidates of every so many leaf pairs.
pub(crate) struct Sampler<'a> {
    samples: &'a Samples,
    /// The number of leaf pairs before the next sample.
    ahead: u32,
}

impl<'a> Sampler<'a> {
    /// A sampler whose first sample is another leaf pair after each refresh. Between two sorts, the leaf pairs hardly
    /// change, so the same few pairs of sprites would be sampled again and again.
    pub(super) fn new(samples: &'a Samples, refreshes: u32) -> Sampler<'a> {
        Sampler { samples, ahead: refreshes % STRIDE }
    }

    /// Passes a leaf pair, and notes its candidates if it is its turn. `variants` are those of the rows of both leaves.
    #[inline(always)]
    pub(crate) fn pass(&mut self, leaf_pair: LeafPair, variants: [&[VariantNumber]; 2]) {
        if self.ahead == 0 {
            self.ahead = STRIDE;
            self.samples.note(|mut pairs| {
                // Without the memory, the notes are lost.
                let _ = pairs.try_reserve(64);
                leaf_pair.each(|i, j| add(&mut pairs, [variants[0][i], variants[1][j]]));
            });
        }
        self.ahead -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leaf_pair_is_sampled_although_their_order_never_changes() {
        let samples = Samples::default();
        let firsts = (0..STRIDE).map(|refreshes| Sampler::new(&samples, refreshes).ahead);
        assert!(firsts.eq(0..STRIDE));
    }
}
