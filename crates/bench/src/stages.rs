//! The stages of an exact step, by the clock of a world that is built with the feature `clock`.

use crate::report::{aligned, digits, grouped};
use anyhow::Result;
use mask::Mask;
use std::io::Write;
use std::time::{Duration, Instant};
use suites::case::median;
use suites::movers::{Frame, move_all, pool};
use testkit::scene::{Kind, Scene};
use world::bindings::clock;
use world::bindings::clock::Stage;
use world::{PlacedMask, View, World};

/// The nanoseconds of a frame, and its pairs.
#[derive(Debug, Clone, Copy)]
struct Frames {
    moves: f64,
    step: f64,
    /// By [`Stage`].
    stages: [f64; 5],
    /// [`Mask::overlaps`] for every candidate, from a flat list.
    flat: f64,
    candidates: f64,
    collisions: f64,
}

/// Frames that are not counted, because the trees and the lists reach their sizes in them.
const FIRST: usize = 3;

const TITLE: &str =
    "stages of an exact step: move all 1 to 4 px, update, list the colliding pairs sorted, compare the lists
=======================================================================================================
Medians of several frames, by a clock in the world. `test` is the part of `join` that tests candidates, summed up over
the threads. `loop` calls `Mask::overlaps` for a flat list of the candidates, on one thread.
";

/// Times frames of scenes of each kind and each size, on one thread and on two, and writes the median time of each
/// stage: for each sprite, and for each pair. `sizes` are numbers of sprites and of frames.
///
/// # Errors
/// If a world refuses a step, or `out` cannot be written.
pub fn run(sizes: &[(usize, usize)], out: &mut impl Write) -> Result<()> {
    writeln!(out, "{TITLE}")?;
    let head = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
    let mut sprites =
        vec![head(&["scene", "sprites", "threads", "move", "refresh", "join", "test", "sort", "compare", "step"])];
    let mut pairs =
        vec![head(&["scene", "sprites", "threads", "candidates", "test", "loop", "collisions", "sort", "compare"])];
    for kind in Kind::ALL {
        for &(n, frames) in sizes {
            let scene = Scene::new(kind, n, 1);
            for threads in [1, 2] {
                let timed = pool(threads)?.install(|| measured(&scene, threads, frames))?;
                let of = |value: &dyn Fn(&Frames) -> f64| median(&mut timed.iter().map(value).collect::<Vec<_>>());
                let stage = |stage: Stage| of(&|frame| frame.stages[stage as usize]);
                let [refresh, join, test] = [Stage::Refresh, Stage::Join, Stage::Test].map(stage);
                let [sort, compare] = [Stage::Sort, Stage::Compare].map(stage);
                let row = |cells: &[f64], count: f64| cells.iter().map(|ns| digits(ns / count)).collect::<Vec<_>>();
                let first = [kind.name().to_owned(), grouped(n as u64), threads.to_string()];
                let (moves, step) = (of(&|frame| frame.moves), of(&|frame| frame.step));
                let cells = row(&[moves, refresh, join, test, sort, compare, step], n as f64);
                sprites.push([first.to_vec(), cells].concat());

                let [candidates, collisions] = [of(&|frame| frame.candidates), of(&|frame| frame.collisions)];
                let tests = [vec![grouped(candidates as u64)], row(&[test, of(&|frame| frame.flat)], candidates)];
                let hits = [vec![grouped(collisions as u64)], row(&[sort, compare], collisions)];
                pairs.push([&[first.to_vec()], &tests[..], &hits[..]].concat().concat());
            }
        }
    }
    writeln!(out, "ns a sprite:\n{}", aligned(&sprites))?;
    write!(out, "ns a candidate pair; sort and compare: ns a collision\n{}", aligned(&pairs))?;
    Ok(out.flush()?)
}

/// The times of each frame.
fn measured(scene: &Scene, threads: usize, frames: usize) -> Result<Vec<Frames>> {
    let (mut scene, mut world) = (scene.clone(), scene.to_world()?.0);
    let mut all = Vec::new();
    for number in 0..FIRST + frames {
        scene.step();
        let frame = frame(&mut world, &scene.at, threads > 1)?;
        all.extend((number >= FIRST).then_some(frame));
    }
    Ok(all)
}

fn frame(world: &mut World, at: &Frame, parallel: bool) -> Result<Frames> {
    let (moves, ()) = timed(|| move_all(world, at, parallel));
    let _ = clock::take(); // of other worlds
    let (step, stepped) = timed(|| world.step().map(|step| step.pairs().len() as f64));
    let (collisions, stages) = (stepped?, clock::take().map(|stage: Duration| stage.as_nanos() as f64));
    let (flat, candidates) = overlaps(world.refresh()?);
    Ok(Frames { moves, step, stages, flat, candidates, collisions })
}

/// The time of [`Mask::overlaps`] for all candidates of a view, in a plain loop over masks and offsets, and the number
/// of candidates.
fn overlaps(view: View<'_>) -> (f64, f64) {
    let mut tests: Vec<(&Mask, &Mask, [i32; 2])> = Vec::new();
    view.for_each_candidate(|pair| {
        if let (Ok(PlacedMask { mask: a, at: from }), Ok(PlacedMask { mask: b, at: to })) =
            (view.shape(pair.a), view.shape(pair.b))
        {
            tests.push((a, b, [to[0] - from[0], to[1] - from[1]]));
        }
    });
    let (time, hits) = timed(|| tests.iter().filter(|(a, b, at)| a.overlaps(b, *at)).count());
    std::hint::black_box(hits);
    (time, tests.len() as f64)
}

/// The nanoseconds that `work` takes, and its result.
fn timed<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_nanos() as f64, result)
}
