//! The searches of the packed tree, over an R*-tree.

use super::tree::{Leaf, RStarTree};
use crate::geometry::Aabb;
use crate::packed::{TreeVisitor, nearest_first};
use crate::row::Row;
use rstar::{AABB, ParentNode, RTreeNode, RTreeObject};
use std::ops::ControlFlow;

impl RStarTree {
    /// Offers a search the rows that it asks for, as bodies from `first` on, until it stops.
    pub(crate) fn traverse<S: TreeVisitor>(&self, first: Row, visitor: &mut S) -> ControlFlow<S::Stop> {
        traverse_node(self.0.root(), first, visitor)
    }
}

/// The same below a node. A node of the library has at most six children; eight of more would be
/// searched at a time.
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

/// The corners of a box that holds boxes of rows: they lie in `i32`.
fn aabb(envelope: &AABB<[i64; 2]>) -> Aabb {
    let ([left, top], [right, bottom]) = (envelope.lower(), envelope.upper());
    Aabb([left, top, right, bottom].map(|c| c as i32))
}
