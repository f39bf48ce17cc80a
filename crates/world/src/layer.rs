//! The boxes of fixed sprites, which seldom change: an R*-tree.
//!
//! rstar's boxes are closed, so that the last pixel of a box is stored, not the one after it: boxes
//! that only touch do not meet. Coordinates are `i64`, because rstar adds corners and squares distances.

mod search;

use mask::Rect;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::ops::ControlFlow;

/// A box and the number of the body in it.
type Leaf = GeomWithData<Rectangle<[i64; 2]>, u32>;

/// A tree over the boxes of bodies.
#[derive(Default)]
pub(crate) struct Layer(RTree<Leaf>);

/// The corners of a box, the last pixel included.
fn corners(rect: &Rect) -> ([i64; 2], [i64; 2]) {
    ([rect.left.into(), rect.top.into()], [rect.right() - 1, rect.bottom() - 1])
}

impl Layer {
    /// A tree over boxes, none of them empty.
    pub(crate) fn build(boxes: &[(Rect, u32)]) -> Layer {
        let leaf = |&(rect, body): &(Rect, u32)| {
            let (first, last) = corners(&rect);
            Leaf::new(Rectangle::from_corners(first, last), body)
        };
        Layer(RTree::bulk_load(boxes.iter().map(leaf).collect()))
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.size() == 0
    }

    /// Gives `visit` the bodies whose boxes share a pixel with `rect`, in the order of the tree, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let (first, last) = corners(rect);
        // An empty rectangle would be a box turned inside out.
        if first[0] > last[0] || first[1] > last[1] {
            return ControlFlow::Continue(());
        }
        self.0.locate_in_envelope_intersecting_int(AABB::from_corners(first, last), |leaf| visit(leaf.data))
    }
}
