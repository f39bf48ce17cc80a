//! Traversals that visit the nearest boxes first, so most of the tree is never read.
//!
//! The traversal is a branch and bound search. It visits the children of a node from the nearest to the farthest, and
//! skips children beyond the limit (Roussopoulos, Kelley and Vincent, Nearest neighbor queries, 1995). The recursion is
//! as deep as the tree is high, and does not allocate.

use super::tree::Tree;
use crate::geometry::Aabb;
use std::ops::ControlFlow;

/// A choice of the sprites that a traversal visits.
pub(crate) trait TreeVisitor {
    /// The distance of a box, in any unit.
    type Distance: Copy + PartialOrd;
    /// The reason why the visitor stops the traversal.
    type Stop;

    /// The least possible distance of a sprite inside a box, or `None` to skip the box.
    fn distance(&self, aabb: Aabb) -> Option<Self::Distance>;

    /// The distance beyond which sprites are skipped, or `None` if there is no limit. The limit may shrink from
    /// visit to visit.
    fn limit(&self) -> Option<Self::Distance>;

    /// Visits a sprite, given the distance of its box. `Break` stops the traversal.
    fn visit(&mut self, slot: usize, distance: Self::Distance) -> ControlFlow<Self::Stop>;
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

impl Tree {
    /// Visits sprites, the nearest boxes first, until `visitor` stops the traversal.
    pub(super) fn traverse<S: TreeVisitor>(&self, visitor: &mut S) -> ControlFlow<S::Stop> {
        let Some(top) = self.levels().checked_sub(1) else { return ControlFlow::Continue(()) };
        let mut comparisons = 0;
        let flow = self.traverse_node(top, 0, &mut comparisons, visitor);
        self.debt.add_query(comparisons);
        flow
    }

    fn traverse_node<S: TreeVisitor>(
        &self,
        level: usize,
        node: usize,
        comparisons: &mut u64,
        visitor: &mut S,
    ) -> ControlFlow<S::Stop> {
        let boxes = self.boxes(level, node);
        *comparisons += u64::from(level == 0);
        let distances = std::array::from_fn(|lane| {
            let aabb = boxes.lane(lane);
            if aabb.is_empty() { None } else { visitor.distance(aabb) }
        });
        for (distance, lane) in nearest_first(distances) {
            // The visits so far may have lowered the limit.
            if visitor.limit().is_some_and(|limit| distance > limit) {
                break;
            }
            match level {
                0 => visitor.visit(self.leaves[node].slots[lane] as usize, distance)?,
                _ => self.traverse_node(level - 1, 8 * node + lane, comparisons, visitor)?,
            }
        }
        ControlFlow::Continue(())
    }
}
