//! The broad phase: pairs of sprites whose boxes share a pixel, as jobs that threads can share.

use crate::layer::Layer;
use crate::packed::{Packed, Part, Search};
use mask::Rect;
use std::ops::ControlFlow;

/// Parts of the work: enough that a crowded corner of the world holds no thread up.
const JOBS: usize = 64;

/// The sprites that move and those that are fixed, in the tree that suits them.
#[derive(Default)]
pub(crate) struct Broad {
    pub(crate) movers: Packed,
    pub(crate) fixed: Layer,
}

/// A part of the broad phase.
#[derive(Clone, Copy)]
pub(crate) enum Job<'a> {
    /// Sprites that move, with each other.
    Movers(Part<'a>),
    /// Those from one leaf to another, with fixed ones.
    Fixed(&'a Broad, usize, usize),
}

impl Broad {
    /// The whole work, in [`JOBS`] parts or more where there is enough of it. The parts, and with them the
    /// order of the pairs, do not depend on the number of threads.
    pub(crate) fn jobs(&self) -> Vec<Job<'_>> {
        let mut jobs: Vec<Job> = Part::parts(&self.movers, JOBS).into_iter().map(Job::Movers).collect();
        if !self.fixed.is_empty() {
            let leaves = self.movers.leaves();
            let step = leaves.div_ceil(JOBS).max(1);
            jobs.extend((0..leaves).step_by(step).map(|leaf| Job::Fixed(self, leaf, (leaf + step).min(leaves))));
        }
        jobs
    }

    /// Gives `visit` the bodies whose boxes share a pixel with `rect`, until it breaks.
    pub(crate) fn in_rect<B>(&self, rect: &Rect, visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.movers.in_rect(rect, visit)?;
        self.fixed.in_rect(rect, visit)
    }

    /// Offers a search the bodies that it asks for, until it stops.
    pub(crate) fn search<S: Search>(&self, search: &mut S) -> ControlFlow<S::Stop> {
        self.movers.search(search)?;
        self.fixed.search(search)
    }
}

impl Job<'_> {
    /// Gives `pair` every pair of bodies whose boxes share a pixel, once each, until it breaks.
    pub(crate) fn run<B>(self, pair: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Job::Movers(part) => part.run(pair),
            Job::Fixed(broad, from, to) => (from..to).try_for_each(|leaf| {
                broad
                    .movers
                    .boxes(leaf)
                    .try_for_each(|(rect, mover)| broad.fixed.in_rect(&rect, &mut |fixed| pair(mover, fixed)))
            }),
        }
    }
}
