//! The pairs that share pixels only on their way.

use super::first::{Traveler, TravelerPair};
use super::trees::{ClassWays, WayLeaf};
use crate::broad::{Class, Leaf};
use crate::narrow::join::join;
use crate::narrow::{Batch, sort};
use crate::packed::{Join, PairFilter};
use crate::row::Row;
use crate::threads::Threads;
use crate::{Pair, World, WorldError};

/// A side of a join: the sprites of a class that have a way, or those that have none.
#[derive(Clone, Copy)]
enum Side<'w> {
    Moving(&'w ClassWays),
    Standing(&'w ClassWays),
}

/// A leaf of a side.
#[derive(Clone, Copy)]
struct SideLeaf<'w> {
    first: Row,
    leaf: Leaf<'w>,
    positions: &'w [[i32; 2]],
    /// The positions at the last step, if the sprites have ways.
    ways: Option<&'w WayLeaf>,
    /// A bit for each row that does not belong to the side.
    excluded: u8,
}

impl SideLeaf<'_> {
    /// The sprite in a row of the leaf.
    #[inline(always)]
    fn traveler(&self, lane: usize) -> Traveler {
        let at = self.positions[lane];
        Traveler {
            row: self.first.plus(lane),
            id: self.leaf.ids[lane],
            from: self.ways.map_or(at, |ways| ways.from[lane]),
            at,
            aabb: self.leaf.boxes.lane(lane),
            number: self.leaf.variants[lane],
        }
    }
}

impl World {
    /// Finds the ways of the step in progress, and lists the pairs that share a pixel on their way but not now, sorted.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than `limit`, and [`WorldError::NoMemory`] if memory
    /// allocation fails.
    pub(in crate::narrow) fn find_passing(&mut self, threads: &Threads, limit: usize) -> Result<(), WorldError> {
        let mut passing = std::mem::take(&mut self.step_lists.passing);
        passing.clear();
        self.ways.find(&self.broad, &mut self.last_places, threads)?;
        if !self.ways.is_empty() {
            self.list_passing(threads, limit, &mut passing)?;
        }
        self.step_lists.passing = passing;
        Ok(())
    }

    /// Lists the pairs that share a pixel on their way but not now, sorted.
    fn list_passing(&self, threads: &Threads, limit: usize, passing: &mut Vec<Pair>) -> Result<(), WorldError> {
        let classes = &self.ways.0;
        let mut lists = Vec::new();
        for (a, b) in self.broad.colliding_classes() {
            if classes[a].leaves.is_empty() && classes[b].leaves.is_empty() {
                continue;
            }
            let (first, standing) = ([a, b].map(Row::first), [a, b].map(|class| self.broad.tree(class)));
            let ways = [&classes[a], &classes[b]];
            let moving = ways.map(|ways| &ways.tree);
            let between = |trees| Join::between(trees, first, PairFilter::All);
            let mut list = |join, sides| self.join_ways(join, sides, threads, limit, &mut lists);
            let [of_a, of_b] = ways.map(|ways| [Side::Moving(ways), Side::Standing(ways)]);
            let within = || Join::within(moving[0], first[0], PairFilter::All);
            list(if a == b { within() } else { between(moving) }, [of_a[0], of_b[0]])?;
            list(between([moving[0], standing[1]]), [of_a[0], of_b[1]])?;
            if a != b {
                list(between([standing[0], moving[1]]), [of_a[1], of_b[0]])?;
            }
        }
        self.sort_keys(lists, threads, passing)?;
        if passing.len() > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) }
    }

    /// Adds lists with the keys of the pairs of a join that share a pixel on their way but not now.
    fn join_ways(
        &self,
        trees: Join,
        sides: [Side; 2],
        threads: &Threads,
        limit: usize,
        lists: &mut Vec<Vec<u64>>,
    ) -> Result<(), WorldError> {
        let tasks = Join::tasks([trees], threads)?;
        if tasks.is_empty() {
            return Ok(());
        }
        let mut found = self.pair_cache.spare_keys.take_all(threads.parts())?;
        join(&tasks, threads, limit, &mut found, || {
            let (mut batch, tables) = (Batch::new(), self.tables.reader());
            #[inline(always)]
            move |leaf_pairs, list| {
                for &leaf_pair in leaf_pairs {
                    let [a, b] = [self.side_leaf(sides[0], leaf_pair.a), self.side_leaf(sides[1], leaf_pair.b)];
                    let is_mixed = Class::is_mixed(a.first.class()) || Class::is_mixed(b.first.class());
                    batch.make_room(64, list)?;
                    // A loop, because a closure would not be compiled for the vectors of the processor.
                    let mut bits = without(leaf_pair.bits, a.excluded, b.excluded);
                    while bits != 0 {
                        let bit = bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let (a, b) = (a.traveler(bit / 8), b.traveler(bit % 8));
                        let may_collide = || self.broad.layers(a.row).may_collide(self.broad.layers(b.row));
                        if !is_mixed || may_collide() {
                            let (low, high) = if a.id < b.id { (a.id, b.id) } else { (b.id, a.id) };
                            let passes = TravelerPair::new(self, tables, [a, b]).passes();
                            batch.push_if(passes, sort::key(low.0.index(), high.0.index()));
                        }
                    }
                }
                batch.flush(list)
            }
        })?;
        lists.try_reserve(found.len())?;
        lists.append(&mut found);
        Ok(())
    }

    /// The leaf that begins with a row of a join.
    #[inline(always)]
    fn side_leaf<'w>(&'w self, side: Side<'w>, row: Row) -> SideLeaf<'w> {
        let (first, ways, excluded) = match side {
            Side::Moving(class) => {
                let leaf = &class.leaves[row.index() / 8];
                (leaf.first, Some(leaf), 0)
            }
            Side::Standing(class) => (row, None, class.marks(row)),
        };
        let (leaf, positions) = (self.broad.leaf(first), self.broad.positions(first));
        SideLeaf { first, leaf, positions, ways, excluded }
    }
}

/// The bits of a leaf pair without those of some rows of each leaf.
#[inline(always)]
fn without(bits: u64, rows_a: u8, rows_b: u8) -> u64 {
    if rows_a | rows_b == 0 {
        return bits;
    }
    let of_b = u64::from_ne_bytes([rows_b; 8]);
    let of_a = (0..8).filter(|row| rows_a >> row & 1 != 0).map(|row| 0xff << (8 * row)).sum::<u64>();
    bits & !of_a & !of_b
}
