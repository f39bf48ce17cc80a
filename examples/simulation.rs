//! A large game in a loop without a window: 200,000 rocks, bullets, ships, coins and walls.
//!
//! The bullets are continuous, so they pass through nothing. A bullet that hits a wall or a rock dies, and so does a
//! coin that a ship takes; another of its kind is born elsewhere. Positions have fractions, which the game keeps.
//!
//!     cargo run --release -p show --example simulation

use hitmask::{Angle, Mask, MaskId, Sprite, SpriteId, World, place};
use std::{error::Error, time::Instant};

type Any<T> = Result<T, Box<dyn Error>>;

const SIDE: f64 = 20_000.0;

/// The layers: one for each kind. Two sprites collide if each names the layer of the other.
const ROCK: u32 = 1;
const BULLET: u32 = 2;
const SHIP: u32 = 4;
const COIN: u32 = 8;
const WALL: u32 = 16;

/// How many there are of each kind, and the fastest speed along an axis in pixels a step.
const KINDS: [(u32, usize, f64); 5] =
    [(ROCK, 120_000, 2.0), (BULLET, 40_000, 20.0), (SHIP, 5000, 2.0), (COIN, 25_000, 2.0), (WALL, 10_000, 0.0)];

/// A sprite as the game knows it. Its index in the list of things is the `data` of the sprite.
struct Thing {
    id: SpriteId,
    layer: u32,
    at: [f64; 2],
    velocity: [f64; 2],
}

struct Game {
    world: World,
    /// The mask of each layer, in the order of the layers.
    masks: [MaskId; 5],
    things: Vec<Thing>,
    random: u64,
}

impl Game {
    fn new() -> Any<Game> {
        let mut world = World::new();
        let disc = |side: u32, hole: f64| {
            let middle = f64::from(side - 1) / 2.0;
            Mask::from_fn(side, side, |x, y| {
                let distance = (f64::from(x) - middle).hypot(f64::from(y) - middle);
                distance <= middle && distance >= hole
            })
        };
        let ship = Mask::from_fn(32, 32, |x, y| x.abs_diff(16) <= y / 2 && y < 28)?;
        let masks = [disc(32, 7.0)?, disc(6, 0.0)?, ship, disc(16, 0.0)?, Mask::filled(64, 16)?];
        let masks = masks.map(|mask| world.add_mask(mask).expect("a world has room for five masks"));
        let mut game = Game { world, masks, things: Vec::new(), random: 1 };
        for (layer, count, speed) in KINDS {
            for _ in 0..count {
                let velocity = [0; 2].map(|_| (game.random() - 0.5) * 2.0 * speed);
                let at = [0; 2].map(|_| game.random() * SIDE);
                let id = game.spawn(layer, at, game.things.len())?;
                game.things.push(Thing { id, layer, at, velocity });
            }
        }
        Ok(game)
    }

    /// A random number from 0 to less than 1.
    fn random(&mut self) -> f64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 11) as f64 / (1u64 << 53) as f64
    }

    fn spawn(&mut self, layer: u32, at: [f64; 2], number: usize) -> Any<SpriteId> {
        let mask = self.masks[layer.ilog2() as usize];
        let sprite = Sprite::new(mask, place(at)?).layers(layer).data(number as u64);
        let sprite = match layer {
            ROCK => sprite.collides_with(BULLET | SHIP | ROCK).angle(Angle::degrees(self.random() * 360.0)?),
            BULLET => sprite.collides_with(ROCK | WALL).continuous(true),
            SHIP => sprite.collides_with(ROCK | COIN | WALL),
            COIN => sprite.collides_with(SHIP).sensor(true),
            _ => sprite.collides_with(BULLET | SHIP).fixed(true),
        };
        Ok(self.world.spawn(sprite)?)
    }

    /// Moves everything, and returns what dies, and how many pairs share pixels.
    fn step(&mut self) -> Any<(Vec<SpriteId>, usize)> {
        for Thing { at, velocity, .. } in &mut self.things {
            for axis in 0..2 {
                at[axis] += velocity[axis];
                if !(0.0..SIDE).contains(&at[axis]) {
                    velocity[axis] = -velocity[axis];
                    at[axis] = at[axis].clamp(0.0, SIDE);
                }
            }
        }
        let moving = self.things.iter().filter(|thing| thing.velocity != [0.0; 2]);
        let moves = moving.map(|thing| Ok((thing.id, place(thing.at)?))).collect::<Any<Vec<_>>>()?;
        self.world.sync(moves)?;
        let step = self.world.step()?;
        let hits = step.began_between(BULLET, ROCK | WALL).map(|[bullet, _]| bullet);
        let taken = step.began_between(SHIP, COIN).map(|[_, coin]| coin);
        let mut dead: Vec<SpriteId> = hits.chain(taken).collect();
        dead.sort_unstable();
        dead.dedup(); // one that two have hit
        Ok((dead, step.pairs().len()))
    }

    /// Lets another of the same kind be born somewhere for each that dies.
    fn replace(&mut self, dead: &[SpriteId]) -> Any<()> {
        let mut gone = Vec::new();
        self.world.drain_despawned(dead.iter().copied(), |_, number| gone.push(number as usize));
        for number in gone {
            let at = [0; 2].map(|_| self.random() * SIDE);
            let id = self.spawn(self.things[number].layer, at, number)?;
            (self.things[number].id, self.things[number].at) = (id, at);
        }
        Ok(())
    }
}

fn main() -> Any<()> {
    let mut game = Game::new()?;
    println!("{} sprites", game.world.len());
    for number in 1..=60 {
        let start = Instant::now();
        let (dead, pairs) = game.step()?;
        let took = start.elapsed();
        game.replace(&dead)?;
        println!("step {number:2}: {pairs:6} pairs, {:5} die, {took:.1?}", dead.len());
    }
    Ok(())
}
