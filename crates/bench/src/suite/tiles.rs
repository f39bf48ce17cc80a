//! A world in tiles: one worker, two threads, two processes.

use crate::workers::{Crew, Place};
use anyhow::{Context, Result};
use std::cell::RefCell;
use suites::case::{Case, Questions};
use suites::suite::{Family, SEED, Spec};
use testkit::scene::{Kind, Scene};
use world::{World, WorldError};

const MILLION: usize = 1_000_000;
/// The steps of a turn. In the first step of a turn, the caches hold the sprites of other rows.
const STEPS: usize = 5;
/// The bytes of a record that moves a sprite: its id and its position.
const RECORD: usize = 16;

/// Every family.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let step = |sprites: usize, name: &str| Spec {
        name: format!("tiles-step-{name}"),
        n: sprites,
        against: Vec::new(),
        build: Box::new(move || steps(sprites)),
    };
    let exchange = |records: usize, name: &str| Spec {
        name: format!("tiles-exchange-{name}"),
        n: records,
        against: Vec::new(),
        build: Box::new(move || rounds(records)),
    };
    vec![
        Family {
            suite: "tiles",
            name: "tiles-step".into(),
            title: "which sprites collide, began and ceased to? Uniform, 32 px; one thread for each worker".into(),
            unit: "sprites",
            answer: "pairs",
            specs: vec![step(2, "2"), step(100_000, "100k"), step(MILLION, "1m")],
        },
        Family {
            suite: "tiles",
            name: "tiles-exchange".into(),
            title: "how long does a round between two processes take, with records of 16 bytes each way?".into(),
            unit: "records",
            answer: "bytes",
            specs: vec![exchange(0, "0"), exchange(20_000, "20k"), exchange(500_000, "500k")],
        },
    ]
}

/// Steps of a scene: a bare world, one worker, two threads, two processes.
fn steps(sprites: usize) -> Result<Case> {
    let ask = |crew: &mut Crew, _: &()| crew.step();
    let row = |case: Questions<()>, who: &'static str, place: Place| -> Result<Questions<()>> {
        let crew = RefCell::new(Crew::start(place, sprites, SEED)?);
        let ask = move |crew: &mut RefCell<Crew>, question: &()| ask(crew.get_mut(), question);
        Ok(case.row_with(who, crew, ask, |crew, asked: Result<()>| asked.and_then(|()| crew.borrow_mut().pairs())))
    };
    let mut case = Case::asking(vec![(); STEPS]).row_with(
        "hitmask",
        Bare::new(sprites)?,
        |bare, ()| bare.step(),
        |bare, asked: Result<(), WorldError>| asked.map_err(Into::into).and_then(|()| bare.pairs()),
    );
    for (who, place) in
        [("tiles-1", Place::Alone), ("tiles-2-threads", Place::Threads), ("tiles-2-processes", Place::Processes)]
    {
        case = row(case, who, place)?;
    }
    Ok(case.done())
}

/// Rounds of bytes.
fn rounds(records: usize) -> Result<Case> {
    let bytes = records * RECORD;
    let ask = move |crew: &mut Crew, _: &()| crew.echo(bytes).map(|()| bytes as u64);
    let crew = |place| Crew::start(place, 2, SEED);
    let case = Case::asking(vec![()]).row_with("hitmask", crew(Place::Processes)?, ask, |_, asked| asked).row_with(
        "two-threads",
        crew(Place::Threads)?,
        ask,
        |_, asked| asked,
    );
    Ok(case.done())
}

/// A scene in a world without tiles.
struct Bare {
    world: World,
    scene: Scene,
}

impl Bare {
    fn new(sprites: usize) -> Result<Bare> {
        let scene = Scene::new(Kind::Uniform, sprites, SEED);
        let (mut world, _) = scene.to_world()?;
        world.set_limits(world.limits().parallel_from(usize::MAX));
        world.step()?;
        Ok(Bare { world, scene })
    }

    fn step(&mut self) -> Result<(), WorldError> {
        self.scene.step();
        self.world.sync_by_slot(&self.scene.at)?;
        self.world.step().map(drop)
    }

    fn pairs(&self) -> Result<Vec<[u64; 2]>> {
        let view = self.world.view().context("the world has changed since the step")?;
        Ok(view.collisions()?.iter().map(|pair| [pair.a, pair.b].map(|id| id.index() as u64)).collect())
    }
}
