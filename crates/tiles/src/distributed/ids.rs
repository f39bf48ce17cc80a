//! Lists of pairs of global ids, sorted.

use super::residents::{Residents, flag};
use crate::TilesError;
use world::{Pair, WorldError};

/// The lists of a step.
#[derive(Debug, Default)]
pub(super) struct PairLists {
    pub(super) pairs: IdPairs,
    pub(super) began: IdPairs,
    pub(super) ended: IdPairs,
}

/// A list of pairs of global ids. Pairs are pushed in the order of the slots. Most residents have ids that ascend with
/// their slots, so most pairs arrive sorted. The pairs of the other residents, the strays, are sorted and merged at the
/// end.
#[derive(Debug, Default)]
pub(super) struct IdPairs {
    sorted: Vec<[u64; 2]>,
    strays: Vec<[u64; 2]>,
}

impl IdPairs {
    /// Replaces the list by the ids of pairs. The pairs of special residents must also pass `keep`.
    pub(super) fn fill(
        &mut self,
        pairs: &[Pair],
        residents: &Residents,
        special: &Special,
        mut keep: impl FnMut(&Pair) -> Result<bool, TilesError>,
    ) -> Result<(), TilesError> {
        let IdPairs { sorted, strays } = self;
        strays.clear();
        sorted.clear();
        sorted.try_reserve(pairs.len()).map_err(|_| WorldError::NoMemory)?;
        residents.ids.of_pairs(pairs, sorted);
        if special.is_empty() {
            return Ok(());
        }
        let mut count = 0;
        for (index, pair) in pairs.iter().enumerate() {
            let ids = sorted[index];
            sorted[count] = ids;
            count += 1;
            let slots = [pair.a.index(), pair.b.index()];
            if special.has(slots[0]) | special.has(slots[1]) {
                let is_stray = slots.iter().any(|&slot| residents.has(slot, flag::STRAY));
                let is_kept = keep(pair)?;
                count -= usize::from(is_stray || !is_kept);
                if is_stray && is_kept {
                    strays.try_reserve(1).map_err(|_| WorldError::NoMemory)?;
                    strays.push([ids[0].min(ids[1]), ids[0].max(ids[1])]);
                }
            }
        }
        sorted.truncate(count);
        self.merge()
    }

    /// Merges the two lists.
    fn merge(&mut self) -> Result<(), TilesError> {
        let IdPairs { sorted, strays } = self;
        strays.sort_unstable();
        let (mut from, mut rest) = (sorted.len(), strays.len());
        sorted.try_reserve(rest).map_err(|_| WorldError::NoMemory)?;
        sorted.resize(from + rest, [0; 2]);
        // From the end, so that no pair is overwritten before it moves. At the end, both lists have ended.
        while rest > 0 {
            let to = from + rest - 1;
            if from > 0 && sorted[from - 1] > strays[rest - 1] {
                from -= 1;
                sorted[to] = sorted[from];
            } else {
                rest -= 1;
                sorted[to] = strays[rest];
            }
        }
        Ok(())
    }

    pub(super) fn pairs(&self) -> &[[u64; 2]] {
        &self.sorted
    }
}

/// The residents with any of some flags, as a bit set: it fits a cache that the flags do not fit.
pub(super) struct Special {
    /// Empty if there is no such resident.
    words: Vec<u64>,
}

impl Special {
    /// Returns the residents that have any of `flags`.
    pub(super) fn new(residents: &Residents, flags: u8) -> Special {
        let word = |block: &[u8]| block.iter().rev().fold(0, |word, &all| word << 1 | u64::from(all & flags != 0));
        // The compiler makes vectors of this test. A world without peers often has no such resident.
        let is_empty = residents.flags.iter().fold(0, |any, &all| any | all) & flags == 0;
        Special { words: if is_empty { Vec::new() } else { residents.flags.chunks(64).map(word).collect() } }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline(always)]
    fn has(&self, slot: usize) -> bool {
        self.words[slot / 64] >> (slot % 64) & 1 != 0
    }
}
