//! The sort of the keys of a world: the pairs of its sprites.

use super::sort::{numbers, sort};
use crate::threads::Threads;
use crate::{Pair, SpriteId, World, WorldError};

impl World {
    /// The pair of a [`key`](super::sort::key) of slots.
    #[inline(always)]
    pub(super) fn pair_of(&self, key: u64) -> Pair {
        let [a, b] = numbers(key).map(|slot| SpriteId(self.slots.id(slot)));
        Pair { a, b }
    }

    /// Fills a list with the pairs of some lists of keys, in the order of the ids, and puts the lists of keys back.
    pub(super) fn sort_keys(
        &self,
        lists: Vec<Vec<u64>>,
        threads: &Threads,
        pairs: &mut Vec<Pair>,
    ) -> Result<(), WorldError> {
        let World { slots, spare, .. } = self;
        sort(&lists, slots.slot_count(), threads, &spare.sort, pairs, |key| self.pair_of(key))?;
        lists.into_iter().for_each(|list| spare.keys.put_back(list));
        Ok(())
    }
}
