//! The sprites of a swarm: where they start, how they move, and their colors.

use super::mask_set::{MaskSet, Picker};
use super::rng::Rng;
use crate::picture::{PALETTE, Rgb};
use std::ops::Range;
use world::{MaskId, QuarterTurn, Sprite, WorldLimits};

/// The largest speed on each axis, in pixels a step.
const MAX_SPEED: u32 = 4;
/// The pair limit for each sprite: more pairs are an error instead of a list that fills the memory.
const MAX_PAIRS_PER_SPRITE: usize = 16;

/// The start of a sprite.
pub(super) struct Start {
    /// Index into the masks of the swarm.
    mask: usize,
    turn: QuarterTurn,
    is_flipped: bool,
    at: [i32; 2],
    /// The speed on each axis, in pixels a step.
    pub(super) velocity: [i8; 2],
    /// Index into [`Placing::limits`].
    pub(super) limit: u32,
}

impl Start {
    /// Returns the sprite to spawn. `masks` has the ids of the masks of the swarm.
    pub(super) fn sprite(&self, masks: &[MaskId]) -> Sprite {
        let sprite = Sprite::new(masks[self.mask], self.at).turn(self.turn);
        if self.is_flipped { sprite.flip_x(true) } else { sprite }
    }
}

/// Places the sprites of a swarm at random, one after the other.
pub(super) struct Placing {
    rng: Rng,
    pick: Picker,
    numbers: Range<usize>,
    limits: Vec<[i32; 2]>,
}

impl Placing {
    /// Starts with the first sprite. `masks` must not be empty.
    pub(super) fn new(masks: &MaskSet, sprites: u32, seed: u64) -> Placing {
        let [width, height] = masks.world_size(sprites);
        let upright_and_turned = |[w, h]: [i32; 2]| [[width - w, height - h], [width - h, height - w]];
        let sizes = masks.masks().iter().map(|mask| [mask.width() as i32, mask.height() as i32]);
        let limits = sizes.flat_map(upright_and_turned).collect();
        Placing { rng: Rng::new(seed), pick: masks.picker(), numbers: 0..sprites as usize, limits }
    }

    /// Returns the largest position inside the walls for each mask, upright and by a quarter turn. The smallest is 0.
    pub(super) fn limits(&self) -> &[[i32; 2]] {
        &self.limits
    }
}

impl Iterator for Placing {
    type Item = Start;

    fn next(&mut self) -> Option<Start> {
        let Placing { rng, pick, numbers, limits } = self;
        let mask = pick(numbers.next()?, rng);
        let quarters = rng.below(4) as usize;
        let limit = 2 * mask + quarters % 2;
        let at = limits[limit].map(|limit| rng.below(limit as u32 + 1) as i32);
        let velocity = [(); 2].map(|()| {
            let speed = 1 + rng.below(MAX_SPEED) as i8;
            if rng.below(2) == 0 { speed } else { -speed }
        });
        let turn = QuarterTurn::ALL[quarters];
        Some(Start { mask, turn, is_flipped: rng.below(2) != 0, at, velocity, limit: limit as u32 })
    }
}

/// Returns the maximum number of pairs of a swarm.
pub(super) fn pair_limit(sprites: u32) -> usize {
    WorldLimits::DEFAULT.pairs.max((sprites as usize).saturating_mul(MAX_PAIRS_PER_SPRITE))
}

/// Returns the color of the sprites with a limit of [`Placing::limits`].
pub(super) fn color(limit: u32) -> Rgb {
    PALETTE[limit as usize / 2 % PALETTE.len()]
}

/// Moves a coordinate by a speed and reflects it at 0 and `limit`. Returns also whether it was reflected.
pub(super) fn bounce(at: i32, speed: i32, limit: i32) -> (i32, bool) {
    match at + speed {
        to if to < 0 => ((-to).min(limit), true),
        to if to > limit => ((2 * limit - to).max(0), true),
        to => (to, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
