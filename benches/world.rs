//! Many sprites: the broad phase against rstar and broccoli, steps in which few sprites move, and whole steps against
//! the naive per-pixel loop: over all pairs up to 10,000 sprites, over rstar's candidates beyond. The cases are the
//! report's, which has more peers.

#[path = "common/mod.rs"]
mod common;

use bench::suite::{self, Extent};
use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

fn world(criterion: &mut Criterion) {
    common::run(criterion, suite::world(Extent::Full));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(1));
    targets = world
}
criterion_main!(benches);
