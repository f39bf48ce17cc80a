//! Copies of a world, as a game makes them that rolls back.

use anyhow::Result;
use suites::case::Case;
use suites::movers::{Frame, follow, frames};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use world::{World, WorldError};

/// Frames there, followed by as many frames back.
const FRAMES: usize = 12;

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let spec = |&(n, size): &(usize, &str)| Spec {
        name: format!("copy-{size}"),
        n,
        against: vec!["step"],
        build: Box::new(move || copy(n)),
    };
    vec![Family {
        suite: "copies",
        name: "copy".to_owned(),
        title: "how long does a copy of a world take, beside a step of it?".to_owned(),
        unit: "sprites",
        answer: "sprites",
        specs: [(1000, "1k"), (10_000, "10k"), (100_000, "100k")].iter().map(spec).collect(),
    }]
}

/// `World::try_clone` after a step, and the step.
fn copy(n: usize) -> Result<Case> {
    let scene = Scene::new(Kind::Uniform, n, SEED);
    let world = || -> Result<World> {
        let mut world = scene.to_world()?.0;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        Ok(world)
    };
    let step = |world: &mut World, frame: &Frame| -> Result<usize, WorldError> {
        world.sprites_mut().for_each(|sprite| follow(sprite, frame));
        Ok(world.step()?.pairs().len())
    };
    let prepare = move |world: &mut World, frame: &Frame| {
        // A step that fails would fail in the row of steps too.
        let _ = step(world, frame);
    };
    let case = Case::asking(frames(&scene, FRAMES))
        .prepared_row("hitmask", world()?, prepare, |world, _| world.try_clone(), |_, copy| Ok(copy?.len() as u64))
        .row_with("step", world()?, step, |_, pairs| Ok(pairs? as u64))
        .aside();
    Ok(case.done())
}
