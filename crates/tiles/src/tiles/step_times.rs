//! How long a step takes.

use std::time::Duration;

/// The times of the parts of a step on one worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct StepTimes {
    /// The time to find, send, receive and apply what other workers must know, with the time of waiting for them.
    pub exchange: Duration,
    /// The time to update the trees ([`World::refresh`](world::World::refresh)).
    pub refresh: Duration,
    /// The time to list the collisions, the pairs that began and the pairs that ended.
    pub pairs: Duration,
}
