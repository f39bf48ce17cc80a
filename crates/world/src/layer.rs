//! The broad phase: an R*-tree over tight boxes, joined with itself and with another.
//!
//! rstar's boxes are closed, so that the last pixel of a box is stored, not the one after it: boxes
//! that only touch do not meet. Coordinates are `i64`, because rstar adds corners and squares distances.

use mask::Rect;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, Envelope, ParentNode, RTree, RTreeNode, RTreeObject};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A box and the number of the body in it.
type Leaf = GeomWithData<Rectangle<[i64; 2]>, u32>;
type Node = RTreeNode<Leaf>;

/// A tree over the boxes of bodies.
pub(crate) struct Layer(RTree<Leaf>);

impl Default for Layer {
    fn default() -> Layer {
        Layer(RTree::new())
    }
}

/// The corners of a box, the last pixel included.
fn corners(rect: &Rect) -> ([i64; 2], [i64; 2]) {
    ([rect.left.into(), rect.top.into()], [rect.right() - 1, rect.bottom() - 1])
}

impl Layer {
    /// A tree over boxes, none of them empty.
    pub(crate) fn build(boxes: impl Iterator<Item = (Rect, u32)>) -> Layer {
        let leaf = |(rect, body)| {
            let (first, last) = corners(&rect);
            Leaf::new(Rectangle::from_corners(first, last), body)
        };
        Layer(RTree::bulk_load(boxes.map(leaf).collect()))
    }

    /// The bodies whose boxes share a pixel with `rect`, in the order of the tree.
    pub(crate) fn in_rect(&self, rect: &Rect) -> impl Iterator<Item = u32> {
        let (first, last) = corners(rect);
        // An empty rectangle would be a box turned inside out.
        let window = (first <= last && first[1] <= last[1]).then(|| AABB::from_corners(first, last));
        window.into_iter().flat_map(|window| self.0.locate_in_envelope_intersecting(window)).map(|leaf| leaf.data)
    }
}

/// A part of a join: pairs of boxes to be found below one node, or between two.
#[derive(Clone, Copy)]
pub(crate) enum Join<'a> {
    /// Below a node, each pair once.
    Within(&'a ParentNode<Leaf>),
    /// Between a node, or a leaf, and another, whose boxes meet.
    Between(&'a Node, &'a Node),
    /// Between the roots of two trees.
    Across(&'a ParentNode<Leaf>, &'a ParentNode<Leaf>),
}

impl<'a> Join<'a> {
    /// The pairs of bodies that move, and those of a body that moves and a fixed one.
    pub(crate) fn all(movers: &'a Layer, fixed: &'a Layer) -> [Join<'a>; 2] {
        [Join::Within(movers.0.root()), Join::Across(movers.0.root(), fixed.0.root())]
    }

    /// Gives `pair` every pair of bodies whose boxes share a pixel, once each, in the order of the tree,
    /// until it breaks. Recurses as deep as the two trees are high.
    pub(crate) fn run<B>(self, pair: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Join::Between(Node::Leaf(a), Node::Leaf(b)) => pair(a.data, b.data),
            _ => self.split(&mut |part| part.run(pair)),
        }
    }

    /// The parts of the joins, level by level, until there are `enough` of them or they are leaves.
    pub(crate) fn parts(joins: &[Join<'a>], enough: usize) -> Vec<Join<'a>> {
        let is_leaf = |part: &Join| matches!(part, Join::Between(Node::Leaf(_), Node::Leaf(_)));
        let mut parts = joins.to_vec();
        while parts.len() < enough && !parts.iter().all(is_leaf) {
            let mut next = Vec::new();
            for part in parts {
                let _ = part.split(&mut |part| {
                    next.push(part);
                    ControlFlow::<Infallible>::Continue(())
                });
            }
            parts = next;
        }
        parts
    }

    /// Gives `visit` the parts of a join; two leaves are their own part.
    fn split<B>(self, visit: &mut impl FnMut(Join<'a>) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Join::Within(node) => {
                let children = node.children();
                for (a, rest) in children.iter().zip(1..) {
                    if let Node::Parent(a) = a {
                        visit(Join::Within(a))?;
                    }
                    between(std::slice::from_ref(a), &children[rest..], visit)?;
                }
                ControlFlow::Continue(())
            }
            Join::Across(a, b) => between(a.children(), b.children(), visit),
            Join::Between(a, b) => match (a, b) {
                // The children of the one that do not meet the other at all are left out first.
                (Node::Parent(a), Node::Parent(b)) => a
                    .children()
                    .iter()
                    .filter(|a| a.envelope().intersects(&b.envelope()))
                    .try_for_each(|a| between(std::slice::from_ref(a), b.children(), visit)),
                (Node::Parent(a), Node::Leaf(_)) => between(a.children(), std::slice::from_ref(b), visit),
                (Node::Leaf(_), Node::Parent(b)) => between(std::slice::from_ref(a), b.children(), visit),
                (Node::Leaf(_), Node::Leaf(_)) => visit(self),
            },
        }
    }
}

/// Gives `visit` each pair of nodes whose boxes meet.
fn between<'a, B>(a: &'a [Node], b: &'a [Node], visit: &mut impl FnMut(Join<'a>) -> ControlFlow<B>) -> ControlFlow<B> {
    for a in a {
        let envelope = a.envelope();
        for b in b.iter().filter(|b| envelope.intersects(&b.envelope())) {
            visit(Join::Between(a, b))?;
        }
    }
    ControlFlow::Continue(())
}
