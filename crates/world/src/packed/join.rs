//! The join: all pairs of rows with overlapping boxes, within one packed tree or between two.

use super::pair_filter::PairFilter;
use super::tree::PackedTree;
use super::work::TreeWork;
use crate::Index;
use crate::row::Row;

/// Two trees that are joined, or a tree that is joined with itself.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    pub(super) a: &'a PackedTree,
    pub(super) b: &'a PackedTree,
    /// The first row of each tree.
    pub(super) first: [Row; 2],
    /// Whether `a` and `b` are the same tree. Each unordered pair of rows then comes once.
    pub(super) within: bool,
    pub(super) filter: PairFilter<'a>,
    /// How the pairs are found.
    pub(super) index: Index,
    /// Where the comparisons of leaves of each tree are counted, if anywhere.
    pub(super) work: Option<[&'a TreeWork; 2]>,
}

impl<'a> Join<'a> {
    /// The join of a tree with itself. `first` is the first row of the tree.
    pub(crate) fn within(tree: &'a PackedTree, first: Row, filter: PairFilter<'a>) -> Join<'a> {
        Join { within: true, ..Join::between([tree; 2], [first; 2], filter) }
    }

    /// The join of two trees, of which only the first may be flat. `first` is the first row of each tree.
    pub(crate) fn between([a, b]: [&'a PackedTree; 2], first: [Row; 2], filter: PairFilter<'a>) -> Join<'a> {
        Join { a, b, first, within: false, filter, index: Index::Packed, work: None }
    }

    /// Sets how the pairs are found.
    pub(crate) fn by(self, index: Index) -> Join<'a> {
        Join { index, ..self }
    }

    /// Counts the comparisons of the leaves of each tree. Of a tree that is joined with itself, the first counts.
    pub(crate) fn counted(self, work: [&'a TreeWork; 2]) -> Join<'a> {
        Join { work: Some(work), ..self }
    }

    /// The two trees.
    #[cfg(feature = "rstar")]
    pub(crate) fn trees(self) -> [&'a PackedTree; 2] {
        [self.a, self.b]
    }

    /// The first row of each tree.
    #[cfg(feature = "rstar")]
    pub(crate) fn first_rows(self) -> [Row; 2] {
        self.first
    }

    /// Whether a pair of rows, each counted from the first of its tree, belongs to the join if their boxes overlap.
    #[cfg(feature = "rstar")]
    pub(crate) fn allows(self, a: usize, b: usize) -> bool {
        (!self.within || a < b) && self.filter.passes(a, b)
    }
}
