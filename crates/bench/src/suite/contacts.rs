//! The contacts of a step: what a game asks about each pair of sprites that collide.
//!
//! The world has moved for a while, so that it has chosen its offset tables. Only the answers for all pairs are timed.

use anyhow::{Context, Result};
use mask::Mask;
use std::rc::Rc;
use suites::case::{Answer, Case};
use suites::movers::{frames, move_all};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use testkit::{Grid, oracle};
use world::{Contact, Step};

/// The number of different frames of the steps.
const FRAMES: usize = 40;
/// The most sprites for which a loop over pixels answers in reasonable time.
const NAIVE: usize = 1000;

/// Returns the families: each question for each kind of scene.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let questions = [
        family("first", "the first shared pixel", FIRST),
        family("area", "the number of shared pixels", AREA),
        family("normal", "the normal", NORMAL),
        family("penetration", "the smallest separating move", PENETRATION),
    ];
    questions.into_iter().flatten().collect()
}

/// A question about two sprites that collide, as asked of a world, of two masks, and of two grids.
struct Question<A> {
    world: fn(Contact<'static>) -> A,
    masks: fn(&Mask, &Mask, Offset) -> A,
    grids: fn(&Grid, &Grid, Offset) -> A,
}

/// The offset of the second sprite from the first, and the position of the first.
#[derive(Clone, Copy)]
struct Offset {
    at: [i32; 2],
    from: [i32; 2],
}

impl Offset {
    /// Returns a pixel of the first sprite in world pixels.
    fn to_world(self, pixel: Option<[i32; 2]>) -> [i32; 2] {
        let [x, y] = pixel.unwrap_or_default();
        [x + self.from[0], y + self.from[1]]
    }
}

const FIRST: Question<[i32; 2]> = Question {
    world: Contact::first,
    masks: |a, b, offset| offset.to_world(a.overlap_first(b, offset.at)),
    grids: |a, b, offset| offset.to_world(a.first(b, offset.at)),
};

const AREA: Question<u64> = Question {
    world: Contact::area,
    masks: |a, b, offset| a.overlap_area(b, offset.at),
    grids: |a, b, offset| a.area(b, offset.at),
};

const NORMAL: Question<[i64; 2]> = Question {
    world: |contact| rounded(Some(contact.normal())),
    masks: |a, b, offset| rounded(a.overlap_normal(b, offset.at)),
    grids: |a, b, offset| rounded(oracle::contact::normal(a, b, offset.at)),
};

const PENETRATION: Question<[i32; 2]> = Question {
    world: Contact::penetration,
    masks: |a, b, offset| a.penetration(b, offset.at).unwrap_or_default(),
    grids: |a, b, offset| oracle::contact::penetration(a, b, offset.at).unwrap_or_default(),
};

/// Rounds a normal, so that the last bits of a square root do not matter.
fn rounded(normal: Option<[f64; 2]>) -> [i64; 2] {
    normal.unwrap_or_default().map(|c| (c * 1e6).round() as i64)
}

fn family<A: std::hash::Hash + Send + 'static>(name: &str, title: &str, question: Question<A>) -> Vec<Family> {
    let question = Rc::new(question);
    let of_kind = |kind: Kind| {
        let name = format!("contacts-{name}-{}", kind.name());
        let spec = |&(n, size): &(usize, &str)| {
            let question = Rc::clone(&question);
            Spec {
                name: format!("{name}-{size}"),
                n,
                against: vec!["masks-alone"],
                build: Box::new(move || case(kind, n, &question)),
            }
        };
        let specs = [(1000, "1k"), (10_000, "10k"), (100_000, "100k")].iter().map(spec).collect();
        let title = format!("{title} of every pair that collides in a step, {} sprites", kind.name());
        Family { suite: "contacts", title, unit: "sprites", answer: "pairs", specs, name }
    };
    Kind::ALL.map(of_kind).into()
}

/// The step that the contenders are asked about.
struct LastStep {
    step: Step<'static>,
    scene: Scene,
}

impl LastStep {
    fn new(kind: Kind, n: usize) -> Result<LastStep> {
        let mut scene = Scene::new(kind, n, SEED);
        let frames = frames(&scene, FRAMES);
        // A world makes its tables in a tenth of its time, so a small one takes more steps.
        let steps = (1_000_000 / n).clamp(100, 1000);
        let (mut world, _) = scene.to_world()?;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        // The world stays until the program ends, because the step borrows it.
        let world = Box::leak(Box::new(world));
        for frame in frames.iter().cycle().take(steps) {
            move_all(world, frame, false);
            world.step()?;
        }
        scene.at.clone_from(&frames[steps % frames.len()]);
        move_all(world, &scene.at, false);
        Ok(LastStep { step: world.step()?, scene })
    }

    /// Returns the answers about all pairs, given the indexes of two shapes of the scene and their offset.
    fn each<A>(&self, answer: impl Fn([usize; 2], Offset) -> A) -> Vec<A> {
        let LastStep { step, scene } = self;
        let of_pair = |[a, b]: [usize; 2]| {
            let from = scene.at[a];
            let at = [0, 1].map(|axis| scene.at[b][axis] - from[axis]);
            answer([a, b].map(|sprite| scene.shape_of[sprite] as usize), Offset { at, from })
        };
        step.pairs().iter().map(|pair| of_pair([pair.a.index(), pair.b.index()])).collect()
    }
}

fn case<A: std::hash::Hash + Send + 'static>(kind: Kind, n: usize, question: &Question<A>) -> Result<Case>
where
    Vec<A>: Answer,
{
    let Question { world, masks, grids } = *question;
    let last = Rc::new(LastStep::new(kind, n).context("the world cannot step")?);
    let [of_masks, of_grids] = [Rc::clone(&last), Rc::clone(&last)];
    let mut case =
        Case::asking(vec![()]).row("hitmask", move |()| last.step.contacts(world)).row("masks-alone", move |()| {
            let mask = |shape: usize| &of_masks.scene.masks[shape];
            of_masks.each(|[a, b], offset| masks(mask(a), mask(b), offset))
        });
    if n <= NAIVE {
        case = case.row("naive", move |()| {
            let grid = |shape: usize| &of_grids.scene.grids[shape];
            of_grids.each(|[a, b], offset| grids(grid(a), grid(b), offset))
        });
    }
    Ok(case.done())
}
