//! A join: the pairs of overlapping boxes of two trees, or of one tree with itself.

use super::index::Index;
use super::lanes::BoxLanes;
use super::layers::Meeting;
use super::leaf_pair::LeafPair;
use super::tree::Tree;
use std::sync::atomic::{AtomicU64, Ordering};

/// A join of two trees, or of one tree with itself.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    pub(super) a: &'a Tree,
    pub(super) b: &'a Tree,
    /// Whether the tree is joined with itself, so that each pair is found once.
    pub(super) within: bool,
    pub(super) meeting: Meeting,
    pub(super) index: Index,
    /// Counts the comparisons of leaves of all joins.
    work: Option<&'a AtomicU64>,
}

impl<'a> Join<'a> {
    /// The join of a tree with itself.
    pub(crate) fn within(tree: &'a Tree) -> Join<'a> {
        Join { within: true, ..Join::between(tree, tree) }
    }

    /// The join of two trees.
    pub(crate) fn between(a: &'a Tree, b: &'a Tree) -> Join<'a> {
        Join { a, b, within: false, meeting: Meeting::Always, index: Index::Packed, work: None }
    }

    /// The join of the pairs that may collide.
    pub(super) fn of(self, meeting: Meeting, index: Index, work: &'a AtomicU64) -> Join<'a> {
        Join { meeting, index, work: Some(work), ..self }
    }

    /// Counts comparisons of leaves.
    pub(super) fn add_work(&self, comparisons: u64) {
        if let Some(work) = self.work {
            work.fetch_add(comparisons, Ordering::Relaxed);
            self.a.debt.add_join(comparisons);
            if !self.within {
                self.b.debt.add_join(comparisons);
            }
        }
    }

    /// The pairs of a leaf pair whose layers allow a collision.
    #[inline(always)]
    pub(super) fn allowed(&self, lanes: impl BoxLanes, pair: LeafPair) -> LeafPair {
        let [a, b] = [(self.a, pair.a), (self.b, pair.b)].map(|(tree, lane)| tree.layers.of_leaf(lane.leaf()));
        LeafPair { bits: pair.bits & lanes.may_collide(&a, &b), ..pair }
    }
}
