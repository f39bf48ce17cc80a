//! Traversals that visit the nearest boxes first, so most of the tree is never read.
//!
//! The traversal is a branch and bound search. It visits the children of a node from the nearest to the farthest, and
//! skips children beyond the limit (Roussopoulos, Kelley and Vincent, Nearest neighbor queries, 1995). The recursion is
//! as deep as the tree is high, and does not allocate.

use super::lanes::{BoxLanes, on_lanes};
use super::tree::PackedTree;
use crate::geometry::{Aabb, Aabb8};
use crate::row::Row;
use std::ops::ControlFlow;

/// A choice of the rows that a traversal visits.
pub(crate) trait TreeVisitor {
    /// The distance of a box, in any unit.
    type Distance: Copy + PartialOrd;
    /// The reason why the visitor stops the traversal.
    type Stop;

    /// The least possible distance of a row inside a box, or `None` to skip the box.
    fn distance(&self, aabb: Aabb) -> Option<Self::Distance>;

    /// The distance beyond which rows are skipped, or `None` if there is no limit. The limit may shrink from
    /// visit to visit.
    fn limit(&self) -> Option<Self::Distance>;

    /// A box that shares a pixel with all rows that the visitor still looks for.
    fn reach(&self) -> Aabb;

    /// Visits a row, given the distance of its box. `Break` stops the traversal.
    fn visit(&mut self, row: Row, distance: Self::Distance) -> ControlFlow<Self::Stop>;
}

/// The lanes that have a key, in the order of their keys. If keys are equal, the lower lane comes first.
fn nearest_first<K: Copy + PartialOrd>(mut keys: [Option<K>; 8]) -> impl Iterator<Item = (K, usize)> {
    std::iter::from_fn(move || {
        let there = keys.iter().enumerate().filter_map(|(lane, &key)| Some((key?, lane)));
        let (key, lane) = there.reduce(|least, other| if other.0 < least.0 { other } else { least })?;
        keys[lane] = None;
        Some((key, lane))
    })
}

/// The first leaf with a box that shares a pixel with a box.
fn first_in(leaves: &[Aabb8], reach: Aabb) -> Option<usize> {
    let reach = Aabb8::splat(reach);
    on_lanes!(lanes => {
        // Not in a closure, because only inlined code uses the vector instructions.
        for (leaf, boxes) in leaves.iter().enumerate() {
            if lanes.in_window(&[reach, reach], boxes)[0] != 0 {
                return Some(leaf);
            }
        }
        None
    })
}

impl PackedTree {
    /// Visits rows, the nearest boxes first, until `visitor` stops the traversal. `first` is the first row of the tree.
    pub(crate) fn traverse<S: TreeVisitor>(&self, first: Row, visitor: &mut S) -> ControlFlow<S::Stop> {
        let Some(top) = self.levels.len().checked_sub(1) else { return ControlFlow::Continue(()) };
        if !self.is_flat() {
            return self.traverse_node(top, 0, first, visitor);
        }
        // The leaves of a flat tree have no order. So each row that is found may shorten the reach.
        let leaves = self.leaves();
        let mut next = 0;
        while let Some(leaf) = first_in(&leaves[next..], visitor.reach()).map(|leaf| next + leaf) {
            self.traverse_node(0, leaf, first, visitor)?;
            next = leaf + 1;
        }
        ControlFlow::Continue(())
    }

    fn traverse_node<S: TreeVisitor>(
        &self,
        level: usize,
        node: usize,
        first: Row,
        visitor: &mut S,
    ) -> ControlFlow<S::Stop> {
        let boxes = &self.levels[level][node];
        let distances = std::array::from_fn(|lane| {
            let aabb = boxes.lane(lane);
            if aabb.is_empty() { None } else { visitor.distance(aabb) }
        });
        for (distance, lane) in nearest_first(distances) {
            if visitor.limit().is_some_and(|limit| distance > limit) {
                break;
            }
            let child = 8 * node + lane;
            match level {
                0 => visitor.visit(first.plus(child), distance)?,
                _ => self.traverse_node(level - 1, child, first, visitor)?,
            }
        }
        ControlFlow::Continue(())
    }
}
