//! The searches of the packed tree, over fixed sprites.

use super::{Layer, Leaf};
use crate::packed::{Corners, Search, in_order};
use mask::Rect;
use rstar::{AABB, ParentNode, RTreeNode, RTreeObject};
use std::ops::ControlFlow;

impl Layer {
    /// Offers a search the bodies that it asks for, until it stops.
    pub(crate) fn search<S: Search>(&self, search: &mut S) -> ControlFlow<S::Stop> {
        search_node(self.0.root(), search)
    }
}

/// The same below a node. A node of the library has at most six children; eight of more would be
/// searched at a time.
fn search_node<S: Search>(node: &ParentNode<Leaf>, search: &mut S) -> ControlFlow<S::Stop> {
    for children in node.children().chunks(8) {
        let distances = std::array::from_fn(|lane| search.distance(corners(&children.get(lane)?.envelope())));
        for (distance, lane) in in_order(distances) {
            if search.limit().is_some_and(|limit| distance > limit) {
                break;
            }
            match &children[lane] {
                RTreeNode::Leaf(leaf) => search.offer(leaf.data, distance)?,
                RTreeNode::Parent(below) => search_node(below, search)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// The corners of a box that holds boxes of bodies: they lie in `i32`.
fn corners(envelope: &AABB<[i64; 2]>) -> Corners {
    let ([left, top], [right, bottom]) = (envelope.lower(), envelope.upper());
    Corners::of(&Rect {
        left: left as i32,
        top: top as i32,
        width: (right - left + 1) as u32,
        height: (bottom - top + 1) as u32,
    })
}
