//! The threads that a step and other work run on.

use crate::threads::Threads;
use crate::{World, WorldLimits};

impl World {
    /// The threads for work on some sprites.
    pub(crate) fn threads(&self, sprites: usize) -> Threads {
        let from = self.limits.parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM);
        if sprites < from { Threads::one() } else { Threads::many(sprites) }
    }
}
