//! A large game: rocks, bullets that pass through nothing, ships, coins and walls, of which many die and are born in
//! each frame.

use anyhow::Result;
use mask::Mask;
use std::sync::Arc;
use suites::case::{Case, Times};
use suites::movers::{Frame, pool, sorted};
use suites::suite::{Family, SEED, Spec};
use testkit::{Rng, shape};
use world::{Angle, MaskId, Pair, Sprite, SpriteId, World, WorldError};

const ROCK: u32 = 1;
const BULLET: u32 = 2;
const SHIP: u32 = 4;
const COIN: u32 = 8;
const WALL: u32 = 16;

/// Of 200,000 sprites: the layer, how many there are, how far they move in a frame along each axis at most, and how
/// many die and are born in a frame.
const KINDS: [(u32, u32, i32, u32); 5] = [
    (ROCK, 120_000, 2, 0),
    (BULLET, 40_000, 20, 8000),
    (SHIP, 5000, 2, 0),
    (COIN, 25_000, 2, 500),
    (WALL, 10_000, 0, 0),
];
const ALL: u32 = 200_000;
/// The side of the world of so many sprites, in pixels.
const SIDE: f64 = 20_000.0;
/// Frames there, followed by as many frames back.
const FRAMES: usize = 20;

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, times: Times| {
        let spec = |&(n, size): &(u32, &str)| Spec {
            name: format!("{name}-{size}"),
            n: n as usize,
            against: vec!["without-ways"],
            build: Box::new(move || simulated(n, times)),
        };
        let specs = [(20_000, "20k"), (ALL, "200k")].iter().map(spec).collect();
        let (name, title) = (name.to_owned(), title.to_owned());
        Family { suite: "simulation", name, title, unit: "sprites", answer: "pairs", specs }
    };
    let title = "rocks at any angle, fast bullets, ships, coins and walls; one in 24 dies and is born in a frame";
    vec![
        family("simulation", title, Times::Mean),
        family("simulation-late", "... and how long do 99 of 100 such steps take at most?", Times::Percentile99),
    ]
}

/// The masks, the sprites and the frames that all contenders share.
struct Story {
    masks: [Arc<Mask>; 5],
    /// The kind of each sprite, and the angle of a rock.
    kinds: Vec<(u32, f64)>,
    /// Where the sprites are before the first frame.
    start: Frame,
    turns: Vec<Turn>,
}

/// A frame: who dies and is born elsewhere before it, and where all are in it.
struct Turn {
    born: Vec<u32>,
    at: Frame,
}

impl Story {
    fn new(n: u32) -> Story {
        let mut rng = Rng::new(SEED);
        let side = (SIDE * (f64::from(n) / f64::from(ALL)).sqrt()) as i32;
        let part = |count: u32| (u64::from(count) * u64::from(n) / u64::from(ALL)) as u32;
        let mut kinds = Vec::new();
        let mut speeds = Vec::new();
        let mut mortal = Vec::new();
        for (kind, count, speed, dying) in KINDS {
            let first = kinds.len() as u32;
            for _ in 0..part(count) {
                kinds.push((kind, rng.unit() * 360.0));
                speeds.push([0; 2].map(|_: i32| rng.within(-speed..speed + 1)));
            }
            mortal.push((first..kinds.len() as u32, part(dying)));
        }
        let any = |rng: &mut Rng| [0; 2].map(|_: i32| rng.within(0..side));
        let mut at: Frame = kinds.iter().map(|_| any(&mut rng)).collect();
        let (start, mut there) = (at.clone(), Vec::new());
        for _ in 0..FRAMES {
            for (at, speed) in at.iter_mut().zip(&mut speeds) {
                for axis in 0..2 {
                    let inside = (0..side).contains(&(at[axis] + speed[axis]));
                    speed[axis] *= if inside { 1 } else { -1 };
                    at[axis] += speed[axis];
                }
            }
            let mut born = Vec::new();
            for (among, count) in &mortal {
                born.extend((0..*count).map(|_| among.start + rng.below(among.len() as u32)));
            }
            born.sort_unstable();
            born.dedup();
            born.iter().for_each(|&sprite| at[sprite as usize] = any(&mut rng));
            there.push(Turn { born, at: at.clone() });
        }
        // On the way back, those who were born there die, and are born where they had died.
        let before = |turn: usize| if turn == 0 { &start } else { &there[turn - 1].at };
        let back = (0..FRAMES).rev().map(|turn| Turn { born: there[turn].born.clone(), at: before(turn).clone() });
        let back: Vec<Turn> = back.collect();
        let wall = shape::grid(64, 16, |_, _| true);
        let grids = [shape::rock(32, SEED), shape::disc(6), shape::ship(32), shape::disc(16), wall];
        let masks = grids.map(|grid| Arc::new(shape::mask(&grid)));
        Story { masks, kinds, start, turns: there.into_iter().chain(back).collect() }
    }
}

/// A world that plays a story.
struct Replay {
    story: Arc<Story>,
    continuous: bool,
    world: World,
    masks: Vec<MaskId>,
    /// The sprites, by their number in the story.
    ids: Vec<SpriteId>,
    /// The moves of the next step.
    moves: Vec<(SpriteId, [i32; 2])>,
    pairs: Vec<Pair>,
}

impl Replay {
    fn new(story: &Arc<Story>, continuous: bool, threads: usize) -> Result<Replay> {
        let mut world = World::new();
        if threads == 1 {
            world.set_limits(world.limits().parallel_from(usize::MAX));
        }
        let masks = story.masks.iter().map(|mask| world.add_mask(Arc::clone(mask))).collect::<Result<_, _>>()?;
        let (story, ids, moves, pairs) = (Arc::clone(story), Vec::new(), Vec::new(), Vec::new());
        let mut replay = Replay { story, continuous, world, masks, ids, moves, pairs };
        for number in 0..replay.story.kinds.len() {
            let id = replay.spawn(number, replay.story.start[number])?;
            replay.ids.push(id);
        }
        replay.world.step()?;
        Ok(replay)
    }

    fn spawn(&mut self, number: usize, at: [i32; 2]) -> Result<SpriteId, WorldError> {
        let (kind, angle) = self.story.kinds[number];
        let mask = |kind: u32| self.masks[kind.ilog2() as usize];
        let sprite = Sprite::new(mask(kind), at).layers(kind).data(number as u64);
        self.world.spawn(match kind {
            ROCK => sprite.collides_with(BULLET | SHIP | ROCK).angle(Angle::degrees(angle)?),
            BULLET => sprite.collides_with(ROCK | WALL).continuous(self.continuous),
            SHIP => sprite.collides_with(ROCK | COIN | WALL),
            COIN => sprite.collides_with(SHIP).sensor(true),
            _ => sprite.collides_with(BULLET | SHIP).fixed(true),
        })
    }

    /// Sprites die and are born, and the moves are listed.
    fn prepare(&mut self, turn: usize) -> Result<(), WorldError> {
        let story = Arc::clone(&self.story);
        let Turn { born, at } = &story.turns[turn];
        self.world.despawn_many(born.iter().map(|&number| self.ids[number as usize]));
        for number in born.iter().map(|&number| number as usize) {
            self.ids[number] = self.spawn(number, at[number])?;
        }
        let moving = self.ids.iter().zip(at).zip(&story.kinds).filter(|(_, (kind, _))| *kind != WALL);
        self.moves.clear();
        self.moves.extend(moving.map(|((&id, &at), _)| (id, at)));
        Ok(())
    }

    fn step(&mut self) -> Result<(), WorldError> {
        self.world.sync(self.moves.iter().copied())?;
        let step = self.world.step()?;
        self.pairs.clear();
        self.pairs.extend_from_slice(step.pairs());
        Ok(())
    }

    fn read(&self) -> Vec<u64> {
        let number = |id: SpriteId| self.world.data(id).unwrap_or_default() as u32;
        sorted(self.pairs.iter().map(|pair| {
            let [a, b] = [number(pair.a), number(pair.b)];
            (a.min(b), a.max(b))
        }))
    }
}

/// The game with and without paths, on one thread and on two.
fn simulated(n: u32, times: Times) -> Result<Case> {
    let story = Arc::new(Story::new(n));
    let prepare = |replay: &mut Replay, &turn: &usize| replay.prepare(turn).expect("the story is valid");
    let step = |replay: &mut Replay, _: &usize| replay.step();
    let read = |replay: &Replay, stepped: Result<(), WorldError>| -> Result<Vec<u64>> {
        stepped?;
        Ok(replay.read())
    };
    let case = Case::asking((0..story.turns.len()).collect())
        .prepared_row_by(times, "hitmask", Replay::new(&story, true, 1)?, prepare, step, read)
        .prepared_row_in_pool(pool(2)?, times, "hitmask-2t", Replay::new(&story, true, 2)?, prepare, step, read)
        .prepared_row_by(times, "without-ways", Replay::new(&story, false, 1)?, prepare, step, read)
        .aside();
    Ok(case.done())
}
