//! One pair of masks, against columns of words a word at a time and the naive per-pixel loop. The cases are those of the report.

#[path = "common/mod.rs"]
mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

fn mask(criterion: &mut Criterion) {
    common::run(criterion, bench::suite::mask());
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800));
    targets = mask
}
criterion_main!(benches);
