//! The pairs that share pixels only on their way.

use super::first::{Traveler, TravelerPair};
use super::stretch::WayLeaf;
use crate::broad::Leaf;
use crate::geometry::Aabb8;
use crate::narrow::sort;
use crate::offset_tables::TableReader;
use crate::packed::{LeafPair, pairs_with};
use crate::row::Row;
use crate::{World, WorldError, memory};
use std::ops::ControlFlow;

/// The bit of a key that marks a pair which shares pixels only on its way. Slots have at most 31 bits.
const PASSING: u64 = 1 << 63;

/// A leaf, and the ways of its sprites.
struct TravelerLeaf<'w> {
    leaf: Leaf<'w>,
    positions: &'w [[i32; 2]],
    ways: Option<&'w WayLeaf>,
}

impl<'w> TravelerLeaf<'w> {
    #[inline(always)]
    fn new(world: &'w World, first: Row) -> TravelerLeaf<'w> {
        let (leaf, positions) = (world.broad.leaf(first), world.broad.positions(first));
        TravelerLeaf { leaf, positions, ways: world.ways.leaf(first) }
    }

    /// A bit for each row that has a way.
    fn moving(&self) -> u8 {
        self.ways.map_or(0, |ways| ways.moving)
    }

    /// The tight boxes.
    fn boxes(&self) -> &'w Aabb8 {
        self.ways.map_or(self.leaf.boxes, |ways| &ways.now)
    }

    /// The sprite in a row of the leaf.
    #[inline(always)]
    fn traveler(&self, lane: usize) -> Traveler {
        let at = self.positions[lane];
        Traveler {
            id: self.leaf.ids[lane],
            from: self.ways.map_or(at, |ways| ways.from[lane]),
            at,
            aabb: self.boxes().lane(lane),
            number: self.leaf.variants[lane],
        }
    }
}

impl World {
    /// Calls `visit` with the key of each pair of a leaf pair that shares a pixel on its way but not now, until `visit`
    /// breaks. Returns the pairs whose tight boxes share a pixel now. [`split_passing`] finds the keys again.
    #[inline(always)]
    pub(in crate::narrow) fn test_ways<B>(
        &self,
        tables: TableReader,
        leaf_pair: LeafPair,
        visit: &mut impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B, LeafPair> {
        let [a, b] = [leaf_pair.a, leaf_pair.b].map(|first| TravelerLeaf::new(self, first));
        let (mut moving, mut now) = (leaf_pair.bits & pairs_with(a.moving(), b.moving()), leaf_pair.bits);
        // A loop, because a closure would not be compiled for the vectors of the processor.
        while moving != 0 {
            let bit = moving.trailing_zeros() as usize;
            moving &= moving - 1;
            let (a, b) = (a.traveler(bit / 8), b.traveler(bit % 8));
            let pair = TravelerPair::new(self, tables, [a, b]);
            now &= !(u64::from(!pair.boxes_overlap_now()) << bit);
            if pair.passes() {
                visit(&[PASSING | sort::key(a.id.0.index(), b.id.0.index())], &[true])?;
            }
        }
        ControlFlow::Continue(LeafPair { bits: now, ..leaf_pair })
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
