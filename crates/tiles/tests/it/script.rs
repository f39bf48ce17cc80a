//! Random histories of sprites. A history depends on a seed only, so every worker can play its part of it.

use mask::Mask;
use std::sync::Arc;
use world::{Angle, QuarterTurn, Sprite};

/// The change of a sprite between two steps.
pub(crate) enum Change {
    Stay,
    MoveBy([i32; 2]),
    JumpBy([i32; 2]),
    Set(Sprite),
    Remove,
}

/// A kind of history.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Script {
    pub(crate) seed: u64,
    /// The number of sprites that are added before the first step.
    pub(crate) sprites: u64,
    /// The side of the square in which sprites appear, in pixels.
    pub(crate) side: i32,
    /// Sprites that drift to the right leave their tiles together.
    pub(crate) drift: i32,
    /// Whether a fourth of the sprites are continuous.
    pub(crate) paths: bool,
}

impl Script {
    fn rng(self, step: u64, id: u64, purpose: u64) -> fastrand::Rng {
        let mut seed = self.seed;
        for value in [step, id, purpose] {
            seed = (seed ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        fastrand::Rng::with_seed(seed)
    }

    /// Returns masks of many sizes, an empty one among them.
    pub(crate) fn masks() -> Vec<Arc<Mask>> {
        let mut rng = fastrand::Rng::with_seed(11);
        let sizes = [[1, 1], [3, 9], [8, 8], [20, 13], [64, 5], [65, 65], [0, 7], [300, 40]];
        let mut random = |[width, height]: [u32; 2]| {
            let solid = rng.f64();
            Arc::new(Mask::from_fn(width, height, |_, _| rng.f64() < solid).unwrap())
        };
        sizes.into_iter().map(&mut random).collect()
    }

    fn random_sprite(self, masks: &[world::MaskId], rng: &mut fastrand::Rng) -> Sprite {
        // The largest masks are rare.
        let mask = if rng.u8(0..16) == 0 { rng.usize(0..masks.len()) } else { rng.usize(0..5) };
        let mut sprite = Sprite::new(masks[mask], [rng.i32(0..self.side), rng.i32(0..self.side)]);
        for option in 0..9 {
            sprite = match option {
                _ if rng.u8(0..4) > 0 => sprite,
                0 => sprite.flip_x(true),
                1 => sprite.flip_y(true),
                2 => {
                    sprite.turn([QuarterTurn::Quarter, QuarterTurn::Half, QuarterTurn::ThreeQuarters][rng.usize(0..3)])
                }
                3 => sprite.angle(Angle::degrees(rng.f64() * 360.0).unwrap()),
                4 => sprite.scale([0.5 + rng.f64(), 0.5 + rng.f64()]),
                5 => sprite.origin([rng.i32(-40..40), rng.i32(-40..40)].map(|c| f64::from(c) / 2.0)),
                6 => sprite.layers(rng.u32(1..4)).collides_with(rng.u32(1..4)),
                7 => sprite.fixed(true),
                _ => sprite.fraction([0.5, 0.25]),
            };
        }
        sprite.continuous(self.paths && rng.u8(0..4) == 0).data(rng.u64(..))
    }

    /// Returns the sprites that are added before a step.
    pub(crate) fn added(self, step: u64, masks: &[world::MaskId]) -> Vec<(u64, Sprite)> {
        let count = if step == 0 { self.sprites } else { self.rng(step, 0, 1).u64(0..=self.sprites / 40) };
        // Ids do not ascend with time, and removed ids are not used again. The upper halves of the ids are equal in every
        // second history.
        let near = |number: u64| 5 << 32 | u64::from(((step << 20 | number) as u32).wrapping_mul(0x9e37_79b1));
        let far = |number: u64| (step << 32 | number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let id = |number| if self.seed.is_multiple_of(2) { far(number) } else { near(number) };
        (0..count).map(|number| (id(number), self.random_sprite(masks, &mut self.rng(step, number, 2)))).collect()
    }

    /// Returns the change of a sprite before a step.
    pub(crate) fn change(self, step: u64, id: u64, sprite: &Sprite, masks: &[world::MaskId]) -> Change {
        let mut rng = self.rng(step, id, 3);
        match rng.u8(0..100) {
            0..60 if !sprite.fixed => Change::MoveBy([rng.i32(-5..=5) + self.drift, rng.i32(-5..=5)]),
            60..63 => {
                let by = [rng.i32(-self.side..=self.side), rng.i32(-self.side..=self.side)];
                if self.paths && rng.u8(0..3) == 0 { Change::JumpBy(by) } else { Change::MoveBy(by) }
            }
            // Paths of the length of a tile, and places between two pixels on the line.
            69..90 if sprite.continuous => {
                let by = self.side / 4;
                Change::MoveBy([rng.i32(-by..=by), rng.i32(-by..=by)])
            }
            63..67 => {
                let new = self.random_sprite(masks, &mut rng);
                let stays = rng.bool();
                Change::Set(if stays { new.position(sprite.position) } else { new })
            }
            67..69 => Change::Remove,
            _ => Change::Stay,
        }
    }
}
