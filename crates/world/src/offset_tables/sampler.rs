//! Samples of the candidates that the narrow phase tests.

use super::table_set::Numbers;
use crate::masks::VariantNumber;
use crate::packed::LeafPair;
use crate::row::Row;
use crate::sprites::{Appearance, Extras};
use std::sync::{Mutex, PoisonError};

/// One leaf pair in this many is sampled.
pub(super) const STRIDE: u32 = 32;
/// The maximum number of noted appearances. A census sorts them.
pub(super) const NOTES: usize = 1 << 12;
/// The maximum number of noted candidates.
const MAX_PAIRS: usize = 1 << 16;

/// The samples of all threads.
#[derive(Default)]
pub(super) struct Samples(Mutex<Notes>);

/// The notes on the sampled candidates.
#[derive(Default)]
pub(super) struct Notes {
    /// The numbers of each candidate since the last refresh, the smaller one first.
    pub(super) pairs: Vec<Numbers>,
    /// The appearances of sprites without a number since the last census.
    pub(super) appearances: Vec<(Appearance, Extras)>,
}

impl Samples {
    pub(super) fn notes(&mut self) -> &mut Notes {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes one pair of sprites whose way out had to be searched. Queries must not allocate, so the note is lost if
    /// there is no room for it, or if another thread notes.
    #[cold]
    pub(super) fn note_one(&self, pair: Numbers, appearance: impl Fn(usize) -> (Appearance, Extras)) {
        if let Ok(mut notes) = self.0.try_lock() {
            notes.add(pair, appearance);
        }
    }
}

impl Notes {
    /// Makes room for the candidates of a leaf pair, and their appearances. Without the memory, notes are lost.
    pub(super) fn make_room(&mut self) {
        let _ = self.pairs.try_reserve(64);
        let _ = self.appearances.try_reserve(2 * 64);
    }

    /// Notes a candidate if there is room.
    fn add(&mut self, [a, b]: Numbers, appearance: impl Fn(usize) -> (Appearance, Extras)) {
        if self.pairs.len() < MAX_PAIRS.min(self.pairs.capacity()) {
            self.pairs.push([a.min(b), a.max(b)]);
        }
        for side in (0..2).filter(|&side| [a, b][side] == 0) {
            if self.appearances.len() < NOTES.min(self.appearances.capacity()) {
                self.appearances.push(appearance(side));
            }
        }
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

    /// Passes a leaf pair, and notes its candidates if it is its turn. `numbers` are the numbers of the rows of both
    /// leaves, and
    /// `appearance` returns the appearance in a row.
    #[inline(always)]
    pub(crate) fn pass(
        &mut self,
        leaf_pair: LeafPair,
        numbers: [&[VariantNumber; 8]; 2],
        appearance: impl Fn(Row) -> (Appearance, Extras),
    ) {
        if self.ahead == 0 {
            self.ahead = STRIDE;
            self.note(leaf_pair, numbers, appearance);
        }
        self.ahead -= 1;
    }

    /// Notes the candidates of a leaf pair. They are lost if another thread notes: threads need not wait for samples.
    #[cold]
    fn note(
        &self,
        leaf_pair: LeafPair,
        [a, b]: [&[VariantNumber; 8]; 2],
        appearance: impl Fn(Row) -> (Appearance, Extras),
    ) {
        let Ok(mut notes) = self.samples.0.try_lock() else { return };
        notes.make_room();
        leaf_pair.each(|i, j| {
            let rows = [leaf_pair.a.plus(i), leaf_pair.b.plus(j)];
            notes.add([a[i], b[j]], |side| appearance(rows[side]));
        });
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
