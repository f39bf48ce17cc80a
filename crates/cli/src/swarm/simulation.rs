//! The swarm itself: sprites that fly straight and bounce off the walls of the world.

use super::rng::Rng;
use crate::picture::{PALETTE, Rgb};
use anyhow::Result;
use mask::{Mask, Rect};
use rayon::prelude::*;
use slotmap::SecondaryMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use world::{MaskId, Pair, Placed, Sprite, SpriteId, Turn, View, World};

/// How many pairs of boxes overlap at a time, for each sprite. At one the picture is full and clear.
const CANDIDATES_EACH: f64 = 1.0;
/// A mask of so many times the median area is as common as any; a larger one is rarer.
const COMMON_AREA: f64 = 4.0;
/// Pixels a step, on each axis.
const MAX_SPEED: u32 = 4;
/// The world's width over its height, that of the picture.
const ASPECT: f64 = 1.5;
/// Tests that are worth handing to another thread.
const TESTS_AT_ONCE: usize = 1 << 10;

/// What a step took, and what it found.
pub(crate) struct Step {
    /// Moving all sprites.
    pub(crate) update: Duration,
    /// Bringing the tree up to date and listing the pairs whose boxes share a pixel.
    pub(crate) broad: Duration,
    /// Testing those pixel by pixel, and sorting those that collide.
    pub(crate) narrow: Duration,
    pub(crate) candidates: usize,
    pub(crate) collisions: usize,
    /// Of the sorted collisions: equal where two runs found the same.
    pub(crate) hash: u64,
}

pub(crate) struct Simulation {
    world: World,
    movers: SecondaryMap<SpriteId, Mover>,
    colors: SecondaryMap<MaskId, Rgb>,
    size: [i32; 2],
    candidates: Vec<Pair>,
    collisions: Vec<Pair>,
}

/// What a sprite is besides its place.
struct Mover {
    number: u32,
    velocity: [i32; 2],
    /// The largest position that is within the walls; the smallest is 0.
    room: [i32; 2],
}

/// What there is to see in a part of the world.
pub(crate) struct Shown<'s> {
    pub(crate) view: View<'s>,
    pub(crate) sprites: Vec<(SpriteId, Rgb)>,
    pub(crate) candidates: &'s [Pair],
    pub(crate) collisions: &'s [Pair],
}

impl Simulation {
    /// So many sprites at random places in a world that is large enough for them. There must be a mask;
    /// each is shown once before one is shown twice.
    pub(crate) fn new(masks: &[Arc<Mask>], sprites: u32, seed: u64) -> Result<Simulation> {
        let shares = shares(masks);
        let size = size(masks, &shares, sprites);
        let mut world = World::new();
        let (mut movers, mut colors) = (SecondaryMap::new(), SecondaryMap::new());
        let mut ids = Vec::with_capacity(masks.len());
        for (mask, color) in masks.iter().zip(PALETTE.iter().cycle()) {
            let id = world.add_mask(mask.clone())?;
            colors.insert(id, *color);
            ids.push(id);
        }
        let mut rng = Rng::new(seed);
        let mut up_to = 0.0;
        let ends: Vec<f64> = shares.iter().map(|share| (up_to += share, up_to).1).collect();
        for number in 0..sprites {
            let drawn = rng.unit() * up_to;
            let drawn = ends.partition_point(|&end| end <= drawn).min(masks.len() - 1);
            let shown = if (number as usize) < masks.len() { number as usize } else { drawn };
            let (mask, id) = (&masks[shown], ids[shown]);
            let turn = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][rng.below(4) as usize];
            let [width, height] = match turn {
                Turn::None | Turn::Half => [mask.width(), mask.height()],
                Turn::Quarter | Turn::ThreeQuarters => [mask.height(), mask.width()],
            };
            let room = [size[0] - width as i32, size[1] - height as i32];
            let at = room.map(|room| rng.below(room as u32 + 1) as i32);
            let velocity = [(); 2].map(|()| {
                let speed = 1 + rng.below(MAX_SPEED) as i32;
                if rng.below(2) == 0 { speed } else { -speed }
            });
            let sprite = Sprite::new(id, at).turned(turn);
            let sprite = if rng.below(2) == 0 { sprite } else { sprite.flipped_x() };
            movers.insert(world.spawn(sprite)?, Mover { number, velocity, room });
        }
        Ok(Simulation { world, movers, colors, size, candidates: Vec::new(), collisions: Vec::new() })
    }

    /// Width and height of the world.
    pub(crate) fn size(&self) -> [i32; 2] {
        self.size
    }

    /// Moves every sprite once and finds the pairs that collide then.
    pub(crate) fn step(&mut self) -> Result<Step> {
        let began = Instant::now();
        for mut sprite in self.world.sprites_mut() {
            let mover = &mut self.movers[sprite.id()];
            let ([x, y], [dx, dy], [room_x, room_y]) = (sprite.position(), mover.velocity, mover.room);
            let ((x, dx), (y, dy)) = (bounce(x, dx, room_x), bounce(y, dy, room_y));
            mover.velocity = [dx, dy];
            sprite.move_to([x, y])?;
        }
        let moved = Instant::now();

        let view = self.world.refresh()?;
        view.candidates_into(&mut self.candidates)?;
        let listed = Instant::now();

        self.collisions.clear();
        let tests = self.candidates.par_iter().with_min_len(TESTS_AT_ONCE);
        self.collisions.par_extend(tests.filter(|pair| collide(view, pair)).copied());
        self.collisions.par_sort_unstable();
        let tested = Instant::now();

        Ok(Step {
            update: moved - began,
            broad: listed - moved,
            narrow: tested - listed,
            candidates: self.candidates.len(),
            collisions: self.collisions.len(),
            hash: self.hash(),
        })
    }

    /// What stands in a part of the world, and what the last step found.
    pub(crate) fn shown(&mut self, part: Rect) -> Result<Shown<'_>> {
        let ids = self.world.refresh()?.in_rect(part);
        let color = |id| self.world.get(id).map(|sprite| (id, self.colors[sprite.mask()]));
        let sprites = ids.into_iter().filter_map(color).collect();
        let view = self.world.refresh()?;
        Ok(Shown { view, sprites, candidates: &self.candidates, collisions: &self.collisions })
    }

    /// FNV-1a over the numbers of the sprites that collide.
    fn hash(&self) -> u64 {
        let numbers = self.collisions.iter().flat_map(|pair| [pair.a, pair.b]).map(|id| self.movers[id].number);
        numbers
            .flat_map(u32::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}

/// Whether two sprites share a solid pixel.
fn collide(view: View, pair: &Pair) -> bool {
    let (Some(a), Some(b)): (Option<Placed>, _) = (view.shape(pair.a), view.shape(pair.b)) else { return false };
    a.mask.overlaps(b.mask, [b.at[0] - a.at[0], b.at[1] - a.at[1]])
}

/// A coordinate moved by its speed within 0 and `room`, and the speed then.
fn bounce(at: i32, speed: i32, room: i32) -> (i32, i32) {
    match at + speed {
        to if to < 0 => ((-to).min(room), -speed),
        to if to > room => ((2 * room - to).max(0), -speed),
        to => (to, speed),
    }
}

/// How often each mask is shown, relative to the others.
///
/// A picture much larger than the rest, such as a whole sheet in a folder of sprites, is shown more
/// rarely, or a world with room for it would be empty for all others.
fn shares(masks: &[Arc<Mask>]) -> Vec<f64> {
    let area = |mask: &Mask| f64::from(mask.width()) * f64::from(mask.height());
    let mut areas: Vec<f64> = masks.iter().map(|mask| area(mask)).collect();
    areas.sort_by(f64::total_cmp);
    let fair = COMMON_AREA * areas.get(areas.len() / 2).copied().unwrap_or(0.0).max(1.0);
    masks.iter().map(|mask| fair / area(mask).max(fair)).collect()
}

/// The size of the world in which as many boxes overlap as are wanted.
///
/// Two boxes at random places in an area A overlap with probability (w1 + w2)(h1 + h2) / A. Turns make
/// sides alike, so that the mean of the product is 2 (mean of wh + square of the mean side); there are
/// half the square of N pairs of N sprites.
fn size(masks: &[Arc<Mask>], shares: &[f64], sprites: u32) -> [i32; 2] {
    let all: f64 = shares.iter().sum();
    let mean = |of: fn(f64, f64) -> f64| {
        let of = |mask: &Mask| of(mask.width().into(), mask.height().into());
        masks.iter().zip(shares).map(|(mask, share)| share / all * of(mask)).sum::<f64>()
    };
    let met = mean(|width, height| width * height) + mean(|width, height| (width + height) / 2.0).powi(2);
    let area = f64::from(sprites) * met / CANDIDATES_EACH;
    let largest = masks.iter().map(|mask| mask.width().max(mask.height())).max().unwrap_or(0);
    let limit = |side: f64| (side.ceil() as i32).clamp(largest as i32, world::MAX_POSITION);
    [limit((area * ASPECT).sqrt()), limit((area / ASPECT).sqrt())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swarm::drawn;

    #[test]
    fn a_step_finds_what_the_world_finds() {
        let masks = drawn::masks(5).unwrap();
        let mut swarm = Simulation::new(&masks, 3000, 5).unwrap();
        for _ in 0..3 {
            let step = swarm.step().unwrap();
            let collisions = swarm.world.refresh().unwrap().collisions();
            assert!(!collisions.is_empty() && step.candidates > step.collisions);
            assert_eq!(swarm.collisions, collisions);
        }
    }

    #[test]
    fn sprites_stay_within_the_walls() {
        for room in 0..9 {
            for speed in -4..=4 {
                for at in 0..=room {
                    let (to, then) = bounce(at, speed, room);
                    assert!((0..=room).contains(&to) && then.abs() == speed.abs(), "{at} {speed} {room}");
                }
            }
        }
    }
}
