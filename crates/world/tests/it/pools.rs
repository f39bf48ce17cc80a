//! Worlds that step at the same time, in one pool and beside it.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use testkit::scene::{Kind, Scene};
use world::{Pair, World};

const STEPS: usize = 20;
const WORLDS: u64 = 12;

/// The pairs of each step of a scene, on all threads of the caller's pool or on one.
fn run(seed: u64, parallel_from: usize) -> Vec<Vec<Pair>> {
    let mut scene = Scene::new(Kind::Clustered, 3000, seed);
    let mut world = scene.to_world().unwrap().0;
    world.set_limits(world.limits().parallel_from(parallel_from));
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
    // The callers are outside of pools, and the same threads help all of them.
    thread::scope(|scope| {
        for (seed, expected) in (0..WORLDS).zip(&expected) {
            scope.spawn(move || assert!(run(seed, 0) == *expected));
        }
    });
}

/// The time of a job that nobody ends: much longer than a step.
const LONG: Duration = Duration::from_secs(4);

/// Steps a world while all threads of the caller's pool get long jobs, some time after the step begins. The jobs end
/// with the step. Returns whether a step waited for a job.
fn waits_for_jobs(threads: usize, spawn: impl Fn(Box<dyn FnOnce() + Send>) + Sync) -> bool {
    let mut scene = Scene::new(Kind::Clustered, 20_000, 1);
    let mut world = scene.to_world().unwrap().0;
    world.set_limits(world.limits().parallel_from(0));
    let mut step = |delay: Option<u64>| {
        scene.step();
        world.sprites_mut().for_each(|mut sprite| sprite.move_to(scene.at[sprite.id().index()]).unwrap());
        let [is_over, waited] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        thread::scope(|scope| {
            let job = || {
                let (is_over, waited) = (Arc::clone(&is_over), Arc::clone(&waited));
                Box::new(move || {
                    let start = Instant::now();
                    while !is_over.load(Ordering::Relaxed) && !waited.load(Ordering::Relaxed) {
                        waited.fetch_or(start.elapsed() > LONG, Ordering::Relaxed);
                        thread::sleep(Duration::from_micros(100));
                    }
                })
            };
            let spawn = &spawn;
            scope.spawn(move || {
                let delay = delay.inspect(|&micros| thread::sleep(Duration::from_micros(micros)));
                delay.iter().flat_map(|_| 0..threads).for_each(|_| spawn(job()));
            });
            world.step().unwrap();
            is_over.store(true, Ordering::Relaxed);
        });
        waited.load(Ordering::Relaxed)
    };
    // The first steps build the trees.
    (0..3).for_each(|_| assert!(!step(None)));
    (0..40).any(|round| step(Some(250 * round)))
}

/// A helper that stayed awake for a step took jobs of the program, and the step waited for what it had given to the
/// helper.
#[test]
fn a_step_does_not_wait_for_long_jobs_of_the_program() {
    let (outside, threads) = (rayon::current_num_threads(), 3);
    assert!(!waits_for_jobs(outside, rayon::spawn), "a caller outside the pool");
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    assert!(!pool.install(|| waits_for_jobs(threads, |job| pool.spawn(job))), "a caller in the pool");
}
