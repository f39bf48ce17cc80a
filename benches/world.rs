//! Many sprites: the broad phase against rstar, steps in which few sprites move, and whole steps against
//! the naive per-pixel loop: over all pairs up to 10,000 sprites, over rstar's candidates beyond. The cases are the
//! report's, which has more peers. Copies of worlds have no peer.

#[path = "common/mod.rs"]
mod common;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::time::Duration;
use suites::suite::{self, BroadPhases, Extent};
use testkit::scene::{Kind, Scene};

fn world(criterion: &mut Criterion) {
    common::run(criterion, suite::world(Extent::Full, BroadPhases::RSTAR));
}

/// Copies of worlds in which all sprites of 32 px move, and the steps of these worlds.
fn copy(criterion: &mut Criterion) {
    for count in [1_000, 10_000, 100_000] {
        let scene = Scene::new(Kind::Uniform, count, 1);
        let (mut world, _) = scene.to_world().expect("there is memory");
        let mut group = criterion.benchmark_group("copy");
        let mut by = 1;
        group.bench_function(BenchmarkId::new("step", count), |bencher| {
            bencher.iter(|| {
                by = -by;
                world.sprites_mut().try_for_each(|mut sprite| sprite.move_by([by, 0])).expect("in range");
                world.step().expect("there is memory").pairs().len()
            });
        });
        group.bench_function(BenchmarkId::new("try_clone", count), |bencher| bencher.iter(|| world.try_clone()));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(1));
    targets = world, copy
}
criterion_main!(benches);
