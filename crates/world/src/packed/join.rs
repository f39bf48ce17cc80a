//! The join: all pairs of rows with overlapping boxes, within one packed tree or between two.

use super::leaf_pair::LeafPair;
use super::pair_filter::PairFilter;
use super::rows_join::{RowsSearch, RowsTask};
use super::subtree_pair::{SubtreePair, SubtreeSearch};
use super::tree::PackedTree;
use super::work::TreeWork;
use crate::row::Row;
use crate::threads::Threads;
use crate::{Index, WorldError, memory};

/// The size of the buffer of leaf pairs. A search pauses when fewer than 64 entries are free.
pub(super) const BATCH: usize = 256;

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
    index: Index,
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

    /// The join as a single task, or `None` if a tree is empty.
    pub(crate) fn task(self) -> Option<JoinTask<'a>> {
        let task = match self.a.is_flat() {
            true => Task::Rows(RowsTask::of(self)?),
            false => Task::Subtrees(SubtreePair::of(self)?),
        };
        Some(JoinTask(task))
    }

    /// The tasks of some joins: some 64 for each join with enough work, or one if there is one thread. The
    /// order of the pairs does not depend on the number of tasks.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn tasks(
        joins: impl IntoIterator<Item = Join<'a>>,
        threads: &Threads,
    ) -> Result<Vec<JoinTask<'a>>, WorldError> {
        /// So many that one crowded corner of the world keeps no thread busy for long.
        const TASKS: usize = 64;
        let (mut tasks, enough) = (Vec::new(), if threads.count() > 1 { TASKS } else { 1 });
        joins.into_iter().try_for_each(|join| join.split(enough, &mut tasks))?;
        Ok(tasks)
    }

    /// Splits the join into tasks, in the order of the trees, and appends them to `tasks`: at least `enough`, unless
    /// they are small. An R*-tree finds all pairs at once, so it is not split.
    pub(super) fn split(self, enough: usize, tasks: &mut Vec<JoinTask<'a>>) -> Result<(), WorldError> {
        let enough = if self.index == Index::Packed { enough } else { 1 };
        match self.task() {
            Some(JoinTask(Task::Subtrees(pair))) => {
                let pairs = pair.split(enough)?;
                Ok(memory::try_extend(tasks, pairs.into_iter().map(|pair| JoinTask(Task::Subtrees(pair))))?)
            }
            Some(JoinTask(Task::Rows(rows))) if enough > 1 => {
                Ok(memory::try_extend(tasks, rows.split().map(|rows| JoinTask(Task::Rows(rows))))?)
            }
            task => Ok(memory::try_extend(tasks, task.into_iter())?),
        }
    }
}

/// A part of a join.
#[derive(Clone, Copy)]
pub(crate) struct JoinTask<'a>(Task<'a>);

#[derive(Clone, Copy)]
enum Task<'a> {
    Subtrees(SubtreePair<'a>),
    /// Rows of a flat tree, with another tree.
    Rows(RowsTask<'a>),
}

impl<'a> JoinTask<'a> {
    /// Begins to find the leaf pairs.
    pub(crate) fn leaf_pairs(self) -> LeafPairs<'a> {
        let (join, search) = match self.0 {
            Task::Subtrees(pair) => (pair.join, Search::Subtrees(pair.search())),
            Task::Rows(rows) => (rows.join, Search::Rows(rows.search())),
        };
        #[cfg(feature = "rstar")]
        let search = match join.index {
            Index::Packed => search,
            Index::RStar => Search::RStar(crate::rstar::leaf_pairs(join).into_iter()),
        };
        let [a, b] = join.first;
        LeafPairs { search, found: [LeafPair { a, b, bits: 0 }; BATCH] }
    }
}

/// How leaf pairs are found.
#[expect(clippy::large_enum_variant, reason = "there is one search at a time on a thread")]
enum Search<'a> {
    Subtrees(SubtreeSearch<'a>),
    Rows(RowsSearch<'a>),
    /// The leaf pairs of an R*-tree, which finds all of them at once.
    #[cfg(feature = "rstar")]
    RStar(std::vec::IntoIter<LeafPair>),
}

/// The search for the leaf pairs of a part of a join: every pair of rows whose boxes share a pixel, once, in the order
/// of the trees.
pub(crate) struct LeafPairs<'a> {
    search: Search<'a>,
    found: [LeafPair; BATCH],
}

impl LeafPairs<'_> {
    /// The next leaf pairs, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<&[LeafPair]> {
        let found = match &mut self.search {
            Search::Subtrees(search) => search.find(&mut self.found),
            Search::Rows(search) => search.find(&mut self.found),
            #[cfg(feature = "rstar")]
            Search::RStar(rest) => self.found.iter_mut().zip(rest).map(|(place, leaf_pair)| *place = leaf_pair).count(),
        };
        (found > 0).then(|| &self.found[..found])
    }
}
