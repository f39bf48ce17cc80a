//! Samples of the candidates that the narrow phase tests.

use super::table_set::Numbers;
use crate::masks::VariantNumber;
use crate::memory;
use crate::packed::LeafPair;
use crate::row::Row;
use crate::sprites::{Appearance, Extras};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// At most one leaf pair in this many is sampled.
const LEAST_STRIDE: usize = 16;
/// The number of samples grows with the number of sprites, up to about this number for a list.
const SAMPLES: usize = 4096;
/// The maximum number of samples between two refreshes.
const MAX_PAIRS: usize = 1 << 16;
/// The number of single pairs for which there is room at least.
const SINGLE_PAIRS: usize = 64;
/// From this number of appearances on, no more are noted before the next census.
const ENOUGH_APPEARANCES: usize = 1 << 12;

/// The samples of all threads.
#[derive(Default)]
pub(super) struct Samples {
    notes: Mutex<Notes>,
    /// Whether any pair of sprites was tested since the last refresh.
    any: AtomicBool,
}

/// The notes on the sampled candidates.
#[derive(Default)]
pub(super) struct Notes {
    /// The numbers of each candidate since the last refresh, in no order.
    pub(super) pairs: Vec<Numbers>,
    /// The appearances of sprites without a number in the first candidates since the last census.
    pub(super) appearances: Vec<(Appearance, Extras)>,
    /// The number of these first candidates.
    pub(super) candidates: u32,
}

impl Samples {
    /// Whether any pair of sprites was tested since the last call, and resets this mark.
    pub(super) fn take_any(&mut self) -> bool {
        std::mem::take(self.any.get_mut())
    }

    pub(super) fn notes(&mut self) -> &mut Notes {
        self.notes.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for notes of single pairs, because these must not allocate. Without the memory, there are fewer.
    pub(super) fn make_room(&mut self) {
        let notes = self.notes();
        let _ = notes.pairs.try_reserve(SINGLE_PAIRS);
        let _ = notes.appearances.try_reserve(SINGLE_PAIRS);
    }

    /// Notes one pair of sprites whose way out had to be searched. The note is lost if another thread notes, or if there is no
    /// room.
    #[cold]
    pub(super) fn note_one(&self, [a, b]: Numbers, appearances: impl Fn(usize) -> (Appearance, Extras)) {
        let Ok(mut notes) = self.notes.try_lock() else { return };
        if notes.pairs.len() < MAX_PAIRS.min(notes.pairs.capacity()) {
            notes.pairs.push([a.min(b), a.max(b)]);
            self.any.store(true, Ordering::Relaxed);
            if notes.appearances.len() + 2 <= ENOUGH_APPEARANCES.min(notes.appearances.capacity()) {
                notes.candidates = notes.candidates.saturating_add(1);
                let unnumbered = (0..2).filter(|&side| [a, b][side] == 0);
                notes.appearances.extend(unnumbered.map(appearances));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Notes {
    /// Forgets the appearances, so that others are noted until the next census.
    pub(super) fn forget_appearances(&mut self) {
        self.appearances.clear();
        self.candidates = 0;
    }
}

/// The maximum number of samples that a sampler holds.
const HELD: usize = 128;

/// A sampler of one thread: it notes the candidates of every so many leaf pairs. When it is dropped, it hands them over.
pub(crate) struct Sampler<'a> {
    samples: &'a Samples,
    stride: u32,
    /// The number of leaf pairs before the next sample.
    ahead: u32,
    held: [Numbers; HELD],
    count: usize,
    /// Whether appearances are noted.
    notes_appearances: bool,
    /// The number of held candidates whose appearances are noted.
    with_appearances: u32,
}

impl<'a> Sampler<'a> {
    /// A sampler for a world of this many sprites. `turn` is another number in each refresh.
    ///
    /// The first sample is another leaf pair in each turn. Between two sorts, the leaf pairs hardly change, so the same few pairs
    /// of sprites would be sampled again and again.
    pub(super) fn new(samples: &'a Samples, sprites: usize, turn: u32) -> Sampler<'a> {
        let stride = Sampler::stride(sprites);
        // The multiples of the golden ratio are spread evenly (Weyl, 1916).
        let fraction = u64::from(turn.wrapping_mul(0x9e37_79b9));
        let ahead = ((fraction * u64::from(stride)) >> u32::BITS) as u32;
        Sampler { samples, stride, ahead, held: [[0; 2]; HELD], count: 0, notes_appearances: true, with_appearances: 0 }
    }

    /// The number of leaf pairs of which one is sampled.
    pub(super) fn stride(sprites: usize) -> u32 {
        (sprites / SAMPLES).max(LEAST_STRIDE) as u32
    }

    /// Passes a leaf pair, and notes its candidates if it is its turn. `numbers` are the numbers of the rows of both leaves, and
    /// `appearance` returns the appearance in a row.
    #[inline(always)]
    pub(crate) fn pass(
        &mut self,
        leaf_pair: LeafPair,
        numbers: [&[VariantNumber; 8]; 2],
        appearance: impl Fn(Row) -> (Appearance, Extras),
    ) {
        if self.ahead == 0 {
            self.note(leaf_pair, numbers, appearance);
        }
        self.ahead -= 1;
    }

    #[cold]
    fn note(
        &mut self,
        leaf_pair: LeafPair,
        [a, b]: [&[VariantNumber; 8]; 2],
        appearance: impl Fn(Row) -> (Appearance, Extras),
    ) {
        self.ahead = self.stride;
        if self.count + 64 > HELD {
            self.hand_over();
        }
        let from = self.count;
        leaf_pair.each(|i, j| {
            self.held[self.count] = [a[i].min(b[j]), a[i].max(b[j])];
            self.count += 1;
        });
        if !self.notes_appearances {
            return;
        }
        self.with_appearances += (self.count - from) as u32;
        if self.held[from..self.count].iter().any(|pair| pair[0] == 0) {
            let appearances = &mut self.samples.lock().appearances;
            leaf_pair.each(|i, j| {
                let rows = [(a[i], leaf_pair.a.plus(i)), (b[j], leaf_pair.b.plus(j))];
                for (_, row) in rows.into_iter().filter(|&(number, _)| number == 0) {
                    // Notes that find no memory are lost.
                    let _ = memory::try_push(appearances, appearance(row));
                }
            });
            self.notes_appearances = appearances.len() < ENOUGH_APPEARANCES;
        }
    }

    /// Hands the samples over to the next refresh.
    fn hand_over(&mut self) {
        let mut notes = self.samples.lock();
        notes.candidates = notes.candidates.saturating_add(self.with_appearances);
        // Samples that find no memory are lost.
        if notes.pairs.len() < MAX_PAIRS && notes.pairs.try_reserve(self.count).is_ok() {
            notes.pairs.extend_from_slice(&self.held[..self.count]);
        }
        (self.count, self.with_appearances) = (0, 0);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leaf_pair_is_sampled_although_their_order_never_changes() {
        let samples = Samples::default();
        let sprites = 1000;
        let firsts = (0..64).map(|turn| Sampler::new(&samples, sprites, turn).ahead);
        let mut firsts: Vec<u32> = firsts.collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert!(firsts.into_iter().eq(0..Sampler::stride(sprites)));
    }
}
