//! The join by an R*-tree of the `rstar` crate, with which tests compare the join of packed trees.
//!
//! Boxes of the `rstar` crate are closed: they include their right and bottom edges. So the edges are the last pixels
//! of a box, and boxes that only touch do not overlap. Coordinates are `i64`, because `rstar` adds corners and squares
//! distances.

use crate::geometry::Aabb;
use crate::packed::{Join, LeafPair, PackedTree};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// The leaf pairs of a join: puts the boxes of the second tree into an R*-tree, and looks up each box of the first.
/// Each leaf pair has a single pair of rows. If the system refuses memory, the process aborts.
pub(crate) fn leaf_pairs(join: Join) -> Vec<LeafPair> {
    let ([a, b], [first_a, first_b]) = (join.trees(), join.first_rows());
    let corners = |Aabb([left, top, right, bottom])| ([left, top].map(i64::from), [right, bottom].map(i64::from));
    let leaf = |(row, aabb)| {
        let (from, to) = corners(aabb);
        GeomWithData::new(Rectangle::from_corners(from, to), row)
    };
    let tree = RTree::bulk_load(boxes(b).map(leaf).collect());
    let mut found = Vec::new();
    for (row, aabb) in boxes(a) {
        let (from, to) = corners(aabb);
        let rows_of_b = tree.locate_in_envelope_intersecting(AABB::from_corners(from, to)).map(|leaf| leaf.data);
        found.extend(rows_of_b.filter(|&other| join.allows(row, other)).map(|other| LeafPair {
            a: first_a.plus(row - row % 8),
            b: first_b.plus(other - other % 8),
            bits: 1 << (8 * (row % 8) + other % 8),
        }));
    }
    found
}

/// The rows that have a box, and their boxes.
fn boxes(tree: &PackedTree) -> impl Iterator<Item = (usize, Aabb)> {
    let rows = (0..8 * tree.leaves().len()).map(|row| (row, tree.row(row)));
    rows.filter(|(_, aabb)| !aabb.is_empty())
}
