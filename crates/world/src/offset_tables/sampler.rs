//! Samples of the pairs of variants that the narrow phase tests.

use super::table_set::Numbers;
use crate::masks::VariantNumber;
use crate::packed::LeafPair;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// At most one leaf pair in this many is sampled.
const LEAST_STRIDE: usize = 16;
/// The number of samples grows with the number of sprites, up to about this number for a list.
const SAMPLES: usize = 4096;
/// The maximum number of samples between two refreshes.
const MAX_SAMPLES: usize = 1 << 16;

/// The samples since the last refresh.
#[derive(Default)]
pub(super) struct Samples {
    /// The sampled pairs, in no order.
    pairs: Mutex<Vec<Numbers>>,
    /// Whether any pair of sprites was tested.
    any: AtomicBool,
}

impl Samples {
    /// Returns whether any pair of sprites was tested since the last call, and resets this mark.
    pub(super) fn take_any(&mut self) -> bool {
        std::mem::take(self.any.get_mut())
    }

    /// Takes the sampled pairs.
    pub(super) fn take(&mut self) -> Vec<Numbers> {
        std::mem::take(self.pairs.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the memory of the samples for later samples.
    pub(super) fn put_back(&mut self, mut pairs: Vec<Numbers>) {
        pairs.clear();
        *self.pairs.get_mut().unwrap_or_else(PoisonError::into_inner) = pairs;
    }
}

/// The maximum number of samples that a sampler holds.
const HELD: usize = 128;

/// A sampler of one thread: it notes the pairs of every so many leaf pairs. When it is dropped, it hands them over.
pub(crate) struct Sampler<'a> {
    samples: &'a Samples,
    stride: u32,
    /// The number of leaf pairs before the next sample.
    ahead: u32,
    held: [Numbers; HELD],
    count: usize,
}

impl<'a> Sampler<'a> {
    /// Returns a sampler for a world of this many sprites.
    pub(super) fn new(samples: &'a Samples, sprites: usize) -> Sampler<'a> {
        let stride = Sampler::stride(sprites);
        Sampler { samples, stride, ahead: stride / 2, held: [[0; 2]; HELD], count: 0 }
    }

    /// Returns the number of leaf pairs of which one is sampled.
    pub(super) fn stride(sprites: usize) -> u32 {
        (sprites / SAMPLES).max(LEAST_STRIDE) as u32
    }

    /// Passes a leaf pair, and notes its pairs if it is its turn. `a` and `b` are the numbers of its rows.
    #[inline(always)]
    pub(crate) fn pass(&mut self, leaf_pair: LeafPair, a: &[VariantNumber; 8], b: &[VariantNumber; 8]) {
        if self.ahead == 0 {
            self.note(leaf_pair, a, b);
        }
        self.ahead -= 1;
    }

    #[cold]
    fn note(&mut self, leaf_pair: LeafPair, a: &[VariantNumber; 8], b: &[VariantNumber; 8]) {
        self.ahead = self.stride;
        if self.count + 64 > HELD {
            self.hand_over();
        }
        leaf_pair.each(|i, j| {
            self.held[self.count] = [a[i].min(b[j]), a[i].max(b[j])];
            self.count += usize::from(a[i] != 0 && b[j] != 0);
        });
    }

    /// Hands the samples over to the next refresh.
    fn hand_over(&mut self) {
        let mut pairs = self.samples.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        // Samples that find no memory are lost.
        if pairs.len() < MAX_SAMPLES && pairs.try_reserve(self.count).is_ok() {
            pairs.extend_from_slice(&self.held[..self.count]);
        }
        self.count = 0;
    }
}

impl Drop for Sampler<'_> {
    fn drop(&mut self) {
        self.samples.any.store(true, Ordering::Relaxed);
        if self.count > 0 {
            self.hand_over();
        }
    }
}
