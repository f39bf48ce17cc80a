//! The stages of an exact step, each timed on the same frames.
//!
//! The library has no clock, so a stage is the difference between two calls on a world that does not change in between.
//! Visitors of candidates and of collisions tell the join from the pixels, the list of collisions adds the sort, and
//! [`World::step`] adds the events.

use crate::case::median;
use crate::movers::{Frame, move_all, pool};
use crate::report::{aligned, digits, grouped};
use ::world::{Pair, Placed, View, World, WorldError};
use anyhow::{Result, ensure};
use mask::Mask;
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;
use testkit::scene::{Kind, Scene};

/// The numbers of a frame: nanoseconds of all sprites, then numbers of pairs.
#[derive(Debug, Clone, Copy, Default)]
struct Stages {
    moves: f64,
    refresh: f64,
    join: f64,
    join_and_pixels: f64,
    sort: f64,
    events: f64,
    /// [`Mask::overlaps`] for every candidate, from a flat list.
    flat: f64,
    candidates: f64,
    collisions: f64,
}

/// Frames that are not counted, because the trees and the lists reach their sizes in them.
const FIRST: usize = 3;

/// Times frames of scenes of each kind and each size, on one thread and on two, and writes the median time of each
/// stage: for each sprite, and for each pair. `sizes` are numbers of sprites and of frames.
///
/// # Errors
/// If a world refuses a step, the calls on one frame disagree about the pairs, or `out` cannot be written.
pub fn run(sizes: &[(usize, usize)], out: &mut impl Write) -> Result<()> {
    let title =
        "stages of an exact step: move all 1 to 4 px, update, list the colliding pairs sorted, compare the lists";
    writeln!(out, "{title}\n{}", "=".repeat(title.chars().count()))?;
    writeln!(
        out,
        "Medians of several frames; a stage is the difference of two calls, at least 0. On two threads, join and"
    )?;
    writeln!(out, "pixels cannot be told apart. The loop calls `Mask::overlaps` for a flat list of the candidates.\n")?;
    let heads = ["scene", "sprites", "threads"];
    let by_sprite = ["move", "refresh", "join", "pixels", "join+pixels", "sort", "events", "step"];
    let by_pair = ["candidates", "join", "pixels", "overlaps in a loop", "pixels/loop", "join+pixels"];
    let by_hit = ["collisions", "sort", "events"];
    let head = |more: &[&[&str]]| [&heads[..], &more.concat()].concat().into_iter().map(str::to_owned).collect();
    let (mut sprites, mut pairs) = (vec![head(&[&by_sprite])], vec![head(&[&by_pair, &by_hit])]);
    for kind in Kind::ALL {
        for &(n, frames) in sizes {
            let scene = Scene::new(kind, n, 1);
            for threads in [1, 2] {
                let timed = pool(threads)?.install(|| measured(&scene, threads, frames))?;
                let of = |value: fn(&Stages) -> f64| median(&mut timed.iter().map(value).collect::<Vec<_>>()).max(0.0);
                let row = |cells: Vec<String>| {
                    let first = [kind.name().to_owned(), grouped(n as u64), threads.to_string()];
                    first.into_iter().chain(cells).collect::<Vec<_>>()
                };
                let alone = |cell: String| if threads == 1 { cell } else { "-".to_owned() };
                let (join, pixels) = (of(|s| s.join), of(|s| s.join_and_pixels - s.join));
                let (both, flat) = (of(|s| s.join_and_pixels), of(|s| s.flat));
                let (sort, events) = (of(|s| s.sort), of(|s| s.events));
                let step = of(|s| s.moves + s.refresh + s.join_and_pixels + s.sort + s.events);
                let each = |nanos: f64| digits(nanos / n as f64);
                let [moves, refresh] = [of(|s| s.moves), of(|s| s.refresh)].map(each);
                let (join_each, pixels_each) = (alone(each(join)), alone(each(pixels)));
                let rest = [both, sort, events, step].map(each);
                sprites.push(row([vec![moves, refresh, join_each, pixels_each], rest.to_vec()].concat()));

                let (candidates, collisions) = (of(|s| s.candidates), of(|s| s.collisions));
                let (test, hit) = (|nanos: f64| digits(nanos / candidates), |nanos: f64| digits(nanos / collisions));
                pairs.push(row(vec![
                    grouped(candidates as u64),
                    alone(test(join)),
                    alone(test(pixels)),
                    alone(test(flat)),
                    alone(format!("{}x", digits(pixels / flat))),
                    test(both),
                    grouped(collisions as u64),
                    hit(sort),
                    hit(events),
                ]));
            }
        }
    }
    writeln!(out, "ns a sprite:\n{}", aligned(&sprites))?;
    write!(out, "ns a candidate pair; sort and events: ns a collision\n{}", aligned(&pairs))?;
    Ok(out.flush()?)
}

/// The numbers of each frame.
fn measured(scene: &Scene, threads: usize, frames: usize) -> Result<Vec<Stages>> {
    let (mut scene, mut bodies) = (scene.clone(), Bodies::new(scene, threads > 1)?);
    let mut all = Vec::new();
    for number in 0..FIRST + frames {
        scene.step();
        let stages = bodies.frame(&scene.at)?;
        all.extend((number >= FIRST).then_some(stages));
    }
    Ok(all)
}

/// Two worlds of a scene. Only one makes steps: a step needs several refreshes to be told from its list, and these must
/// not help or hinder the other world's refreshes.
struct Bodies {
    world: World,
    stepping: World,
    pairs: Vec<Pair>,
    parallel: bool,
}

impl Bodies {
    fn new(scene: &Scene, parallel: bool) -> Result<Bodies> {
        Ok(Bodies { world: scene.to_world()?.0, stepping: scene.to_world()?.0, pairs: Vec::new(), parallel })
    }

    fn frame(&mut self, at: &Frame) -> Result<Stages> {
        let Bodies { world, pairs, parallel, .. } = self;
        let (moves, ()) = timed(|| move_all(world, at, *parallel));
        let (refresh, view) = timed(|| world.refresh());
        let view = view?;
        let mut candidates = 0;
        let (join, ()) = timed(|| view.for_each_candidate(|_| candidates += 1));
        let mut visited = 0;
        let (join_and_pixels, ()) = timed(|| {
            if *parallel {
                // Threads that share a counter would wait for each other.
                view.par_for_each_collision(|_| black_box(()));
            } else {
                view.for_each_collision(|_| visited += 1);
            }
        });
        let (listing, listed) = timed(|| view.collisions_into(pairs));
        listed?;
        let collisions = pairs.len();
        let (flat, hits) = overlaps(view);
        ensure!(hits == collisions, "the loop finds {hits} of {collisions} collisions");
        ensure!(*parallel || visited == collisions, "{visited} of {collisions} collisions are visited");
        let events = self.events(at)?;
        let [candidates, collisions] = [candidates, collisions].map(|pairs: usize| pairs as f64);
        let sort = listing - join_and_pixels;
        Ok(Stages { moves, refresh, join, join_and_pixels, sort, events, flat, candidates, collisions })
    }

    /// The time in which a step compares its list with the last one. An unchanged world keeps its list of collisions, so
    /// little besides the events is left to measure.
    fn events(&mut self, at: &Frame) -> Result<f64, WorldError> {
        let Bodies { stepping, pairs, parallel, .. } = self;
        move_all(stepping, at, *parallel);
        // The second refresh finds that nothing has changed, and lets the list be kept.
        stepping.refresh()?;
        stepping.refresh()?.collisions_into(pairs)?;
        let (listing, listed) = timed(|| stepping.refresh().and_then(|view| view.collisions_into(pairs)));
        listed?;
        let (step, stepped) = timed(|| stepping.step().map(|_| ()));
        stepped?;
        Ok(step - listing)
    }
}

/// The time of [`Mask::overlaps`] for all candidates of a view, in a plain loop over masks and offsets, and the number
/// of hits.
fn overlaps(view: View<'_>) -> (f64, usize) {
    let mut tests: Vec<(&Mask, &Mask, [i32; 2])> = Vec::new();
    view.for_each_candidate(|pair| {
        if let (Ok(Placed { mask: a, at: from }), Ok(Placed { mask: b, at: to })) =
            (view.shape(pair.a), view.shape(pair.b))
        {
            tests.push((a, b, [to[0] - from[0], to[1] - from[1]]));
        }
    });
    timed(|| tests.iter().filter(|(a, b, at)| a.overlaps(b, *at)).count())
}

/// The nanoseconds that `work` takes, and its result.
fn timed<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_nanos() as f64, result)
}
