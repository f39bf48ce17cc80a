//! The tasks of a join, which threads share.

use super::index::Index;
use super::join::Join;
use super::leaf_pair::{BATCH, LeafPair};
use super::subtree_pair::{SubtreePair, SubtreeSearch};
use crate::threads::Threads;
use crate::{WorldError, memory};

impl<'a> Join<'a> {
    /// The join as a single task, or `None` if it is empty.
    pub(crate) fn task(self) -> Option<JoinTask<'a>> {
        Some(JoinTask(SubtreePair::of(self)?))
    }

    /// The tasks of some joins, in the order of the joins. If threads share them, each large join is split into at
    /// least 64 tasks.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn tasks(
        joins: impl IntoIterator<Item = Join<'a>>,
        threads: &Threads,
    ) -> Result<Vec<JoinTask<'a>>, WorldError> {
        // More tasks than threads, because tasks take different times.
        const TASKS: usize = 64;
        let (mut tasks, enough) = (Vec::new(), if threads.count() > 1 { TASKS } else { 1 });
        for join in joins {
            memory::try_extend(&mut tasks, join.split(enough)?.into_iter())?;
        }
        Ok(tasks)
    }

    /// Splits the join into at least `enough` tasks, if it is large enough.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn split(self, enough: usize) -> Result<Vec<JoinTask<'a>>, WorldError> {
        let Some(pair) = SubtreePair::of(self) else { return Ok(Vec::new()) };
        let pairs = pair.split(if self.index == Index::Packed { enough } else { 1 })?;
        Ok(memory::try_collect(pairs.into_iter().map(JoinTask))?)
    }
}

/// A part of a join, which finds leaf pairs on any thread.
#[derive(Clone, Copy)]
pub(crate) struct JoinTask<'a>(SubtreePair<'a>);

impl<'a> JoinTask<'a> {
    /// Begins to find the leaf pairs.
    pub(crate) fn leaf_pairs(self) -> LeafPairs<'a> {
        let JoinTask(pair) = self;
        #[cfg(feature = "rstar")]
        let search = match pair.join.index {
            Index::Packed => Search::Subtrees(pair.search()),
            Index::RStar => Search::RStar(super::rstar::leaf_pairs(pair.join).into_iter()),
        };
        #[cfg(not(feature = "rstar"))]
        let search = Search::Subtrees(pair.search());
        LeafPairs { search, found: [LeafPair::NONE; BATCH] }
    }
}

#[cfg_attr(feature = "rstar", expect(clippy::large_enum_variant, reason = "there is one search at a time on a thread"))]
enum Search<'a> {
    Subtrees(SubtreeSearch<'a>),
    #[cfg(feature = "rstar")]
    RStar(std::vec::IntoIter<LeafPair>),
}

/// The leaf pairs of a task, some at a time. Nothing calls back, so a step reads from top to bottom.
pub(crate) struct LeafPairs<'a> {
    search: Search<'a>,
    found: [LeafPair; BATCH],
}

impl LeafPairs<'_> {
    /// The next leaf pairs, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<&[LeafPair]> {
        let found = match &mut self.search {
            Search::Subtrees(search) => search.find(&mut self.found),
            #[cfg(feature = "rstar")]
            Search::RStar(rest) => self.found.iter_mut().zip(rest).map(|(place, leaf_pair)| *place = leaf_pair).count(),
        };
        (found > 0).then(|| &self.found[..found])
    }
}
