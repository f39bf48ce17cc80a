//! The model of a sprite.

use mask::Affine;
use world::{Angle, MAX_POSITION, MaskId, QuarterTurn, Side, Sprite};

/// The model of a sprite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Actor {
    /// The mask that it shows.
    pub mask: MaskId,
    /// Its position.
    pub at: [i32; 2],
    /// Whether it is mirrored: left and right, top and bottom.
    pub flips: [bool; 2],
    /// Quarter turns, 0 to 3.
    pub quarters: usize,
    /// The angle, in steps of 1/65536 of a circle.
    pub angle: u16,
    /// The scale factors along x and y.
    pub scale: [f64; 2],
    /// The point of the picture that is drawn at the position, and about which the sprite turns.
    pub origin: Option<[f64; 2]>,
    /// The linear part of any map, two rows, instead of flips, turns, angle, scale and origin.
    pub linear: Option<[[f64; 2]; 2]>,
    /// The part of the position below a pixel.
    pub fraction: [f64; 2],
    /// The layers that it is in, and the layers that it collides with.
    pub layers: [u32; 2],
    /// Whether it is fixed.
    pub fixed: bool,
    /// Whether it blocks nobody.
    pub sensor: bool,
    /// The only side from which it blocks.
    pub one_way: Option<Side>,
    /// Whether a step tests it along its path.
    pub continuous: bool,
    /// The user data.
    pub data: u64,
}

impl Actor {
    /// Returns a sprite with the default settings.
    #[must_use]
    pub fn new(mask: MaskId, at: [i32; 2]) -> Actor {
        let layers = [1, u32::MAX];
        let (flips, quarters, angle, scale, origin) = ([false; 2], 0, 0, [1.0; 2], None);
        let (linear, fraction, fixed, sensor, one_way, continuous, data) =
            (None, [0.0; 2], false, false, None, false, 0);
        #[rustfmt::skip]
        let actor = Actor {
            mask, at, flips, quarters, angle, scale, origin, linear, fraction, layers, fixed, sensor, one_way,
            continuous, data,
        };
        actor
    }

    /// Returns the sprite to spawn in a world.
    #[must_use]
    pub fn sprite(&self) -> Sprite {
        let Actor { mask, at, flips: [flip_x, flip_y], layers: [layers, collides_with], .. } = *self;
        let Actor { fixed, sensor, continuous, data, .. } = *self;
        let sprite = Sprite::new(mask, at).flip_x(flip_x).flip_y(flip_y).turn(self.turn()).angle(self.angle());
        let sprite = sprite.scale(self.scale).layers(layers).collides_with(collides_with).fixed(fixed);
        let mut sprite = sprite.sensor(sensor).continuous(continuous).data(data).fraction(self.fraction);
        (sprite.origin, sprite.one_way) = (self.origin, self.one_way);
        sprite.transform = self.linear.map(|rows| Affine::from(rows.map(|[a, b]| [a, b, 0.0])));
        sprite
    }

    /// Returns the sprite under any map with this linear part.
    #[must_use]
    pub fn under(self, linear: [[f64; 2]; 2]) -> Actor {
        let Actor { flips, quarters, angle, scale, origin, .. } = Actor::new(self.mask, self.at);
        Actor { flips, quarters, angle, scale, origin, linear: Some(linear), ..self }
    }

    /// Returns the quarter turns of the sprite.
    #[must_use]
    pub fn turn(&self) -> QuarterTurn {
        QuarterTurn::ALL[self.quarters]
    }

    /// Returns the angle of the sprite.
    ///
    /// # Panics
    /// Never panics: every number of steps is an angle.
    #[must_use]
    pub fn angle(&self) -> Angle {
        Angle::degrees(f64::from(self.angle) * 360.0 / 65_536.0).expect("the angle is finite")
    }

    /// Returns where a move by a distance leads, which may be out of range.
    #[must_use]
    pub fn moved(&self, by: [i32; 2]) -> [i64; 2] {
        [0, 1].map(|axis| i64::from(self.at[axis]) + i64::from(by[axis]))
    }

    /// Returns whether the layers of two sprites let them collide.
    #[must_use]
    pub fn may_meet(&self, other: &Actor) -> bool {
        let ([of, with], [of_other, with_other]) = (self.layers, other.layers);
        of & with_other != 0 && of_other & with != 0
    }
}

/// Returns whether a position is within the limit.
#[must_use]
pub fn within(at: [i64; 2]) -> bool {
    at.iter().all(|c| c.abs() <= i64::from(MAX_POSITION))
}
