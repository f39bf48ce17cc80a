//! A join: the pairs of overlapping boxes of two trees, or of one tree with itself.
//!
//! Threads share its tasks. Its result is pairs of sprites, grouped by pairs of leaves.

use super::lanes::BoxLanes;
use super::subtree_pair::{SubtreePair, SubtreeSearch};
use super::tree::{Meeting, Tree};
use super::trees::BroadPhase;
use crate::store::Lane;
use crate::threads::Threads;
use crate::{WorldError, memory};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A join of two trees, or of one tree with itself.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    pub(super) a: &'a Tree,
    pub(super) b: &'a Tree,
    /// Whether the tree is joined with itself, so that each pair is found once.
    pub(super) within: bool,
    pub(super) meeting: Meeting,
    pub(super) index: BroadPhase,
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
        Join { a, b, within: false, meeting: Meeting::Always, index: BroadPhase::Packed, work: None }
    }

    /// The join of the pairs that may collide.
    pub(super) fn of(self, meeting: Meeting, index: BroadPhase, work: &'a AtomicU64) -> Join<'a> {
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
        let pairs = pair.split(if self.index == BroadPhase::Packed { enough } else { 1 })?;
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
            BroadPhase::Packed => Search::Subtrees(pair.search()),
            BroadPhase::RStar => Search::RStar(super::rstar::leaf_pairs(pair.join).into_iter()),
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

/// The size of the buffer of leaf pairs. A search pauses when fewer than 64 entries are free.
pub(crate) const BATCH: usize = 256;

/// The pairs of overlapping boxes between the eight lanes of one leaf and the eight lanes of another.
#[derive(Clone, Copy)]
pub(crate) struct LeafPair {
    /// The first lane of the first leaf.
    pub(crate) a: Lane,
    /// The first lane of the second leaf.
    pub(crate) b: Lane,
    /// Bit `8 i + j` is set if the boxes of lane `i` of the first leaf and lane `j` of the second overlap.
    pub(crate) bits: u64,
}

impl LeafPair {
    /// No pair.
    pub(crate) const NONE: LeafPair = LeafPair { a: Lane::new(0, 0), b: Lane::new(0, 0), bits: 0 };

    /// Calls `pair` for each pair, with the lane of each sprite in its leaf (0 to 7).
    #[inline(always)]
    pub(crate) fn each(self, mut pair: impl FnMut(usize, usize)) {
        let ControlFlow::Continue(()) = self.try_each(|i, j| {
            pair(i, j);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Gives `pair` the pairs one by one until it breaks, each lane counted from the first of its leaf.
    #[inline(always)]
    pub(crate) fn try_each<B>(self, mut pair: impl FnMut(usize, usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut bits = self.bits;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            pair(bit / 8, bit % 8)?;
        }
        ControlFlow::Continue(())
    }
}

/// Each bit in a byte of its own.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The bits of a byte, each in a byte of its own: bit `i` becomes bit `8 i`.
#[inline(always)]
pub(super) fn spread(bits: u64) -> u64 {
    ((((bits * EACH) & 0x8040_2010_0804_0201) + 0x7f * EACH) >> 7) & EACH
}

/// The pairs of a leaf pair that have a lane of `a` or a lane of `b`.
#[inline(always)]
pub(crate) fn pairs_with(a: u8, b: u8) -> u64 {
    (spread(a.into()) * 0xff) | (u64::from(b) * EACH)
}
