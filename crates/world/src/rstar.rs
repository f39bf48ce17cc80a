//! Rows of boxes in an R*-tree: single boxes come and go.
//!
//! rstar's boxes are closed, so that the last pixel of a box is stored, not the one after it: boxes that only
//! touch do not meet. Coordinates are `i64`, because rstar adds corners and squares distances.

mod search;

use crate::packed::{Corners, Packed};
use mask::Rect;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::ops::ControlFlow;

/// A box and its row.
type Leaf = GeomWithData<Rectangle<[i64; 2]>, u32>;

/// A tree over the rows that have a box.
#[derive(Default)]
pub(crate) struct RStar(RTree<Leaf>);

fn leaf(Corners([left, top, right, bottom]): Corners, row: u32) -> Leaf {
    Leaf::new(Rectangle::from_corners([left, top].map(i64::from), [right, bottom].map(i64::from)), row)
}

impl RStar {
    /// A tree over rows, whose boxes stand in the leaves of a packed tree.
    pub(crate) fn load(boxes: &Packed, rows: usize) -> RStar {
        let rows = (0..rows).map(|row| (boxes.row(row), row as u32)).filter(|(corners, _)| !corners.is_none());
        RStar(RTree::bulk_load(rows.map(|(corners, row)| leaf(corners, row)).collect()))
    }

    /// Takes over that a row's box is another.
    pub(crate) fn replace(&mut self, row: u32, old: Corners, new: Corners) {
        if !old.is_none() {
            self.0.remove(&leaf(old, row));
        }
        if !new.is_none() {
            self.0.insert(leaf(new, row));
        }
    }

    /// Gives `visit` the rows whose boxes share a pixel with `rect`, in the order of the tree, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        // An empty rectangle would be a box turned inside out.
        if rect.width == 0 || rect.height == 0 {
            return ControlFlow::Continue(());
        }
        let Corners([left, top, right, bottom]) = Corners::of(rect);
        let window = AABB::from_corners([left, top].map(i64::from), [right, bottom].map(i64::from));
        self.0.locate_in_envelope_intersecting_int(window, |leaf| visit(leaf.data))
    }

    /// Checks that the tree holds the boxes of the rows and no others.
    ///
    /// # Panics
    /// Where it does not.
    pub(crate) fn validate(&self, boxes: &Packed, rows: usize) {
        let mut held: Vec<(u32, Corners)> = Vec::new();
        for leaf in self.0.iter() {
            let ([left, top], [right, bottom]) = (leaf.geom().lower(), leaf.geom().upper());
            held.push((leaf.data, Corners([left, top, right, bottom].map(|c| c as i32))));
        }
        held.sort_unstable_by_key(|&(row, _)| row);
        let expected = (0..rows).map(|row| (row as u32, boxes.row(row))).filter(|(_, corners)| !corners.is_none());
        assert!(held.into_iter().eq(expected), "the R*-tree holds other boxes than the rows");
    }
}
