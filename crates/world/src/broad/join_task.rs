//! The join of the broad phase, cut into tasks for threads.

use super::broad_phase::BroadPhase;
use crate::packed::{LeafPair, LeafPairSink, PairFilter, SubtreePair, split};
use crate::row::Row;
use crate::{WorldError, memory};
use std::ops::ControlFlow;

/// The number of tasks of a parallel join. It is large enough that one crowded corner of the world keeps no thread
/// busy for long.
pub(crate) const TASKS: usize = 64;

/// A part of the join.
#[derive(Clone, Copy)]
pub(crate) enum JoinTask<'a> {
    /// The pairs of a row below one node and a row below another, for packed trees.
    Subtrees(SubtreePair<'a>),
    /// The pairs of some movers, each of which is looked up in a tree, for R*-trees.
    Lookups(Lookups<'a>),
}

/// The movers in the rows `first..end`, to be looked up in a tree.
#[derive(Clone, Copy)]
pub(crate) struct Lookups<'a> {
    broad: &'a BroadPhase,
    first: usize,
    end: usize,
    /// Whether the tree of movers is searched. Otherwise, the tree of fixed sprites is searched.
    among_movers: bool,
}

impl BroadPhase {
    /// Returns the join as tasks: at least `enough` if there is enough work. The tasks find the pairs that pass the
    /// filter, which names the changed rows of the movers and of the fixed sprites. The order of the pairs does not depend
    /// on the number of tasks.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn tasks<'a>(&'a self, filter: PairFilter<'a>, enough: usize) -> Result<Vec<JoinTask<'a>>, WorldError> {
        let (movers, fixed) = (&self.movers, &self.fixed);
        let rows = movers.rows.len();
        let step = rows.div_ceil(enough).max(1);
        let lookups = |among_movers| {
            let firsts = (0..rows).step_by(step);
            firsts.map(move |first| {
                let end = rows.min(first + step);
                JoinTask::Lookups(Lookups { broad: self, first, end, among_movers })
            })
        };
        let mut tasks: Vec<JoinTask> = match &movers.rstar {
            None => {
                let among_movers = match filter {
                    PairFilter::All => PairFilter::All,
                    PairFilter::Changed([movers, _]) => PairFilter::Changed([movers; 2]),
                };
                let pairs = split(SubtreePair::within(&movers.packed, among_movers), enough)?;
                memory::try_collect(pairs.into_iter().map(JoinTask::Subtrees))?
            }
            Some(_) => memory::try_collect(lookups(true))?,
        };
        match &fixed.rstar {
            None => {
                let between = SubtreePair::between(&movers.packed, &fixed.packed, Row::FIRST_FIXED, filter);
                memory::try_extend(&mut tasks, split(between, enough)?.into_iter().map(JoinTask::Subtrees))?;
            }
            Some(_) => memory::try_extend(&mut tasks, lookups(false))?,
        }
        Ok(tasks)
    }

    /// Runs the whole join on the calling thread, without a list of tasks.
    ///
    /// Passes every pair of rows whose boxes share a pixel to `sink`, once each, in batches of leaf pairs, until `sink`
    /// stops the join.
    pub(crate) fn run<S: LeafPairSink>(&self, sink: &mut S) -> ControlFlow<S::Stop> {
        let (movers, fixed) = (&self.movers, &self.fixed);
        let end = movers.rows.len();
        let lookups = |among_movers| Lookups { broad: self, first: 0, end, among_movers };
        match &movers.rstar {
            None => SubtreePair::within(&movers.packed, PairFilter::All).try_for_each(|pair| pair.run(sink))?,
            Some(_) => lookups(true).run(sink)?,
        }
        match &fixed.rstar {
            None => SubtreePair::between(&movers.packed, &fixed.packed, Row::FIRST_FIXED, PairFilter::All)
                .try_for_each(|pair| pair.run(sink)),
            Some(_) => lookups(false).run(sink),
        }
    }
}

impl JoinTask<'_> {
    /// Passes every pair of rows of the task whose boxes share a pixel to `sink`, once each, in batches of leaf pairs,
    /// until `sink` stops the join.
    pub(crate) fn run<S: LeafPairSink>(self, sink: &mut S) -> ControlFlow<S::Stop> {
        match self {
            JoinTask::Subtrees(pair) => pair.run(sink),
            JoinTask::Lookups(lookups) => lookups.run(sink),
        }
    }
}

impl Lookups<'_> {
    fn run<S: LeafPairSink>(self, sink: &mut S) -> ControlFlow<S::Stop> {
        let BroadPhase { movers, fixed } = self.broad;
        (self.first..self.end).try_for_each(|row| {
            let aabb = movers.packed.row(row);
            if aabb.is_empty() {
                return ControlFlow::Continue(());
            }
            let rect = aabb.to_rect();
            let pair = |b: Row| {
                let [a, first] = [Row::FIRST_MOVER.plus(row - row % 8), b.minus(b.index() % 8)];
                LeafPair { a, b: first, bits: 1 << (8 * (row % 8) + b.index() % 8) }
            };
            if self.among_movers {
                movers.in_rect(&rect, Row::FIRST_MOVER, &mut |b| match b.index() > row {
                    true => sink.take(&[pair(b)]),
                    false => ControlFlow::Continue(()),
                })
            } else {
                fixed.in_rect(&rect, Row::FIRST_FIXED, &mut |b| sink.take(&[pair(b)]))
            }
        })
    }
}
