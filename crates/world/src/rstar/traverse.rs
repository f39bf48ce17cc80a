//! Traversals that visit the nearest boxes first, over an R*-tree.

use super::tree::{Leaf, RStarTree};
use crate::geometry::Aabb;
use crate::packed::{TreeVisitor, nearest_first};
use crate::row::Row;
use rstar::{AABB, ParentNode, RTreeNode, RTreeObject};
use std::ops::ControlFlow;

impl RStarTree {
    /// Visits rows, the nearest boxes first, until `visitor` stops the traversal. `first` is the first row of the tree.
    pub(crate) fn traverse<S: TreeVisitor>(&self, first: Row, visitor: &mut S) -> ControlFlow<S::Stop> {
        traverse_node(self.0.root(), first, visitor)
    }
}

/// Visits the rows below a node. A node of the `rstar` crate has at most six children. More children would be sorted
/// and visited in groups of eight.
fn traverse_node<S: TreeVisitor>(node: &ParentNode<Leaf>, first: Row, visitor: &mut S) -> ControlFlow<S::Stop> {
    for children in node.children().chunks(8) {
        let distances = std::array::from_fn(|lane| visitor.distance(aabb(&children.get(lane)?.envelope())));
        for (distance, lane) in nearest_first(distances) {
            if visitor.limit().is_some_and(|limit| distance > limit) {
                break;
            }
            match &children[lane] {
                RTreeNode::Leaf(leaf) => visitor.visit(first.plus(leaf.data as usize), distance)?,
                RTreeNode::Parent(below) => traverse_node(below, first, visitor)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the box of a node. The boxes of all rows are in `i32`, so the cast is exact.
fn aabb(envelope: &AABB<[i64; 2]>) -> Aabb {
    let ([left, top], [right, bottom]) = (envelope.lower(), envelope.upper());
    Aabb([left, top, right, bottom].map(|c| c as i32))
}
