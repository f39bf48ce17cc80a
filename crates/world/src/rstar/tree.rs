//! An R*-tree over rows of boxes, in which single boxes can be replaced.
//!
//! Boxes of the `rstar` crate are closed: they include their right and bottom edges. The edges are therefore the last
//! pixels of a box, not the pixels after it, so boxes that only touch do not overlap. Coordinates are `i64`, because
//! `rstar` adds corners and squares distances.

use crate::Index;
use crate::geometry::Aabb;
use crate::packed::PackedTree;
use mask::Rect;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::ops::ControlFlow;

/// A box and its row.
pub(super) type Leaf = GeomWithData<Rectangle<[i64; 2]>, u32>;

/// A tree over the rows that have a box.
#[derive(Default, Clone)]
pub(crate) struct RStarTree(pub(super) RTree<Leaf>);

fn leaf(Aabb([left, top, right, bottom]): Aabb, row: u32) -> Leaf {
    Leaf::new(Rectangle::from_corners([left, top].map(i64::from), [right, bottom].map(i64::from)), row)
}

impl RStarTree {
    /// Returns the tree that an index needs besides the packed tree.
    pub(crate) fn of_index(index: Index, boxes: &PackedTree, rows: usize) -> Option<RStarTree> {
        match index {
            Index::Packed => None,
            Index::RStar => Some(RStarTree::load(boxes, rows)),
        }
    }

    /// Makes the tree anew from the boxes.
    pub(crate) fn reload(&mut self, boxes: &PackedTree, rows: usize) {
        *self = RStarTree::load(boxes, rows);
    }

    /// Returns a tree over the boxes of a packed tree.
    fn load(boxes: &PackedTree, rows: usize) -> RStarTree {
        let rows = (0..rows).map(|row| (boxes.row(row), row as u32)).filter(|(aabb, _)| !aabb.is_empty());
        RStarTree(RTree::bulk_load(rows.map(|(aabb, row)| leaf(aabb, row)).collect()))
    }

    /// Replaces the box of a row. An empty box is not in the tree.
    pub(crate) fn replace(&mut self, row: u32, old: Aabb, new: Aabb) {
        if !old.is_empty() {
            self.0.remove(&leaf(old, row));
        }
        if !new.is_empty() {
            self.0.insert(leaf(new, row));
        }
    }

    /// Calls `visit` for each row whose box shares a pixel with `rect`, in the order of the tree, until `visit` breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        // The corners of an empty rectangle would be in the wrong order.
        if rect.width == 0 || rect.height == 0 {
            return ControlFlow::Continue(());
        }
        let Aabb([left, top, right, bottom]) = Aabb::of(rect);
        let window = AABB::from_corners([left, top].map(i64::from), [right, bottom].map(i64::from));
        self.0.locate_in_envelope_intersecting_int(window, |leaf| visit(leaf.data))
    }

    /// Checks that the tree holds the boxes of all rows, and no other boxes.
    ///
    /// # Panics
    /// Panics if the tree fails the check.
    pub(crate) fn validate(&self, boxes: &PackedTree, rows: usize) {
        let mut held: Vec<(u32, Aabb)> = Vec::new();
        for leaf in self.0.iter() {
            let ([left, top], [right, bottom]) = (leaf.geom().lower(), leaf.geom().upper());
            held.push((leaf.data, Aabb([left, top, right, bottom].map(|c| c as i32))));
        }
        held.sort_unstable_by_key(|&(row, _)| row);
        let expected = (0..rows).map(|row| (row as u32, boxes.row(row))).filter(|(_, aabb)| !aabb.is_empty());
        assert!(held.into_iter().eq(expected), "the R*-tree must hold the boxes of the rows, and no others");
    }
}
