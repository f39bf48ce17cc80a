//! The game's part of a sprite: its kind and its motion.

use hitmask::WorldError;
use rocks::field;

/// The kind of a sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ship,
    Rock,
    Pebble,
    Bullet,
}

/// A sprite that moves. The world knows its mask and its place, the game its center and its motion.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) kind: Kind,
    /// The name of its frame in the sheet.
    pub(crate) frame: String,
    /// The size of the frame.
    pub(crate) size: [f64; 2],
    pub(crate) center: [f64; 2],
    /// In pixels per tick.
    pub(crate) velocity: [f64; 2],
    /// In degrees, clockwise.
    pub(crate) angle: f64,
    pub(crate) spin: f64,
    pub(crate) scale: f64,
    /// The ticks since it was made.
    pub(crate) age: u32,
}

impl Body {
    /// Moves the body by a tick. It wraps around at the sides and bounces at the top.
    pub(crate) fn advance(&mut self) {
        let width = f64::from(field::SIZE[0]);
        self.center[0] = (self.center[0] + self.velocity[0]).rem_euclid(width);
        self.center[1] += self.velocity[1];
        if self.center[1] < 0.0 {
            self.velocity[1] = self.velocity[1].abs();
        }
        self.angle = (self.angle + self.spin).rem_euclid(360.0);
    }

    /// The position of the sprite: the top-left pixel of the unrotated, unscaled frame. Scale and rotation are about
    /// the middle.
    pub(crate) fn position(&self) -> Result<[i32; 2], WorldError> {
        hitmask::pixel([self.center[0] - self.size[0] / 2.0, self.center[1] - self.size[1] / 2.0])
    }

    pub(crate) fn mass(&self) -> f64 {
        self.size[0] * self.size[1] * self.scale * self.scale
    }

    /// The unit vector in which the nose of the ship points.
    pub(crate) fn heading(&self) -> [f64; 2] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [sin, -cos]
    }
}
