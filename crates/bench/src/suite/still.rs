//! Many sprites of which few move: what a step costs that changes little.

use super::world::SEED;
use super::{Family, Spec};
use crate::boxes::Boxes;
use crate::case::Case;
use crate::movers::{Frame, List, Ours, frames, sorted};
use crate::peers::RstarKept;
use crate::scene::{Kind, Scene};
use anyhow::Result;
use mask::Rect;

/// Of so many sprites, one moves in a step, and in the next another.
const ONE_OF: usize = 100;
/// Steps there, and as many back again.
const STEPS: usize = 5;

/// A step.
struct Still {
    /// Which sprites move, and where to.
    moved: Vec<(u32, [i32; 2])>,
    /// Their boxes then.
    boxes: Vec<(u32, Rect)>,
    /// Where all sprites stand in a step of the same scene in which all move.
    all: Frame,
}

/// The family, of one case.
pub(super) fn family() -> Family {
    let spec = Spec {
        name: "still-uniform-100k".into(),
        n: 100_000,
        against: vec!["hitmask-all-move", "rstar"],
        build: Box::new(|| still(Kind::Uniform, 100_000)),
    };
    Family {
        suite: "world",
        name: "still-uniform".into(),
        title: "which boxes meet? One of 100 moves 1 to 4 px, in each step others; 32 px, about 1 box pair each".into(),
        unit: "sprites",
        answer: "pairs",
        specs: vec![spec],
    }
}

/// Steps in each of which every hundredth sprite moves, each time others, and the same steps back again.
fn steps(scene: &Scene) -> Vec<Still> {
    let mut after = scene.clone();
    after.step();
    let some = |from: &Scene, step: usize| -> Vec<(u32, [i32; 2])> {
        (step..scene.len()).step_by(ONE_OF).map(|place| (place as u32, from.at[place])).collect()
    };
    let there = (0..STEPS).map(|step| some(&after, step));
    let back = (0..STEPS).rev().map(|step| some(scene, step));
    let still = |(moved, all): (Vec<(u32, [i32; 2])>, Frame)| {
        let (places, at): (Vec<u32>, Vec<[i32; 2]>) = moved.iter().copied().unzip();
        let shows: Vec<u32> = places.iter().map(|&place| scene.shows[place as usize]).collect();
        let boxes = places.into_iter().zip(Boxes::new(&scene.tight, &shows, &at).iter()).collect();
        Still { moved, boxes, all }
    };
    there.chain(back).zip(frames(scene, STEPS + 1)).map(still).collect()
}

/// The broad phase where few sprites move, and a step of the same scene in which all do.
fn still(kind: Kind, n: usize) -> Result<Case> {
    let scene = Scene::new(kind, n, SEED);
    let ours = |threads| Ours::new(&scene, threads, List::Candidates);
    let some = |ours: &mut Ours, still: &Still| ours.move_some(&still.moved);
    let case = Case::asking(steps(&scene))
        .row_with("hitmask", ours(1)?, some, Ours::read)
        .row_with("hitmask-2t", ours(2)?, some, Ours::read)
        .row_with(
            "rstar",
            RstarKept::new(scene.boxes_at(&scene.at)),
            |rstar, still: &Still| rstar.update(&still.boxes),
            |rstar, ()| Ok(sorted(rstar.pairs().iter().copied())),
        )
        .row_with("hitmask-all-move", ours(1)?, |ours, still: &Still| ours.step(&still.all), Ours::read)
        .aside();
    Ok(case.done())
}
