//! The threads that a step and other work run on.

use crate::threads::Threads;
use crate::{World, WorldError, WorldLimits};

/// With fewer sprites, a step runs on one thread, and nothing is measured.
const LEAST_SPRITES: usize = 1000;

impl World {
    /// The threads that share work on so many sprites or pairs.
    pub(crate) fn threads(&self, sprites: usize) -> Threads {
        let from = match (self.limits.parallel_from, self.pace.is_parallel()) {
            (Some(from), _) => from,
            (None, None) => WorldLimits::PARALLEL_FROM,
            (None, Some(true)) => LEAST_SPRITES,
            (None, Some(false)) => usize::MAX,
        };
        if sprites < from { Threads::one() } else { Threads::many(sprites) }
    }

    /// Runs a step, and measures it.
    pub(crate) fn paced(
        &mut self,
        step: impl FnOnce(&mut World, &Threads) -> Result<bool, WorldError>,
    ) -> Result<(), WorldError> {
        let sprites = self.len();
        if self.limits.parallel_from.is_none() && sprites >= LEAST_SPRITES && Threads::in_pool() > 1 {
            self.pace.begin(sprites);
        }
        let threads = self.threads(sprites);
        let stepped = step(self, &threads);
        self.pace.end(stepped == Ok(true));
        stepped.map(|_| ())
    }
}
