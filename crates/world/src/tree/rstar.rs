//! The R*-tree of the `rstar` crate, with which tests compare the packed tree.

use super::join::{Join, LeafPair};
use super::lanes::PortableBoxes;
use super::tree::Tree;
use crate::geometry::Aabb;
use crate::store::Lane;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// The leaf pairs of a join, each with a single pair of sprites. If the system refuses memory, the process aborts.
pub(super) fn leaf_pairs(join: Join) -> Vec<LeafPair> {
    let corners = |Aabb([left, top, right, bottom])| ([left, top].map(i64::from), [right, bottom].map(i64::from));
    let entry = |(lane, aabb)| {
        let (from, to) = corners(aabb);
        GeomWithData::new(Rectangle::from_corners(from, to), lane)
    };
    let tree = RTree::bulk_load(boxes(join.b).map(entry).collect());
    let mut found = Vec::new();
    for (lane, aabb) in boxes(join.a) {
        let (from, to) = corners(aabb);
        let lanes_of_b = tree.locate_in_envelope_intersecting(AABB::from_corners(from, to)).map(|entry| entry.data);
        let pairs = lanes_of_b.filter(|&other| !join.within || lane < other).map(|other| LeafPair {
            a: Lane::new(join.a.number, lane - lane % 8),
            b: Lane::new(join.b.number, other - other % 8),
            bits: 1 << (8 * (lane % 8) + other % 8),
        });
        found.extend(pairs.map(|pair| join.allowed(PortableBoxes, pair)));
    }
    found
}

/// The lanes that have a box, and their boxes.
fn boxes(tree: &Tree) -> impl Iterator<Item = (usize, Aabb)> {
    let lanes = (0..8 * tree.leaves.len()).map(|lane| (lane, tree.boxes(0, lane / 8).lane(lane % 8)));
    lanes.filter(|(_, aabb)| !aabb.is_empty())
}
