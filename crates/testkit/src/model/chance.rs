//! Random choices of a random life.

use super::actor::Actor;
use super::change::Change;
use super::life::Life;
use crate::Choice;
use world::{MAX_ORIGIN, MAX_POSITION, MaskId, Side, SpriteId};

/// Coordinates at the ends of `i32` and of the range of positions.
const ENDS: [i32; 8] =
    [i32::MIN, i32::MIN + 1, -MAX_POSITION - 1, -MAX_POSITION, MAX_POSITION, MAX_POSITION + 1, i32::MAX - 1, i32::MAX];

impl<C: Choice> Life<C> {
    /// Calls `act` with a random sprite, if there is one.
    pub(super) fn on_some(&mut self, act: impl FnOnce(&mut Life<C>, SpriteId)) {
        if let Some(id) = self.any_sprite() {
            act(self, id);
        }
    }

    pub(super) fn any_sprite(&mut self) -> Option<SpriteId> {
        let some = self.choices.below(self.twin.model.actors.len() as u32) as usize;
        self.twin.model.actors.keys().nth(some).copied()
    }

    pub(super) fn any_mask(&mut self) -> MaskId {
        let some = self.choices.below(self.twin.model.shapes.len() as u32) as usize;
        *self.twin.model.shapes.keys().nth(some).unwrap()
    }

    /// A position near the center, or one that may be beyond the limit.
    pub(super) fn place(&mut self) -> [i32; 2] {
        self.center.map(|c| c + self.choices.within(-45..46))
    }

    /// A position near the center, or sometimes one at the ends of the range.
    pub(super) fn any_place(&mut self) -> [i32; 2] {
        match self.choices.below(32) {
            31 => [self.choices.one_of(&ENDS), self.choices.one_of(&ENDS)],
            _ => self.place(),
        }
    }

    /// Usually a small step, sometimes a large one.
    pub(super) fn step(&mut self) -> [i32; 2] {
        match self.choices.below(40) {
            38 => [MAX_POSITION, -1 - self.choices.within(0..MAX_POSITION)],
            39 => [i32::MIN, i32::MAX],
            _ => [0; 2].map(|_: i32| self.choices.within(-9..10)),
        }
    }

    fn angle(&mut self) -> u16 {
        match self.choices.below(3) {
            0 => 0,
            // At other angles, a long mask would have too many pixels for the model.
            _ if self.has_long_mask() => 8192 * self.choices.below(8) as u16,
            _ => self.choices.below(1 << 16) as u16,
        }
    }

    fn scale(&mut self) -> [f64; 2] {
        match self.choices.below(8) {
            0..=4 => [1.0; 2],
            5 => [self.factor(); 2],
            _ => [self.factor(), self.factor()],
        }
    }

    /// A scale factor that leaves few pixels or at most four times as many, or sometimes an extreme one.
    fn factor(&mut self) -> f64 {
        match self.choices.below(16) {
            15 => self.choices.one_of(&[5e-324, 1e-300, 1e-4, 1e12, 1e300, f64::MAX]),
            // A long mask that is shorter and rotated would have too many pixels for the model.
            _ if self.has_long_mask() => self.choices.one_of(&[1.0, 2.0]),
            _ => f64::from(1 + self.choices.below(64)) / 32.0,
        }
    }

    /// Usually none, often a point near the mask with halves and quarters, sometimes one at the end of the range.
    fn origin(&mut self) -> Option<[f64; 2]> {
        match self.choices.below(40) {
            39 => Some([MAX_ORIGIN, -MAX_ORIGIN]),
            1..=12 => Some([0; 2].map(|_: i32| f64::from(self.choices.within(-36..120)) / 4.0)),
            13..=15 => Some([0; 2].map(|_: i32| f64::from(self.choices.within(-3600..12_000)) / 377.0)),
            _ => None,
        }
    }

    fn fraction(&mut self) -> [f64; 2] {
        match self.choices.below(8) {
            6 => [0; 2].map(|_: i32| f64::from(self.choices.below(4)) / 4.0),
            7 => [0; 2].map(|_: i32| f64::from(self.choices.below(1024)) / 1024.0),
            _ => [0.0; 2],
        }
    }

    /// The linear part of a map with shear, of a few quarters, or of thirds and sevenths. It has an inverse.
    fn linear(&mut self) -> [[f64; 2]; 2] {
        if self.has_long_mask() {
            return [[0.0, -1.0], [1.0, 0.0]];
        }
        let parts = self.choices.one_of(&[4.0, 4.0, 3.0, 7.0]);
        let mut number = || f64::from(self.choices.within(-7..8)) / parts;
        let [[a, b], [c, d]] = [[number(), number()], [number(), number()]];
        if (a * d - b * c).abs() > 0.1 { [[a, b], [c, d]] } else { [[1.0, 0.25], [0.0, -1.0]] }
    }

    fn layers(&mut self) -> [u32; 2] {
        match self.choices.below(4) {
            0 | 1 => [1, u32::MAX],
            2 => [3, 1 + self.choices.below(3)],
            _ => [self.choices.below(4), self.choices.below(4)],
        }
    }

    pub(super) fn actor(&mut self) -> Actor {
        let flips = [self.choices.flip(), self.choices.flip()];
        let (origin, fraction) = (self.origin(), self.fraction());
        let quarters = self.choices.below(4) as usize;
        let (angle, layers, fixed) = (self.angle(), self.layers(), self.choices.below(4) == 3);
        let (scale, linear) = (self.scale(), None);
        let (mask, at) = (self.any_mask(), self.place());
        // Some have none.
        let data = ((at[0] as u64 & 3) << 40) | ((at[0] as u64 & 3) * (at[1] as u64 & 0xff));
        let (sensor, one_way, continuous) = (self.choices.below(8) == 7, self.one_way(), self.choices.below(4) == 3);
        #[rustfmt::skip]
        let actor = Actor {
            mask, at, flips, quarters, angle, scale, origin, linear, fraction, layers, fixed, sensor, one_way,
            continuous, data,
        };
        match self.choices.below(8) {
            7 => actor.under(self.linear()),
            _ => actor,
        }
    }

    fn one_way(&mut self) -> Option<Side> {
        match self.choices.below(8) {
            7 => Some(self.choices.one_of(&Side::ALL)),
            _ => None,
        }
    }

    pub(super) fn any_change(&mut self) -> Change {
        match self.choices.below(12) {
            0 => Change::Mask(self.any_mask()),
            1 => Change::FlipX(self.choices.flip()),
            8 => Change::FlipY(self.choices.flip()),
            2 => Change::Quarters(self.choices.below(4) as usize),
            3 => Change::Angle(self.angle()),
            4 => Change::Layers(self.layers()),
            5 => Change::Scale(self.scale()),
            6 => match self.choices.below(4) {
                0 => Change::Linear(Some(self.linear())),
                1 => Change::Fraction(self.fraction()),
                2 => Change::Linear(None),
                _ => Change::Origin(self.origin()),
            },
            9 => Change::Sensor(self.choices.flip()),
            10 => Change::OneWay(self.one_way()),
            11 => Change::Continuous(self.choices.flip()),
            _ => Change::Fixed(self.choices.flip()),
        }
    }
}
