//! Frames of a game: between two steps the program has other work, and the threads of a pool fall asleep. And steps in a row.

use anyhow::Result;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};
use suites::case::{Case, Times};
use suites::movers::{Frame, Peer, follow, frames, pool, sorted};
use suites::peers::Rstar;
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use world::{World, WorldError};

/// The other work between two steps.
const OTHER: Duration = Duration::from_millis(5);
/// Frames there, followed by as many frames back.
const FRAMES: usize = 60;

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, sizes: &[(usize, &str)], build: fn(usize) -> Result<Case>| {
        let spec = |&(n, size): &(usize, &str)| Spec {
            name: format!("{name}-{size}"),
            n,
            against: vec!["hitmask-1t"],
            build: Box::new(move || build(n)),
        };
        let (name, title, specs) = (name.to_owned(), title.to_owned(), sizes.iter().map(spec).collect());
        Family { suite: "frames", name, title, unit: "sprites", answer: "pairs", specs }
    };
    let sizes = &[(2000, "2k"), (10_000, "10k"), (30_000, "30k"), (100_000, "100k")];
    let large = &[(100_000, "100k"), (1_000_000, "1m")];
    vec![
        family("frames-mean", "how long is a step after 5 ms of other work? Moves included", sizes, |n| {
            frame(n, FRAMES, Times::Mean, Some(other_work))
        }),
        family("frames-late", "... and how long do 99 of 100 such steps take at most?", sizes, |n| {
            frame(n, FRAMES, Times::Percentile99, Some(other_work))
        }),
        family("frames-in-a-row", "how long is a step without other work? Moves not included", large, |n| {
            frame(n, if n > 100_000 { FRAMES / 10 } else { FRAMES }, Times::Mean, None)
        }),
    ]
}

/// The default number of threads against one. The caller is the main thread, or a thread of a pool of two. Without a pause, the
/// moves are the only work between two steps, and are not timed.
fn frame(n: usize, count: usize, times: Times, pause: Option<fn()>) -> Result<Case> {
    let scene = Scene::new(Kind::Uniform, n, SEED);
    let moves = |world: &mut World, frame: &Frame| world.sprites_mut().for_each(|sprite| follow(sprite, frame));
    let step = move |world: &mut World, frame: &Frame| -> Result<(), WorldError> {
        if pause.is_some() {
            moves(world, frame);
        }
        world.step().map(|_| ())
    };
    let other = move |world: &mut World, frame: &Frame| pause.map_or_else(|| moves(world, frame), |pause| pause());
    let read = |world: &World, stepped: Result<(), WorldError>| -> Result<Vec<u64>> {
        stepped?;
        let pairs = world.clone().step()?.pairs().to_vec();
        Ok(sorted(pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32))))
    };
    let one = {
        let mut world = scene.to_world()?.0;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        world
    };
    let mut case = Case::asking(frames(&scene, count))
        .prepared_row_by(times, "hitmask", scene.to_world()?.0, other, step, read)
        .prepared_row_by(times, "hitmask-1t", one, other, step, read)
        .prepared_row_in_pool(pool(2)?, times, "hitmask-in-pool", scene.to_world()?.0, other, step, read);
    if let (Times::Mean, Some(pause)) = (times, pause) {
        let peer = Peer::new(&Rc::new(scene), Rstar);
        case = case.prepared_row("naive-over-rstar", peer, move |_, _| pause(), Peer::collide, Peer::read);
    }
    Ok(case.done())
}

/// Works for 5 ms, with memory that fills a cache of its own.
fn other_work() {
    let (start, mut memory) = (Instant::now(), vec![0u8; 1 << 18]);
    while start.elapsed() < OTHER {
        memory.iter_mut().for_each(|byte| *byte = byte.wrapping_mul(3).wrapping_add(1));
        black_box(&memory);
    }
}
