//! The simulation: sprites that move straight and bounce off the walls of the world.

use super::mask_set::MaskSet;
use super::movie::Visible;
use super::placing;
use super::placing::{Placing, bounce, pair_limit};
use super::stats::{StepStats, hash};
use anyhow::{Context, Result};
use mask::Rect;
use rayon::prelude::*;
use std::sync::atomic::{AtomicI8, Ordering};
use std::time::{Duration, Instant};
use world::{Pair, SpriteId, World, WorldError};

pub(crate) struct Simulation {
    world: World,
    /// Indexed by sprite: no sprite is removed, so the index of an id is the number of the sprite.
    motions: Vec<Motion>,
    /// The largest position inside the walls for each mask, upright and by a quarter turn. The smallest is 0.
    position_limits: Vec<[i32; 2]>,
    size: [i32; 2],
    candidates: Vec<Pair>,
    collisions: Vec<Pair>,
}

/// The motion of a sprite.
struct Motion {
    /// Each thread writes the velocities of the sprites that it moves, at any index. Relaxed atomics allow these
    /// writes without `unsafe`, at the cost of plain numbers.
    velocity: [AtomicI8; 2],
    /// Index into [`Simulation::position_limits`].
    limit: u32,
}

const _: () = assert!(size_of::<Motion>() == 8, "every step reads all motions");

impl Motion {
    /// Returns the next position inside the walls, and reverses the velocity at a wall.
    fn advance(&self, at: [i32; 2], limit: [i32; 2]) -> [i32; 2] {
        [0, 1].map(|axis| {
            let velocity = &self.velocity[axis];
            let speed = velocity.load(Ordering::Relaxed);
            let (to, is_reversed) = bounce(at[axis], speed.into(), limit[axis]);
            if is_reversed {
                velocity.store(-speed, Ordering::Relaxed);
            }
            to
        })
    }
}

impl Simulation {
    /// Creates a world with `sprites` sprites at random positions. `masks` must not be empty.
    pub(crate) fn new(masks: &MaskSet, sprites: u32, seed: u64) -> Result<Simulation> {
        let size = masks.world_size(sprites);
        let mut world = World::new();
        world.set_limits(world.limits().pairs(pair_limit(sprites)));
        let ids = masks.masks().iter().map(|mask| world.add_mask(mask.clone())).collect::<Result<Vec<_>, _>>()?;
        let mut motions = Vec::new();
        let reserved = motions.try_reserve_exact(sprites as usize).map_err(|_| WorldError::NoMemory);
        let place = || format!("cannot place {sprites} sprites");
        reserved.and_then(|()| world.reserve(sprites as usize)).with_context(place)?;
        let placing = Placing::new(masks, sprites, seed);
        let position_limits = placing.limits().to_vec();
        for start in placing {
            world.spawn(start.sprite(&ids))?;
            motions.push(Motion { velocity: start.velocity.map(AtomicI8::new), limit: start.limit });
        }
        // The first refresh builds the trees and takes much longer than a refresh in a step.
        world.refresh()?;
        Ok(Simulation { world, motions, position_limits, size, candidates: Vec::new(), collisions: Vec::new() })
    }

    /// Returns the width and the height of the world.
    pub(crate) fn size(&self) -> [i32; 2] {
        self.size
    }

    /// Moves every sprite once and finds the colliding pairs.
    ///
    /// The total time covers the work of a game: move, refresh, list the collisions. The candidates are listed
    /// afterwards, only to split the time into stages: both lists come from one traversal of the tree, so the
    /// difference of their times is the test of the pixels and the sort. The sort alone could only be timed by a second
    /// test of all pixels.
    pub(crate) fn step(&mut self) -> Result<StepStats> {
        let Simulation { world, motions, position_limits, candidates, collisions, .. } = self;
        let began = Instant::now();
        // `try_for_each` takes six times as long, for an error that cannot occur.
        world.par_sprites_mut().for_each(|mut sprite| {
            let motion = &motions[sprite.id().index()];
            let to = motion.advance(sprite.position(), position_limits[motion.limit as usize]);
            sprite.move_to(to).expect("the walls are within the limit of positions");
        });
        let moved = Instant::now();
        let view = world.refresh()?;
        let refreshed = Instant::now();
        view.collisions_into(collisions)?;
        let found = Instant::now();
        view.candidates_into(candidates)?;
        // The second traversal may take longer than all of the first did.
        let join = found.elapsed().min(found - refreshed);

        Ok(StepStats {
            moves: moved - began,
            exchange: Duration::ZERO,
            refresh: refreshed - moved,
            join,
            pixels: found - refreshed - join,
            candidates: candidates.len(),
            collisions: collisions.len(),
            hash: hash(collisions.iter().map(|pair| [pair.a, pair.b].map(|id| id.index() as u64))),
        })
    }

    /// Returns the sprites in a rectangle of the world, and the pairs of the last step there.
    pub(crate) fn visible_in(&mut self, rect: Rect) -> Result<Visible<'_>> {
        let Simulation { world, motions, candidates, collisions, .. } = self;
        let view = world.refresh()?;
        let color = |id: SpriteId| placing::color(motions[id.index()].limit);
        Ok(Visible::new(view, rect, color, candidates, collisions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::Mask;

    #[test]
    fn step_finds_the_pairs_of_brute_force() {
        let mut swarm = Simulation::new(&MaskSet::generated(600, 5).unwrap(), 600, 5).unwrap();
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
            let expected: Vec<_> =
                pairs.filter(|&(a, b)| collide(a, b)).map(|(a, b)| Pair { a: ids[a], b: ids[b] }).collect();
            assert!(!expected.is_empty() && step.candidates > expected.len());
            assert_eq!(swarm.collisions, expected);
        }
    }
}
