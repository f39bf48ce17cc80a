//! The swarm itself: sprites that fly straight and bounce off the walls of the world.

use super::cast::Cast;
use super::rng::Rng;
use crate::picture::{PALETTE, Rgb};
use anyhow::{Context, Result};
use mask::Rect;
use rayon::prelude::*;
use std::sync::atomic::{AtomicI8, Ordering};
use std::time::{Duration, Instant};
use world::{Pair, Sprite, SpriteId, Turn, View, World, WorldError};

/// Pixels a step, on each axis.
const MAX_SPEED: u32 = 4;
/// More pairs than this for each sprite are an error, not a list that fills the memory.
const MAX_PAIRS_EACH: usize = 16;

/// What a step took, and what it found.
pub(crate) struct Step {
    /// Moving all sprites.
    pub(crate) update: Duration,
    /// Bringing the tree up to date and listing the pairs whose boxes share a pixel.
    pub(crate) broad: Duration,
    /// What it takes beyond that to list the pairs that share a solid pixel, sorted.
    pub(crate) narrow: Duration,
    pub(crate) candidates: usize,
    pub(crate) collisions: usize,
    /// Of the sorted collisions: equal where two runs found the same.
    pub(crate) hash: u64,
}

impl Step {
    /// Moving all sprites and listing the pairs that collide, as a game would.
    pub(crate) fn total(&self) -> Duration {
        self.update + self.broad + self.narrow
    }
}

pub(crate) struct Simulation {
    world: World,
    /// By the index of the sprite's id, which is also its number: none is ever removed.
    movers: Vec<Mover>,
    /// The largest positions within the walls, of each mask upright and turned; the smallest are 0.
    rooms: Vec<[i32; 2]>,
    size: [i32; 2],
    candidates: Vec<Pair>,
    collisions: Vec<Pair>,
}

/// What a sprite is besides its place.
struct Mover {
    /// Each thread turns round the sprites that it moves, wherever those stand in the list: atomics say so
    /// without `unsafe`, and relaxed ones cost what plain numbers do.
    velocity: [AtomicI8; 2],
    /// Which of the rooms is its own.
    room: u32,
}

const _: () = assert!(size_of::<Mover>() == 8, "a million of them are read in each step");

impl Mover {
    /// Where it goes from a place, within the walls.
    fn go(&self, at: [i32; 2], room: [i32; 2]) -> [i32; 2] {
        [0, 1].map(|axis| {
            let velocity = &self.velocity[axis];
            let speed = velocity.load(Ordering::Relaxed);
            let (to, turned) = bounce(at[axis], speed.into(), room[axis]);
            if turned {
                velocity.store(-speed, Ordering::Relaxed);
            }
            to
        })
    }

    fn color(&self) -> Rgb {
        PALETTE[self.room as usize / 2 % PALETTE.len()]
    }
}

/// What there is to see in a part of the world.
pub(crate) struct Shown<'s> {
    pub(crate) view: View<'s>,
    pub(crate) sprites: Vec<(SpriteId, Rgb)>,
    /// The pairs of boxes that overlap, of at least one sprite that is seen.
    pub(crate) candidates: Vec<Pair>,
    /// The pairs that collide, of two sprites that are seen.
    pub(crate) collisions: Vec<Pair>,
}

impl Simulation {
    /// So many sprites at random places in a world that is large enough for them. The cast has a mask.
    pub(crate) fn new(cast: &Cast, sprites: u32, seed: u64) -> Result<Simulation> {
        let size = cast.world(sprites);
        let mut world = World::new();
        world.set_pair_limit(World::DEFAULT_PAIR_LIMIT.max((sprites as usize).saturating_mul(MAX_PAIRS_EACH)));
        let (mut ids, mut rooms) = (Vec::new(), Vec::new());
        for mask in cast.masks() {
            let [width, height] = [mask.width() as i32, mask.height() as i32];
            ids.push(world.add_mask(mask.clone())?);
            rooms.extend([[size[0] - width, size[1] - height], [size[0] - height, size[1] - width]]);
        }
        let mut movers = Vec::new();
        let room = movers.try_reserve_exact(sprites as usize).map_err(|_| WorldError::NoMemory);
        room.and_then(|()| world.reserve(sprites as usize)).with_context(|| format!("{sprites} sprites"))?;
        let (mut rng, mut role) = (Rng::new(seed), cast.roles());
        for number in 0..sprites as usize {
            let shown = role(number, &mut rng);
            let quarters = rng.below(4) as usize;
            let room = 2 * shown + quarters % 2;
            let at = rooms[room].map(|room| rng.below(room as u32 + 1) as i32);
            let velocity = [(); 2].map(|()| {
                let speed = 1 + rng.below(MAX_SPEED) as i8;
                AtomicI8::new(if rng.below(2) == 0 { speed } else { -speed })
            });
            let turn = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][quarters];
            let sprite = Sprite::new(ids[shown], at).turned(turn);
            world.spawn(if rng.below(2) == 0 { sprite } else { sprite.flipped_x() })?;
            movers.push(Mover { velocity, room: room as u32 });
        }
        // The first refresh builds the trees, and would be part of a step like no other.
        world.refresh()?;
        Ok(Simulation { world, movers, rooms, size, candidates: Vec::new(), collisions: Vec::new() })
    }

    /// Width and height of the world.
    pub(crate) fn size(&self) -> [i32; 2] {
        self.size
    }

    /// Moves every sprite once and finds the pairs that collide then.
    ///
    /// What is timed is what a game does: move, refresh, list the collisions. The candidates are listed
    /// after that, only to tell how much of it was the broad phase: both lists come from the same walk
    /// through the tree, and the tests of the pixels are what one of them takes longer.
    pub(crate) fn step(&mut self) -> Result<Step> {
        let Simulation { world, movers, rooms, candidates, collisions, .. } = self;
        let began = Instant::now();
        // Not `try_for_each`, which takes six times as long to look for an error that cannot be.
        world.par_sprites_mut().for_each(|mut sprite| {
            let mover = &movers[sprite.id().index()];
            let to = mover.go(sprite.position(), rooms[mover.room as usize]);
            sprite.move_to(to).expect("the walls are within the limit of positions");
        });
        let moved = Instant::now();
        let view = world.refresh()?;
        let refreshed = Instant::now();
        view.collisions_into(collisions)?;
        let found = Instant::now();
        view.candidates_into(candidates)?;
        // No longer than both phases took together, however the clock was read.
        let walk = found.elapsed().min(found - refreshed);

        Ok(Step {
            update: moved - began,
            broad: refreshed - moved + walk,
            narrow: found - refreshed - walk,
            candidates: candidates.len(),
            collisions: collisions.len(),
            hash: hash(collisions),
        })
    }

    /// What stands in a part of the world, and what the last step found there.
    pub(crate) fn shown(&mut self, part: Rect) -> Result<Shown<'_>> {
        let Simulation { world, movers, candidates, collisions, .. } = self;
        let view = world.refresh()?;
        let ids = view.find(part);
        let mut seen = Vec::new();
        seen.try_reserve_exact(movers.len()).context("no memory for a picture of so many sprites")?;
        seen.resize(movers.len(), false);
        ids.iter().for_each(|id| seen[id.index()] = true);
        let seen = |id: SpriteId| seen[id.index()];
        Ok(Shown {
            view,
            sprites: ids.into_iter().map(|id| (id, movers[id.index()].color())).collect(),
            candidates: candidates.par_iter().filter(|pair| seen(pair.a) || seen(pair.b)).copied().collect(),
            collisions: collisions.par_iter().filter(|pair| seen(pair.a) && seen(pair.b)).copied().collect(),
        })
    }
}

/// FNV-1a over the numbers of the sprites that collide.
fn hash(collisions: &[Pair]) -> u64 {
    let numbers = collisions.iter().flat_map(|pair| [pair.a, pair.b]).map(|id| id.index() as u32);
    numbers
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A coordinate moved by a speed within 0 and `room`, and whether it turned round at one of them.
fn bounce(at: i32, speed: i32, room: i32) -> (i32, bool) {
    match at + speed {
        to if to < 0 => ((-to).min(room), true),
        to if to > room => ((2 * room - to).max(0), true),
        to => (to, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::Mask;

    #[test]
    fn a_step_finds_what_every_pair_by_itself_would() {
        let mut swarm = Simulation::new(&Cast::drawn(600, 5).unwrap(), 600, 5).unwrap();
        for _ in 0..3 {
            let step = swarm.step().unwrap();
            let view = swarm.world.refresh().unwrap();
            let ids = view.find(Rect { left: 0, top: 0, width: swarm.size[0] as u32, height: swarm.size[1] as u32 });
            let shapes: Vec<_> = ids.iter().map(|&id| view.shape(id).unwrap()).collect();
            let collide = |a: usize, b: usize| -> bool {
                let (Some(from), Some(to)) = (shapes.get(a), shapes.get(b)) else { return false };
                Mask::overlaps(from.mask, to.mask, [to.at[0] - from.at[0], to.at[1] - from.at[1]])
            };
            let pairs = (0..600).flat_map(|a| (a + 1..600).map(move |b| (a, b)));
            let wanted: Vec<_> =
                pairs.filter(|&(a, b)| collide(a, b)).map(|(a, b)| Pair { a: ids[a], b: ids[b] }).collect();
            assert!(!wanted.is_empty() && step.candidates > wanted.len());
            assert_eq!(swarm.collisions, wanted);
        }
    }

    #[test]
    fn sprites_stay_within_the_walls() {
        for room in 0..9 {
            for speed in -4..=4 {
                for at in 0..=room {
                    let (to, turned) = bounce(at, speed, room);
                    let out = !(0..=room).contains(&(at + speed));
                    assert!((0..=room).contains(&to) && turned == out, "{at} {speed} {room}");
                }
            }
        }
    }
}
