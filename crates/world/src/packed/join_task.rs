//! The tasks of joins, and the search for the leaf pairs of a task.

use super::join::Join;
use super::leaf_pair::{BATCH, LeafPair};
use super::rows_join::{RowsSearch, RowsTask};
use super::subtree_pair::{SubtreePair, SubtreeSearch};
use crate::threads::Threads;
use crate::{Index, WorldError, memory};

impl<'a> Join<'a> {
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
