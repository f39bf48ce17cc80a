//! A tree over the boxes around the ways of a class.

use super::LastPlaces;
use crate::broad::BroadPhase;
use crate::geometry::Aabb8;
use crate::packed::PackedTree;
use crate::row::Row;
use crate::threads::Threads;
use crate::{WorldError, memory};
use std::array;

/// Eight rows of a class that are a leaf of its tree, if any of their sprites has a way.
#[derive(Clone, Copy)]
pub(super) struct WayLeaf {
    /// The first of the rows.
    pub(super) first: Row,
    /// The position of each sprite at the last step. It is the present one if the sprite has no way.
    pub(super) from: [[i32; 2]; 8],
}

/// The ways of a class. Their tree has a leaf for each leaf of the class with a way, in the same order. Lanes without a
/// way have no box.
#[derive(Default)]
pub(super) struct ClassWays {
    pub(super) leaves: Vec<WayLeaf>,
    pub(super) tree: PackedTree,
    /// For each leaf of the class, a bit for each row that has a way. Empty until [`ClassWays::mark`].
    marked: Vec<u8>,
}

impl ClassWays {
    /// Bit `i` is set if the row `i` rows after the first of a leaf has a way.
    #[inline(always)]
    pub(super) fn marks(&self, first: Row) -> u8 {
        self.marked.get(first.index() / 8).copied().unwrap_or(0)
    }

    /// The position at the last step of the sprite of a row, if it has a way.
    fn from(&self, row: Row) -> Option<[i32; 2]> {
        let lane = row.index() % 8;
        let leaf = self.leaves.binary_search_by_key(&row.minus(lane), |leaf| leaf.first).ok()?;
        Some(self.leaves[leaf].from[lane])
    }

    /// Sets the bits for [`ClassWays::marks`].
    fn mark(&mut self) -> Result<(), WorldError> {
        let end = self.leaves.last().map_or(0, |leaf| leaf.first.index() / 8 + 1);
        memory::try_resize(&mut self.marked, end, 0)?;
        for (way, leaf) in self.leaves.iter().enumerate() {
            let boxes = &self.tree.leaves()[way];
            let bits = (0..8).map(|lane| u8::from(!boxes.lane(lane).is_empty()) << lane).sum();
            self.marked[leaf.first.index() / 8] = bits;
        }
        Ok(())
    }

    /// Loads the tree of the boxes, which is flat if that of the class is.
    fn load(&mut self, broad: &BroadPhase, flat: bool, threads: &Threads) -> Result<(), WorldError> {
        let ClassWays { leaves, tree, .. } = self;
        tree.resize(8 * leaves.len(), flat)?;
        tree.refit(
            threads,
            #[inline(always)]
            |leaf, boxes: &mut Aabb8| {
                // The tree has lanes for more leaves than there are.
                if let Some(leaf) = leaves.get(leaf) {
                    way_boxes(leaf, broad, boxes);
                }
                Ok::<_, WorldError>(boxes.hull())
            },
        )
    }
}

/// Sets the boxes around the ways of a leaf.
#[inline(always)]
fn way_boxes(leaf: &WayLeaf, broad: &BroadPhase, boxes: &mut Aabb8) {
    let (now, mut at) = (broad.leaf(leaf.first).boxes, leaf.from);
    at.iter_mut().zip(broad.positions(leaf.first)).for_each(|(at, position)| *at = *position);
    for (lane, (from, at)) in leaf.from.iter().zip(&at).enumerate() {
        let has_way = (from[0] ^ at[0] | from[1] ^ at[1] != 0) & (now.left[lane] <= now.right[lane]);
        let edge = |edge: i32, by: i32, nothing: i32| if has_way { edge.wrapping_add(by) } else { nothing };
        // A way across the whole world wraps, and the edge is right all the same.
        let [left, top] = [0, 1].map(|axis| from[axis].min(at[axis]).wrapping_sub(at[axis]));
        let [right, bottom] = [0, 1].map(|axis| from[axis].max(at[axis]).wrapping_sub(at[axis]));
        boxes.left[lane] = edge(now.left[lane], left, i32::MAX);
        boxes.top[lane] = edge(now.top[lane], top, i32::MAX);
        boxes.right[lane] = edge(now.right[lane], right, i32::MIN);
        boxes.bottom[lane] = edge(now.bottom[lane], bottom, i32::MIN);
    }
}

/// The ways of a step, by class.
pub(crate) struct Ways(pub(super) [ClassWays; Row::CLASSES]);

impl Default for Ways {
    fn default() -> Ways {
        Ways(array::from_fn(|_| ClassWays::default()))
    }
}

impl Ways {
    /// The position at the last step of the sprite of a row, if it has a way.
    pub(super) fn from(&self, row: Row) -> Option<[i32; 2]> {
        self.0[row.class()].from(row)
    }

    /// Whether no sprite has a way.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|class| class.leaves.is_empty())
    }

    /// Finds the ways of all continuous sprites since the last step, after a refresh.
    pub(super) fn find(
        &mut self,
        broad: &BroadPhase,
        last: &mut LastPlaces,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        last.begin();
        for class in &mut self.0 {
            class.leaves.clear();
            class.marked.clear();
        }
        broad.try_for_each_continuous_leaf(|first, lanes, ids, positions| {
            let mut from = [[0; 2]; 8];
            from.iter_mut().zip(positions).for_each(|(from, at)| *from = *at);
            last.push_leaf(lanes, ids, positions, &mut from)?;
            if from[..positions.len()] != *positions {
                let leaves = &mut self.0[first.class()].leaves;
                leaves.try_reserve(1)?;
                leaves.push(WayLeaf { first, from });
            }
            Ok::<(), WorldError>(())
        })?;
        let moving: u32 = (0..).zip(&self.0).map(|(class, ways)| u32::from(!ways.leaves.is_empty()) << class).sum();
        for (class, ways) in self.0.iter_mut().enumerate() {
            ways.load(broad, broad.tree(class).is_flat(), threads)?;
            // Its sprites without a way stand in the way of those of the other classes.
            if moving >> class & 1 != 0
                && (0..Row::CLASSES).any(|other| moving >> other & 1 != 0 && broad.may_collide(class, other))
            {
                ways.mark()?;
            }
        }
        Ok(())
    }
}
