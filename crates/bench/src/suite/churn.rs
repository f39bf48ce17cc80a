//! Sprites that jump, die and are born: the order of the rows must survive them.

use super::world::SEED;
use super::{Family, Spec};
use crate::case::Case;
use crate::churn::{Churn, Others, Stage, Story};
use crate::scene::{Kind, Scene};
use anyhow::Result;
use std::rc::Rc;

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
    kinds(Others::Move).into_iter().chain([wrap]).chain(kinds(Others::Stay)).collect()
}

/// A world under churn, and the same world with next to none.
fn churned(churn: Churn, others: Others, one_in: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(Kind::Uniform, PLACES, SEED));
    let steps = if others == Others::Move { MOVING } else { STILL };
    let story = Rc::new(Story::new(&scene, churn, others, one_in, steps));
    // One sprite jumps, because a step in which nothing moves has nothing to do.
    let calm = Rc::new(Story::new(&scene, Churn::Jump, others, PLACES, steps));
    let ask = |stage: &mut Stage, &turn: &usize| stage.play(turn);
    let case = Case::asking((0..story.len()).collect())
        .row_with("hitmask", Stage::new(&story)?, ask, Stage::read)
        .row_with("hitmask-calm", Stage::new(&calm)?, ask, Stage::read)
        .aside();
    Ok(case.done())
}
