//! The searches of the packed tree, over an R*-tree.

use super::{Leaf, RStar};
use crate::packed::{Corners, Search, in_order};
use rstar::{AABB, ParentNode, RTreeNode, RTreeObject};
use std::ops::ControlFlow;

impl RStar {
    /// Offers a search the rows that it asks for, as bodies from `base` on, until it stops.
    pub(crate) fn search<S: Search>(&self, base: u32, search: &mut S) -> ControlFlow<S::Stop> {
        search_node(self.0.root(), base, search)
    }
}

/// The same below a node. A node of the library has at most six children; eight of more would be
/// searched at a time.
fn search_node<S: Search>(node: &ParentNode<Leaf>, base: u32, search: &mut S) -> ControlFlow<S::Stop> {
    for children in node.children().chunks(8) {
        let distances = std::array::from_fn(|lane| search.distance(corners(&children.get(lane)?.envelope())));
        for (distance, lane) in in_order(distances) {
            if search.limit().is_some_and(|limit| distance > limit) {
                break;
            }
            match &children[lane] {
                RTreeNode::Leaf(leaf) => search.offer(base | leaf.data, distance)?,
                RTreeNode::Parent(below) => search_node(below, base, search)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// The corners of a box that holds boxes of rows: they lie in `i32`.
fn corners(envelope: &AABB<[i64; 2]>) -> Corners {
    let ([left, top], [right, bottom]) = (envelope.lower(), envelope.upper());
    Corners([left, top, right, bottom].map(|c| c as i32))
}
