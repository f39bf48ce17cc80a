//! Few sprites: where a loop over all pairs of masks ends to be the faster tool, and a world begins.

use anyhow::Result;
use std::rc::Rc;
use suites::case::Case;
use suites::movers::{Frame, follow, frames, sorted};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use world::{World, WorldError};

/// Frames there, followed by as many frames back.
const FRAMES: usize = 24;

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let spec =
        |n: usize| Spec { name: format!("few-{n}"), n, against: vec!["plain-loop"], build: Box::new(move || few(n)) };
    let title = "which of a few sprites of 32 px collide? All move; a step of a world against a loop over all pairs";
    let specs = [8, 16, 32, 64, 128, 256, 512].map(spec).into();
    vec![Family {
        suite: "few",
        name: "few".to_owned(),
        title: title.to_owned(),
        unit: "sprites",
        answer: "pairs",
        specs,
    }]
}

/// Steps of a world, and a loop over the boxes of all pairs, and then their masks.
fn few(n: usize) -> Result<Case> {
    let scene = Scene::new(Kind::Uniform, n, SEED);
    let questions = frames(&scene, FRAMES);
    let mut world = scene.to_world()?.0;
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let step = |world: &mut World, frame: &Frame| -> Result<(), WorldError> {
        world.sprites_mut().for_each(|sprite| follow(sprite, frame));
        world.step().map(|_| ())
    };
    // The second step of a frame finds the same pairs.
    let read = |world: &World, stepped: Result<(), WorldError>| -> Result<Vec<u64>> {
        stepped?;
        let pairs = world.clone().step()?.pairs().to_vec();
        Ok(sorted(pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32))))
    };
    // The tight boxes of all sprites: left, top, right, bottom.
    let tight = scene.shape_of.iter().map(|&shape| scene.tight[shape as usize]);
    let boxes: Vec<[i32; 4]> = tight.map(|r| [r.left, r.top, r.right() as i32, r.bottom() as i32]).collect();
    let state = (scene.at.clone(), Vec::new());
    let scene = Rc::new(scene);
    let plain = move |(at, pairs): &mut (Frame, Vec<(u32, u32)>), frame: &Frame| {
        at.copy_from_slice(frame);
        pairs.clear();
        for a in 0..n {
            for b in a + 1..n {
                let by = [at[b][0] - at[a][0], at[b][1] - at[a][1]];
                let ([left, top, right, bottom], second) = (boxes[a], boxes[b]);
                let near = second[0] + by[0] < right
                    && left < second[2] + by[0]
                    && second[1] + by[1] < bottom
                    && top < second[3] + by[1];
                let mask = |sprite: usize| &scene.masks[scene.shape_of[sprite] as usize];
                if near && mask(a).overlaps(mask(b), by) {
                    pairs.push((a as u32, b as u32));
                }
            }
        }
    };
    let case = Case::asking(questions).row_with("hitmask", world, step, read).row_with(
        "plain-loop",
        state,
        plain,
        |(_, pairs), ()| Ok(sorted(pairs.iter().copied())),
    );
    Ok(case.done())
}
