//! From nothing to a simulation, in six steps: masks, sprites on layers, moves, events, births and deaths, save and restore.
//!
//! Rocks drift and bounce, drones slide along walls and collect ore, shots destroy rocks. Halfway the program saves
//! everything. At the end it restores the save and plays the second half again: the end must be equal.
//!
//! The page docs/book/start/simulation.md tells it step by step; `simulation.rs` is a large one, with its times.
//!
//!     cargo run -p show --features guide --example small_simulation

use hitmask::{Angle, Mask, MaskId, Motion, Remainder, Sprite, SpriteId, World};
use std::error::Error;

type Any<T> = Result<T, Box<dyn Error>>;

const SIDE: i32 = 1200;

// #region layers
// A layer is a bit. Two sprites collide if each names the layer of the other.
const WALL: u32 = 1;
const ROCK: u32 = 2;
const DRONE: u32 = 4;
const ORE: u32 = 8;
const SHOT: u32 = 16;
// #endregion layers

// #region state
/// What the simulation knows of a sprite. The sprite's `data` is its index in the list of bodies.
#[derive(Clone)]
struct Body {
    id: SpriteId,
    layer: u32,
    velocity: [f64; 2],
    /// The fraction of a pixel that is left of the moves so far.
    rest: Remainder,
}

struct Simulation {
    world: World,
    masks: Masks,
    bodies: Vec<Body>,
    random: u64,
    score: Score,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Score {
    ore: u32,
    rocks: u32,
}
// #endregion state

#[derive(Clone, Copy)]
struct Masks {
    wall: MaskId,
    rock: MaskId,
    drone: MaskId,
    ore: MaskId,
    shot: MaskId,
}

impl Simulation {
    // #region masks
    fn new() -> Any<Simulation> {
        let mut world = World::new();
        // One mask for each picture, however many sprites show it. A game reads PNGs: `Mask::from_image`.
        let disc = |side: u32, hole: u32| {
            Mask::from_fn(side, side, |x, y| {
                let [x, y] = [x, y].map(|c| (2 * c + 1).abs_diff(side).pow(2));
                x + y <= side * side && x + y >= hole * hole
            })
        };
        let masks = Masks {
            wall: world.add_mask(Mask::filled(96, 12)?)?,
            rock: world.add_mask(disc(28, 9)?)?, // a ring: a shot fits through its hole
            drone: world.add_mask("....##....\n..######..\n##########\n.##....##.".parse::<Mask>()?)?,
            ore: world.add_mask(disc(9, 0)?)?,
            shot: world.add_mask(Mask::filled(3, 3)?)?,
        };
        let mut simulation = Simulation { world, masks, bodies: Vec::new(), random: 1, score: Score::default() };
        for (layer, count) in [(WALL, 60), (ROCK, 150), (DRONE, 40), (ORE, 120), (SHOT, 30)] {
            (0..count).try_for_each(|_| simulation.add(layer))?;
        }
        Ok(simulation)
    }
    // #endregion masks

    /// A random number from 0 to less than 1. It is part of the state, so that a restored run repeats it.
    fn random(&mut self) -> f64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 11) as f64 / (1u64 << 53) as f64
    }

    // #region spawn
    /// What a sprite of a layer is, at a place.
    fn sprite(&mut self, layer: u32, at: [i32; 2]) -> Any<Sprite> {
        let Masks { wall, rock, drone, ore, shot } = self.masks;
        let quarters = Angle::degrees(90.0 * (self.random() * 4.0).floor())?;
        Ok(match layer {
            WALL => Sprite::new(wall, at).collides_with(ROCK | DRONE | SHOT).fixed(true).angle(quarters),
            ROCK => Sprite::new(rock, at).collides_with(WALL | SHOT).angle(Angle::degrees(360.0 * self.random())?),
            DRONE => Sprite::new(drone, at).collides_with(WALL | ORE),
            ORE => Sprite::new(ore, at).collides_with(DRONE).sensor(true), // blocks nobody
            _ => Sprite::new(shot, at).collides_with(WALL | ROCK).continuous(true), // passes through nothing
        }
        .layers(layer))
    }

    /// Adds a body somewhere near which it is free.
    fn add(&mut self, layer: u32) -> Any<()> {
        let index = self.bodies.len();
        let (id, velocity) = self.spawn(layer, index)?;
        self.bodies.push(Body { id, layer, velocity, rest: Remainder::default() });
        Ok(())
    }

    fn spawn(&mut self, layer: u32, index: usize) -> Any<(SpriteId, [f64; 2])> {
        let at = [0; 2].map(|_| (self.random() * f64::from(SIDE)) as i32);
        let mut sprite = self.sprite(layer, at)?.data(index as u64);
        if layer != WALL {
            // The nearest place up to 200 pixels away at which it touches nothing that blocks.
            sprite.position = self.world.refresh()?.nearest_free(&sprite, 200)?.ok_or("there is no room")?;
        }
        let fastest = match layer {
            WALL | ORE => 0.0,
            SHOT => 40.0,
            _ => 2.5,
        };
        let velocity = [0; 2].map(|_| (self.random() - 0.5) * 2.0 * fastest);
        Ok((self.world.spawn(sprite)?, velocity))
    }
    // #endregion spawn

    // #region moves
    /// Moves everything by a step.
    fn move_all(&mut self) -> Any<()> {
        for Body { id, layer, velocity, rest } in &mut self.bodies {
            if *velocity == [0.0; 2] {
                continue;
            }
            // Whole pixels now, and the rest in a later step.
            let by = rest.take(*velocity)?;
            let position = self.world.get(*id).ok_or("every body has a sprite")?.position;
            let to = [position[0] + by[0], position[1] + by[1]];
            if *layer == DRONE {
                // Drones ask what is in the way, and slide along it.
                let moved = self.world.move_until(*id, to, Motion::SLIDE.on_layers(WALL))?;
                if moved.at == position && by != [0, 0] {
                    *velocity = [-velocity[1], velocity[0]]; // stuck: turn by a quarter
                }
            } else {
                // Rocks and shots go where they go. The step reports what they hit.
                self.world.move_to(*id, to)?;
            }
            for axis in 0..2 {
                if to[axis] < 0 && velocity[axis] < 0.0 || to[axis] > SIDE && velocity[axis] > 0.0 {
                    velocity[axis] = -velocity[axis]; // the edge of the map
                }
            }
        }
        Ok(())
    }
    // #endregion moves

    // #region events
    /// Finds out who hit whom, and lets it have consequences.
    fn step(&mut self) -> Any<()> {
        self.move_all()?;
        let step = self.world.step()?;
        let mut gone = Vec::new();
        for [_, ore] in step.began_between(DRONE, ORE) {
            gone.push(ore);
        }
        for [shot, rock] in step.began_between(SHOT, ROCK) {
            gone.extend([shot, rock]);
        }
        for [shot, _] in step.began_between(SHOT, WALL) {
            gone.push(shot);
        }
        // Rocks bounce off walls: along the direction in which the rock leaves the wall.
        for [rock, wall] in step.began_between(ROCK, WALL) {
            let contact = step.view().contact(rock, wall).ok_or("a pair of this step")?;
            let [x, y] = contact.normal_of(rock).unwrap_or([0.0, -1.0]);
            let body = &mut self.bodies[step.view().data(rock).ok_or("a sprite")? as usize];
            let into = body.velocity[0] * x + body.velocity[1] * y;
            if into < 0.0 {
                body.velocity = [body.velocity[0] - 2.0 * into * x, body.velocity[1] - 2.0 * into * y];
            }
        }
        self.replace(gone)
    }
    // #endregion events

    // #region deaths
    /// Removes sprites, and lets another of the same layer be born for each.
    fn replace(&mut self, mut gone: Vec<SpriteId>) -> Any<()> {
        gone.sort_unstable();
        gone.dedup(); // two shots may hit one rock in one step
        let mut indices = Vec::new();
        self.world.drain_despawned(gone, |_, data| indices.push(data as usize));
        for index in indices {
            let layer = self.bodies[index].layer;
            self.score.ore += u32::from(layer == ORE);
            self.score.rocks += u32::from(layer == ROCK);
            let (id, velocity) = self.spawn(layer, index)?;
            self.bodies[index] = Body { id, layer, velocity, rest: Remainder::default() };
        }
        Ok(())
    }
    // #endregion deaths

    // #region save
    /// The world as bytes, with its masks, ids, pairs and events, and beside it what only the simulation knows.
    fn save(&self) -> Any<Save> {
        Ok(Save { world: self.world.to_bytes()?, bodies: self.bodies.clone(), random: self.random, score: self.score })
    }

    fn restore(save: &Save, masks: Masks) -> Any<Simulation> {
        let Save { world, bodies, random, score } = save;
        let world = World::from_bytes(world)?; // ids stay valid, also those of masks
        Ok(Simulation { world, masks, bodies: bodies.clone(), random: *random, score: *score })
    }
}

struct Save {
    world: Vec<u8>,
    bodies: Vec<Body>,
    random: u64,
    score: Score,
}
// #endregion save

// #region main
fn main() -> Any<()> {
    let mut simulation = Simulation::new()?;
    let mut half = None;
    for frame in 0..600 {
        if frame == 300 {
            half = Some(simulation.save()?);
        }
        simulation.step()?;
        if frame % 100 == 99 {
            let pairs = simulation.world.refresh()?.collisions()?.len();
            println!("after {} steps: {:?}, {pairs} pairs", frame + 1, simulation.score);
        }
    }

    // Again from the middle: the same end, to the pixel.
    let half = half.ok_or("saved halfway")?;
    println!("saved: {} sprites in {} bytes", half.bodies.len(), half.world.len());
    let mut again = Simulation::restore(&half, simulation.masks)?;
    (300..600).try_for_each(|_| again.step())?;
    let positions = |world: &World| world.sprites().map(|(id, sprite)| (id, sprite.position)).collect::<Vec<_>>();
    assert_eq!(again.score, simulation.score);
    assert_eq!(positions(&again.world), positions(&simulation.world));
    assert!(simulation.score.ore > 0 && simulation.score.rocks > 0);
    println!("restored and played again: equal");
    Ok(())
}
// #endregion main
