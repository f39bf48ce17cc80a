//! Many sprites of which few move: the cost of a step that changes little.

use super::family::{Family, SEED, Spec};
use crate::boxes::Boxes;
use crate::case::Case;
use crate::movers::{Frame, List, Ours, frames, sorted};
use crate::peers::RstarKept;
use anyhow::Result;
use mask::Rect;
use testkit::scene::{Kind, Scene};

/// One sprite in this many moves in a step, and others in the next step.
const ONE_OF: usize = 100;
/// Steps forward, followed by equally many steps back.
const STEPS: usize = 5;

/// A step.
struct QuietStep {
    /// The sprites that move, and their new positions.
    moved: Vec<(u32, [i32; 2])>,
    /// Their new boxes.
    boxes: Vec<(u32, Rect)>,
    /// The positions of all sprites in a step of this scene in which all move.
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

/// Steps in each of which every hundredth sprite moves, others in each step, followed by the steps back.
fn steps(scene: &Scene) -> Vec<QuietStep> {
    let mut after = scene.clone();
    after.step();
    let some = |from: &Scene, step: usize| -> Vec<(u32, [i32; 2])> {
        (step..scene.len()).step_by(ONE_OF).map(|sprite| (sprite as u32, from.at[sprite])).collect()
    };
    let there = (0..STEPS).map(|step| some(&after, step));
    let back = (0..STEPS).rev().map(|step| some(scene, step));
    let still = |(moved, all): (Vec<(u32, [i32; 2])>, Frame)| {
        let (sprites, at): (Vec<u32>, Vec<[i32; 2]>) = moved.iter().copied().unzip();
        let shape_of: Vec<u32> = sprites.iter().map(|&sprite| scene.shape_of[sprite as usize]).collect();
        let boxes = sprites.into_iter().zip(Boxes::new(&scene.tight, &shape_of, &at).iter()).collect();
        QuietStep { moved, boxes, all }
    };
    there.chain(back).zip(frames(scene, STEPS + 1)).map(still).collect()
}

/// The broad phase with few moves, and a step of the scene in which all sprites move.
fn still(kind: Kind, n: usize) -> Result<Case> {
    let scene = Scene::new(kind, n, SEED);
    let ours = |threads| Ours::new(&scene, threads, List::Candidates);
    let some = |ours: &mut Ours, still: &QuietStep| ours.move_some(&still.moved);
    let case = Case::asking(steps(&scene))
        .row_with("hitmask", ours(1)?, some, Ours::read)
        .row_with("hitmask-2t", ours(2)?, some, Ours::read)
        .row_with(
            "rstar",
            RstarKept::new(Boxes::of(&scene, &scene.at)),
            |rstar, still: &QuietStep| rstar.update(&still.boxes),
            |rstar, ()| Ok(sorted(rstar.pairs().iter().copied())),
        )
        .row_with("hitmask-all-move", ours(1)?, |ours, still: &QuietStep| ours.step(&still.all), Ours::read)
        .aside();
    Ok(case.done())
}
