//! Worlds that step at the same time, in one pool and beside it.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::thread;
use testkit::scene::{Kind, Scene};
use world::{Pair, World};

const STEPS: usize = 20;
const WORLDS: u64 = 12;

/// The pairs of each step of a scene, on all threads of the caller's pool or on one.
fn run(seed: u64, parallel_from: usize) -> Vec<Vec<Pair>> {
    let mut scene = Scene::new(Kind::Clustered, 3000, seed);
    let mut world = scene.to_world().unwrap().0;
    world.set_parallel_from(parallel_from);
    let mut step = |world: &mut World| {
        scene.step();
        world.sprites_mut().for_each(|mut sprite| sprite.move_to(scene.at[sprite.id().index()]).unwrap());
        world.step().unwrap().pairs().to_vec()
    };
    (0..STEPS).map(|_| step(&mut world)).collect()
}

/// The helpers of one world find the calls and the stages of the other worlds among the jobs of their pool.
#[test]
fn worlds_that_step_at_once_in_pools_of_any_size_have_the_pairs_of_one_thread() {
    let expected: Vec<_> = (0..WORLDS).map(|seed| run(seed, usize::MAX)).collect();
    let in_pool = || (0..WORLDS).into_par_iter().map(|seed| run(seed, 0)).collect::<Vec<_>>();
    for threads in [1, 2, 3, 8] {
        let pool: ThreadPool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // The worlds are jobs of the pool, while other callers enter it from outside.
        thread::scope(|scope| {
            for caller in 0..3 {
                let (pool, expected) = (&pool, &expected);
                scope.spawn(move || assert!(pool.install(|| run(caller, 0)) == expected[caller as usize]));
            }
            assert!(pool.install(in_pool) == expected, "{threads} threads");
        });
    }
    // The callers are outside the global pool, and its threads help all of them.
    thread::scope(|scope| {
        for (seed, expected) in (0..WORLDS).zip(&expected) {
            scope.spawn(move || assert!(run(seed, 0) == *expected));
        }
    });
}
