//! Shared by the tests: a crowd of sprites of all kinds, and its model.

use rayon::ThreadPoolBuilder;
use testkit::model::{Actor, INDEXES, PlacedGrid, Twin};
use testkit::scene::{Kind, Scene};
use testkit::{Choice, Rng, shape};
use world::{Side, View};

/// Runs `work` in a pool of `threads` threads.
pub(crate) fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A view on some layers, or on all.
pub(crate) fn on_layers(view: View, layers: Option<u32>) -> View {
    layers.map_or(view, |layers| view.on_layers(layers))
}

/// Sprites of a mixed scene and some unusual ones, less than `reach` from [0, 0]: fixed and moving, flipped, turned,
/// rotated, with and without an origin, sensors and one-way sprites, in layers 1, 2 and 4 or in none.
pub(crate) fn crowd(seed: u64, count: usize, reach: i32) -> (Twin, Vec<PlacedGrid>) {
    let mut twin = Twin::default();
    // The answers do not depend on the index.
    twin.world.force_index(INDEXES[seed as usize % INDEXES.len()]);
    let scene = Scene::new(Kind::Mixed, count, seed);
    let mut add = |grid| twin.add_mask(grid);
    let masks: Vec<_> = scene.grids.into_iter().map(&mut add).collect();
    let odd = [
        shape::noise(33, 10, seed),
        shape::grid(70, 9, |x, _| x % 9 == 0),
        shape::grid(8, 8, |_, _| false),
        shape::grid(1, 90, |_, _| true),
    ]
    .map(add);
    let mut rng = Rng::new(seed);
    for shape in scene.shape_of {
        let mask = if rng.below(6) == 0 { rng.one_of(&odd) } else { masks[shape as usize] };
        let actor = Actor {
            flips: [rng.flip(), rng.flip()],
            quarters: rng.below(4) as usize,
            angle: if rng.below(4) == 0 { rng.bits() as u16 } else { 0 },
            origin: (rng.below(4) == 0).then(|| [0; 2].map(|_: i32| f64::from(rng.within(-18..40)) / 2.0)),
            layers: [rng.one_of(&[0, 1, 1, 2, 2, 4, 5]), rng.one_of(&[1, 3, 7, u32::MAX])],
            fixed: rng.below(3) == 0,
            sensor: rng.below(8) == 0,
            one_way: (rng.below(5) == 0).then(|| rng.one_of(&Side::ALL)),
            ..Actor::new(mask, [rng.within(-reach..reach), rng.within(-reach..reach)])
        };
        twin.spawn(actor).unwrap();
    }
    let placed_grids = twin.model.placed_grids().unwrap();
    (twin, placed_grids)
}
