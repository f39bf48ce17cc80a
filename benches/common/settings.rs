//! The criterion settings of the suites about masks.

use criterion::Criterion;
use std::time::Duration;

/// Takes `samples` samples of a benchmark, in about a second.
pub(crate) fn short(samples: usize) -> Criterion {
    Criterion::default()
        .sample_size(samples)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
}
