//! Sprites that jump, die and are born: the order of the rows must survive them.

use crate::churn::{Churn, Others, Replay, Story};
use anyhow::Result;
use std::rc::Rc;
use suites::case::Case;
use suites::movers::{Frame, at_rest, frames, sorted};
use suites::suite::{Family, SEED, Spec};
use testkit::Rng;
use testkit::scene::{Kind, Scene};
use world::{SpriteId, View, World, WorldError};

/// The number of sprites.
const PLACES: usize = 50_000;
/// Turns there, followed by as many turns back, if all sprites move.
const MOVING: usize = 40;
/// Turns there, followed by as many turns back, if all other sprites stay. At one jump in 500, half of the sprites jump.
const STILL: usize = 400;

/// Every family. `n` is the number of sprites of which one is hit in a step.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let rates = [(50, "50"), (500, "500"), (5000, "5k")];
    let family = |churn: Churn, others: Others, rates: &[(usize, &str)]| {
        let (what, deed) = match churn {
            Churn::Jump => ("jump", "jump anywhere"),
            Churn::Respawn => ("respawn", "die and are born anywhere"),
            Churn::Toggle => ("births", "die or are born, an eighth of them dead at first"),
            Churn::Wrap => ("wrap", "that leave at one side come back at the other"),
        };
        let (state, do_what) = match others {
            Others::Move => ("moving", "move 1 to 4 px"),
            Others::Stay => ("still", "stay"),
        };
        let name = format!("churn-{what}-{state}");
        let spec = |&(one_in, rate): &(usize, &str)| Spec {
            name: format!("{name}-{rate}"),
            n: one_in,
            against: vec!["hitmask-calm"],
            build: Box::new(move || churned(churn, others, one_in)),
        };
        Family {
            suite: "churn",
            title: format!("which sprites collide, if some {deed}? The others {do_what}; 32 px, one box pair each"),
            unit: "one in",
            answer: "pairs",
            specs: rates.iter().map(spec).collect(),
            name: name.clone(),
        }
    };
    let kinds = |others| [Churn::Jump, Churn::Respawn, Churn::Toggle].map(|churn| family(churn, others, &rates));
    let wrap = family(Churn::Wrap, Others::Move, &[(1, "all")]);
    let queries = [
        (
            "churn-find",
            "which sprites are at a point? After 400 steps of jumps in a still world",
            "sprites",
            find as Build,
        ),
        (
            "churn-candidates",
            "which boxes meet? After 400 steps of jumps in a still world",
            "pairs",
            candidates as Build,
        ),
    ];
    let queries = queries.map(|(name, title, answer, build)| {
        let spec = |&(one_in, rate): &(usize, &str)| Spec {
            name: format!("{name}-{rate}"),
            n: one_in,
            against: vec!["hitmask-calm"],
            build: Box::new(move || build(one_in)),
        };
        let specs = rates.iter().chain(&[(PLACES, "50k")]).map(spec).collect();
        Family { suite: "churn", name: name.to_owned(), title: title.to_owned(), unit: "one in", answer, specs }
    });
    let layers = {
        let spec = |&(one_in, rate): &(usize, &str)| Spec {
            name: format!("churn-layers-{rate}"),
            n: one_in,
            against: vec!["hitmask-calm"],
            build: Box::new(move || layers(one_in)),
        };
        Family {
            suite: "churn",
            name: "churn-layers".to_owned(),
            title: "which sprites collide, if some change their layers? 100,000 move 1 to 4 px; 32 px".to_owned(),
            unit: "one in",
            answer: "pairs",
            specs: [(100, "100"), (10, "10"), (1, "1")].iter().map(spec).collect(),
        }
    };
    let moving = kinds(Others::Move).into_iter().chain([wrap, layers]);
    moving.chain(kinds(Others::Stay)).chain(queries).collect()
}

/// Builds a case of queries after jumps of one sprite in so many in each step.
type Build = fn(usize) -> Result<Case>;

/// A world under churn, and the same world with next to none.
fn churned(churn: Churn, others: Others, one_in: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(Kind::Uniform, PLACES, SEED));
    let steps = if others == Others::Move { MOVING } else { STILL };
    let story = Rc::new(Story::new(&scene, churn, others, one_in, steps));
    // One sprite jumps, because a step in which nothing moves has nothing to do.
    let calm = Rc::new(Story::new(&scene, Churn::Jump, others, PLACES, steps));
    let ask = |replay: &mut Replay, &turn: &usize| replay.play(turn);
    let case = Case::asking((0..story.len()).collect())
        .row_with("hitmask", Replay::new(&story)?, ask, Replay::read)
        .row_with("hitmask-calm", Replay::new(&calm)?, ask, Replay::read)
        .aside();
    Ok(case.done())
}

/// A world in which one sprite in so many goes to another layer in each step. All layers collide with each other, so the pairs are
/// those of a world without layers.
fn layers(one_in: usize) -> Result<Case> {
    let scene = Scene::new(Kind::Uniform, 100_000, SEED);
    let world = || -> Result<World> {
        let mut world = scene.to_world()?.0;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        Ok(world)
    };
    let step = move |world: &mut World, (turn, frame): &(usize, Frame), changes: bool| {
        world.sprites_mut().try_for_each(|mut sprite| {
            let index = sprite.id().index();
            if changes && index % one_in == turn % one_in {
                let other = if sprite.get().layers == 1 { 2 } else { 1 };
                sprite.set_layers(other)?;
            }
            sprite.move_to(frame[index])
        })?;
        world.step().map(|_| ())
    };
    let read = |world: &World, stepped: Result<(), WorldError>| -> Result<Vec<u64>> {
        stepped?;
        let pairs = world.clone().step()?.pairs().to_vec();
        Ok(sorted(pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32))))
    };
    let case = Case::asking(frames(&scene, 6).into_iter().enumerate().collect())
        .row_with("hitmask", world()?, move |world, turn| step(world, turn, true), read)
        .row_with("hitmask-calm", world()?, move |world, turn| step(world, turn, false), read);
    Ok(case.done())
}

/// A still world after jumps, and a world in which the sprites are at the same places from the beginning. Ids are equal
/// in both.
fn jumped(one_in: usize) -> Result<[View<'static>; 2]> {
    let mut scene = Scene::new(Kind::Uniform, PLACES, SEED);
    let story = Rc::new(Story::new(&Rc::new(scene.clone()), Churn::Jump, Others::Stay, one_in, STILL));
    let mut replay = Replay::new(&story)?;
    // The turns after these lead back.
    (0..STILL).try_for_each(|turn| replay.play(turn))?;
    let jumped = replay.into_world();
    scene.at = jumped.sprites().map(|(_, sprite)| sprite.position).collect();
    Ok([at_rest(jumped)?, at_rest(scene.to_world()?.0)?])
}

/// The sprites at random points.
fn find(one_in: usize) -> Result<Case> {
    let [jumped, calm] = jumped(one_in)?;
    let mut rng = Rng::new(SEED);
    let side = Scene::new(Kind::Uniform, PLACES, SEED).side;
    let points = (0..4096).map(|_| [0; 2].map(|_: i32| rng.within(0..side))).collect();
    let row = |view: View<'static>| {
        move |found: &mut Vec<SpriteId>, &point: &[i32; 2]| {
            view.find_into(point, found);
        }
    };
    let read = |found: &Vec<SpriteId>, ()| Ok(found.clone());
    let case = Case::asking(points).row_with("hitmask", Vec::new(), row(jumped), read);
    Ok(case.row_with("hitmask-calm", Vec::new(), row(calm), read).done())
}

/// All pairs whose boxes meet. A visit looks for them each time; a list would be kept.
fn candidates(one_in: usize) -> Result<Case> {
    let [jumped, calm] = jumped(one_in)?;
    let row = |view: View<'static>| {
        move |(): &()| {
            let (mut count, mut sum) = (0u64, 0u64);
            view.for_each_candidate(|pair| {
                count += 1;
                // The order of the visits does not change the sum.
                sum = sum.wrapping_add(pair.a.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pair.b.to_bits());
            });
            (count, sum)
        }
    };
    Ok(Case::asking(vec![()]).row("hitmask", row(jumped)).row("hitmask-calm", row(calm)).done())
}
