//! Random choices of a random life.

use super::lives::Life;
use bench::model::Actor;
use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::world::{MAX_PIVOT, MAX_POSITION};
use hitmask::{MaskId, SpriteId};

impl Life {
    /// Calls `act` with a random sprite, if there is one.
    pub(crate) fn on_some(&mut self, act: impl FnOnce(&mut Life, SpriteId)) {
        let some = self.rng.below(self.twin.model.actors.len() as u32) as usize;
        if let Some(&id) = self.twin.model.actors.keys().nth(some) {
            act(self, id);
        }
    }

    pub(crate) fn any_mask(&mut self) -> MaskId {
        let some = self.rng.below(self.twin.model.shapes.len() as u32) as usize;
        *self.twin.model.shapes.keys().nth(some).unwrap()
    }

    /// A position near the center, or one that may be beyond the limit.
    pub(crate) fn place(&mut self) -> [i32; 2] {
        self.center.map(|c| c + self.rng.within(-45..46))
    }

    /// Usually a small step, sometimes a large one.
    pub(crate) fn step(&mut self) -> [i32; 2] {
        match self.rng.below(40) {
            0 => [MAX_POSITION, -1 - self.rng.within(0..MAX_POSITION)],
            1 => [i32::MIN, i32::MAX],
            _ => [0; 2].map(|_: i32| self.rng.within(-9..10)),
        }
    }

    pub(crate) fn angle(&mut self) -> u16 {
        if self.rng.below(3) == 0 { 0 } else { self.rng.bits() as u16 }
    }

    pub(crate) fn layers(&mut self) -> [u32; 2] {
        match self.rng.below(4) {
            0 | 1 => [1, u32::MAX],
            2 => [3, 1 + self.rng.below(3)],
            _ => [self.rng.below(4), self.rng.below(4)],
        }
    }

    pub(crate) fn grid(rng: &mut Rng) -> Grid {
        let (width, height) = match rng.below(12) {
            0 => (0, 5),
            1 => (1, 1),
            2 => (70, 3),
            _ => (1 + rng.below(24), 1 + rng.below(24)),
        };
        let percent = [0, 15, 60, 60, 100][rng.below(5) as usize];
        shape::grid(width, height, |_, _| rng.below(100) < percent)
    }

    pub(crate) fn actor(&mut self) -> Actor {
        let flips = [self.rng.below(2) == 1, self.rng.below(2) == 1];
        let pivot = match self.rng.below(40) {
            0 => Some([MAX_PIVOT, -MAX_PIVOT]),
            1..=12 => Some([self.rng.within(-9..30), self.rng.within(-9..30)]),
            _ => None,
        };
        let quarters = self.rng.below(4) as usize;
        let (angle, layers, fixed) = (self.angle(), self.layers(), self.rng.below(4) == 0);
        let (mask, at) = (self.any_mask(), self.place());
        // Some have none.
        let data = ((at[0] as u64 & 3) << 40) | ((at[0] as u64 & 3) * (at[1] as u64 & 0xff));
        Actor { mask, at, flips, quarters, angle, pivot, layers, fixed, data }
    }
}
