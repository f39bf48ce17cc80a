//! Queries of one pair of masks, against columns of words one word at a time and the naive per-pixel loop. The cases
//! are the report's.

#[path = "common/mod.rs"]
mod common;
#[path = "common/settings.rs"]
mod settings;

use criterion::{Criterion, criterion_group, criterion_main};

fn mask(criterion: &mut Criterion) {
    common::run(criterion, suites::suite::mask());
}

criterion_group! {
    name = benches;
    config = settings::short(20);
    targets = mask
}
criterion_main!(benches);
