//! The boxes of fixed sprites, which seldom change: an R*-tree.
//!
//! rstar's boxes are closed, so that the last pixel of a box is stored, not the one after it: boxes
//! that only touch do not meet. Coordinates are `i64`, because rstar adds corners and squares distances.

use crate::packed::Corners;
use mask::Rect;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

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

    /// Offers bodies in the order of their distance from a point, squared, to the tight box, until the distance
    /// that `offer` gives back is passed.
    pub(crate) fn nearest(&self, point: [i32; 2], offer: &mut impl FnMut(u128, u32) -> Option<u128>) {
        for leaf in self.0.nearest_neighbor_iter(point.map(i64::from)) {
            let (first, last) = (leaf.geom().lower(), leaf.geom().upper());
            let rect = Rect {
                left: first[0] as i32,
                top: first[1] as i32,
                width: (last[0] - first[0] + 1) as u32,
                height: (last[1] - first[1] + 1) as u32,
            };
            let distance = Corners::of(&rect).distance_2(point);
            if offer(distance, leaf.data).is_some_and(|limit| distance > limit) {
                return;
            }
        }
    }

    /// The bodies whose boxes share a pixel with `rect`, in the order of the tree.
    pub(crate) fn in_rect(&self, rect: &Rect) -> impl Iterator<Item = u32> {
        let (first, last) = corners(rect);
        // An empty rectangle would be a box turned inside out.
        let window = (first[0] <= last[0] && first[1] <= last[1]).then(|| AABB::from_corners(first, last));
        window.into_iter().flat_map(|window| self.0.locate_in_envelope_intersecting(window)).map(|leaf| leaf.data)
    }
}
