//! The simulation: sprites that move straight and bounce off the walls of the world.

use super::mask_set::MaskSet;
use super::rng::Rng;
use super::stats::ms;
use crate::picture::{PALETTE, Rgb};
use anyhow::{Context, Result};
use mask::Rect;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::sync::atomic::{AtomicI8, Ordering};
use std::time::{Duration, Instant};
use world::{Pair, Sprite, SpriteId, Turn, View, World, WorldError};

/// The largest speed on each axis, in pixels a step.
const MAX_SPEED: u32 = 4;
/// The pair limit for each sprite: more pairs are an error instead of a list that fills the memory.
const MAX_PAIRS_PER_SPRITE: usize = 16;

/// The times of a step and the numbers of pairs.
#[derive(Serialize)]
pub(crate) struct StepStats {
    /// The time to move all sprites.
    #[serde(rename = "move_ms", serialize_with = "as_ms")]
    pub(crate) moves: Duration,
    /// The time to refresh the world.
    #[serde(rename = "refresh_ms", serialize_with = "as_ms")]
    pub(crate) refresh: Duration,
    /// The time to list the pairs whose boxes overlap.
    #[serde(rename = "join_ms", serialize_with = "as_ms")]
    pub(crate) join: Duration,
    /// The additional time to list, sorted, the pairs that share a solid pixel.
    #[serde(rename = "pixels_ms", serialize_with = "as_ms")]
    pub(crate) pixels: Duration,
    pub(crate) candidates: usize,
    pub(crate) collisions: usize,
    /// The hash of the sorted collisions, equal for equal lists. In JSON it is text, since many readers keep only 53 bits.
    #[serde(serialize_with = "as_hex")]
    pub(crate) hash: u64,
}

impl StepStats {
    /// Returns the time of the whole step.
    pub(crate) fn total(&self) -> Duration {
        self.moves + self.refresh + self.join + self.pixels
    }
}

fn as_ms<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64(ms(*time))
}

fn as_hex<S: Serializer>(bits: &u64, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(&format_args!("{bits:016x}"))
}

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

    fn color(&self) -> Rgb {
        PALETTE[self.limit as usize / 2 % PALETTE.len()]
    }
}

/// The visible sprites and pairs in a rectangle of the world.
pub(crate) struct Visible<'s> {
    pub(crate) view: View<'s>,
    pub(crate) sprites: Vec<(SpriteId, Rgb)>,
    /// The candidate pairs with at least one visible sprite.
    pub(crate) candidates: Vec<Pair>,
    /// The colliding pairs of two visible sprites.
    pub(crate) collisions: Vec<Pair>,
}

impl Simulation {
    /// Creates a world with `sprites` sprites at random positions. `masks` must not be empty.
    pub(crate) fn new(masks: &MaskSet, sprites: u32, seed: u64) -> Result<Simulation> {
        let size = masks.world_size(sprites);
        let mut world = World::new();
        world.set_pair_limit(World::DEFAULT_PAIR_LIMIT.max((sprites as usize).saturating_mul(MAX_PAIRS_PER_SPRITE)));
        let (mut ids, mut position_limits) = (Vec::new(), Vec::new());
        for mask in masks.masks() {
            let [width, height] = [mask.width() as i32, mask.height() as i32];
            ids.push(world.add_mask(mask.clone())?);
            position_limits.extend([[size[0] - width, size[1] - height], [size[0] - height, size[1] - width]]);
        }
        let mut motions = Vec::new();
        let reserved = motions.try_reserve_exact(sprites as usize).map_err(|_| WorldError::NoMemory);
        let place = || format!("cannot place {sprites} sprites");
        reserved.and_then(|()| world.reserve(sprites as usize)).with_context(place)?;
        let (mut rng, mut pick) = (Rng::new(seed), masks.picker());
        for number in 0..sprites as usize {
            let mask = pick(number, &mut rng);
            let quarters = rng.below(4) as usize;
            let limit = 2 * mask + quarters % 2;
            let at = position_limits[limit].map(|limit| rng.below(limit as u32 + 1) as i32);
            let velocity = [(); 2].map(|()| {
                let speed = 1 + rng.below(MAX_SPEED) as i8;
                AtomicI8::new(if rng.below(2) == 0 { speed } else { -speed })
            });
            let turn = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][quarters];
            let sprite = Sprite::new(ids[mask], at).turned(turn);
            world.spawn(if rng.below(2) == 0 { sprite } else { sprite.flipped_x() })?;
            motions.push(Motion { velocity, limit: limit as u32 });
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
            refresh: refreshed - moved,
            join,
            pixels: found - refreshed - join,
            candidates: candidates.len(),
            collisions: collisions.len(),
            hash: hash(collisions),
        })
    }

    /// Returns the sprites in a rectangle of the world, and the pairs of the last step there.
    pub(crate) fn visible_in(&mut self, rect: Rect) -> Result<Visible<'_>> {
        let Simulation { world, motions, candidates, collisions, .. } = self;
        let view = world.refresh()?;
        let ids = view.find(rect);
        let mut is_visible = Vec::new();
        let no_memory = || format!("not enough memory to draw {} sprites: use fewer sprites", motions.len());
        is_visible.try_reserve_exact(motions.len()).with_context(no_memory)?;
        is_visible.resize(motions.len(), false);
        ids.iter().for_each(|id| is_visible[id.index()] = true);
        let is_visible = |id: SpriteId| is_visible[id.index()];
        Ok(Visible {
            view,
            sprites: ids.into_iter().map(|id| (id, motions[id.index()].color())).collect(),
            candidates: candidates
                .par_iter()
                .filter(|pair| is_visible(pair.a) || is_visible(pair.b))
                .copied()
                .collect(),
            collisions: collisions
                .par_iter()
                .filter(|pair| is_visible(pair.a) && is_visible(pair.b))
                .copied()
                .collect(),
        })
    }
}

/// Returns the FNV-1a hash of the indices of the colliding sprites.
fn hash(collisions: &[Pair]) -> u64 {
    let indices = collisions.iter().flat_map(|pair| [pair.a, pair.b]).map(|id| id.index() as u32);
    indices
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Moves a coordinate by a speed and reflects it at 0 and `limit`. Returns also whether it was reflected.
fn bounce(at: i32, speed: i32, limit: i32) -> (i32, bool) {
    match at + speed {
        to if to < 0 => ((-to).min(limit), true),
        to if to > limit => ((2 * limit - to).max(0), true),
        to => (to, false),
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

    #[test]
    fn sprites_stay_inside_the_walls() {
        for limit in 0..9 {
            for speed in -4..=4 {
                for at in 0..=limit {
                    let (to, is_reversed) = bounce(at, speed, limit);
                    let crosses = !(0..=limit).contains(&(at + speed));
                    assert!((0..=limit).contains(&to) && is_reversed == crosses, "{at} {speed} {limit}");
                }
            }
        }
    }
}
