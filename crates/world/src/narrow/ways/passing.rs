//! The pairs that share pixels only on their way.

use super::first::{Traveler, TravelerPair};
use crate::narrow::sort;
use crate::offset_tables::{Numbers, TableReader};
use crate::tree::{LeafPair, pairs_with};
use crate::{World, WorldError, memory};
use std::ops::ControlFlow;

/// The bit of a key that marks a pair which shares pixels only on its way. Slots have at most 31 bits.
const PASSING: u64 = 1 << 63;

impl World {
    /// Tests the pairs of a leaf pair of which a sprite has a way. Calls `visit` with the key of each pair that shares
    /// a pixel on its way but not now, until `visit` breaks ([`split_passing`] finds the keys again), and `now` with
    /// each pair whose tight boxes share a pixel now: its key, its numbers and the offset of the boxes. Returns the
    /// other pairs.
    #[inline(always)]
    pub(in crate::narrow) fn test_ways<B>(
        &self,
        tables: TableReader,
        leaf_pair: LeafPair,
        visit: &mut impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
        mut now: impl FnMut(u64, Numbers, [i32; 2]),
    ) -> ControlFlow<B, LeafPair> {
        let (a, b) = (self.trees.leaf(leaf_pair.a), self.trees.leaf(leaf_pair.b));
        let [moving_a, moving_b] = [leaf_pair.a, leaf_pair.b].map(|lane| self.trees.moving(lane));
        let with_way = pairs_with(moving_a, moving_b);
        let mut moving = leaf_pair.bits & with_way;
        // A loop, because a closure would not be compiled for the vectors of the processor.
        while moving != 0 {
            let bit = moving.trailing_zeros() as usize;
            moving &= moving - 1;
            let travelers =
                [Traveler::in_leaf(self, a, bit / 8, moving_a), Traveler::in_leaf(self, b, bit % 8, moving_b)];
            let [a, b] = [a.slots[bit / 8], b.slots[bit % 8]];
            let pair = TravelerPair::new(self, tables, travelers);
            if pair.boxes_overlap_now() {
                now(sort::key(a, b), pair.numbers(), pair.offset_now());
            }
            if pair.passes() {
                visit(&[PASSING | sort::key(a, b)], &[true])?;
            }
        }
        ControlFlow::Continue(LeafPair { bits: leaf_pair.bits & !with_way, ..leaf_pair })
    }
}

/// Moves the keys of the pairs that share pixels only on their way from the lists of a join to a list of their own,
/// whose old content is dropped.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(in crate::narrow) fn split_passing(lists: &mut [Vec<u64>], passing: &mut Vec<u64>) -> Result<(), WorldError> {
    passing.clear();
    for list in lists {
        memory::try_extend(passing, list.iter().filter(|&key| key & PASSING != 0).map(|key| key & !PASSING))?;
        list.retain(|key| key & PASSING == 0);
    }
    Ok(())
}
