//! Traversals that visit the nearest boxes first, so that most of the tree is never read.
//!
//! Branch and bound: of a node's eight children the nearest is visited first, and children beyond the limit are left
//! out (Roussopoulos, Kelley and Vincent, Nearest neighbor queries, 1995). The recursion is as deep as the tree is
//! high, and takes no memory of the heap.

use super::tree::PackedTree;
use crate::geometry::Aabb;
use crate::row::Row;
use std::ops::ControlFlow;

/// Chooses the rows that a traversal visits.
pub(crate) trait TreeVisitor {
    /// The distance of a box, in any measure.
    type Distance: Copy + PartialOrd;
    /// The reason to stop early.
    type Stop;

    /// The least distance of any row in a box; `None` to skip the box.
    fn distance(&self, aabb: Aabb) -> Option<Self::Distance>;

    /// The distance beyond which rows are skipped. It may shrink as rows are visited.
    fn limit(&self) -> Option<Self::Distance>;

    /// Visits a row whose box has a distance.
    fn visit(&mut self, row: Row, distance: Self::Distance) -> ControlFlow<Self::Stop>;
}

/// The lanes that have a key, by ascending keys; of equal keys the lower lane first.
pub(crate) fn nearest_first<K: Copy + PartialOrd>(mut keys: [Option<K>; 8]) -> impl Iterator<Item = (K, usize)> {
    std::iter::from_fn(move || {
        let there = keys.iter().enumerate().filter_map(|(lane, &key)| Some((key?, lane)));
        let (key, lane) = there.reduce(|least, other| if other.0 < least.0 { other } else { least })?;
        keys[lane] = None;
        Some((key, lane))
    })
}

impl PackedTree {
    /// Gives `visitor` the rows that it asks for, counted from `first`, until it stops.
    pub(crate) fn traverse<S: TreeVisitor>(&self, first: Row, visitor: &mut S) -> ControlFlow<S::Stop> {
        match self.levels.len().checked_sub(1) {
            Some(top) => self.traverse_node(top, 0, first, visitor),
            None => ControlFlow::Continue(()),
        }
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
