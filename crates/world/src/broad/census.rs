//! The census: which sprites have a class of their own, by plain numbers.
//!
//! The census counts the sprites with equal layers. They get a single class if there are enough of them, and if they
//! never collide with many of all sprites: then a tree of their own saves more comparisons than it costs. (A step of
//! 20,000 bullets and a target takes 9 times as long without, `bench -- bullets-20k-1`.) A single class stays until
//! another class needs its place.

use super::class::Class;

/// A single class begins with at least this many sprites.
const LEAST_SPRITES: usize = 32;
/// The census counts again after this many changes for each sprite. A change of layers delays it by as many.
const INTERVAL: usize = 8;

/// The changes since the last census.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Census {
    changed: usize,
}

impl Census {
    /// Notes that rows have changed.
    pub(super) fn note_changed(&mut self, rows: usize) {
        self.changed += rows;
    }

    /// Notes that sprites have other layers. While many change their layers, they would only leave their class again.
    pub(super) fn note_relayered(&mut self, rows: usize) {
        self.changed = self.changed.saturating_sub(INTERVAL * rows);
    }

    /// Whether it is time for a census of so many sprites, which then begins anew.
    pub(super) fn is_due(&mut self, sprites: usize) -> bool {
        let is_due = self.changed >= INTERVAL * sprites;
        self.changed = if is_due { 0 } else { self.changed };
        is_due
    }
}

/// The number of sprites with the layers and the `fixed` of a class.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub(super) class: Class,
    pub(super) sprites: usize,
    /// Whether they have a single class.
    pub(super) is_single: bool,
}

impl Count {
    /// Whether the sprites get a single class.
    pub(super) fn gets_class(&self, counts: &[Count]) -> bool {
        // Fixed sprites never collide in any case.
        let others = || counts.iter().filter(|other| !(self.class.fixed && other.class.fixed));
        let all: usize = others().map(|other| other.sprites).sum();
        let never: usize = others().filter(|other| !self.class.meets(other.class)).map(|other| other.sprites).sum();
        !self.is_single && self.sprites >= LEAST_SPRITES && never > 0 && 4 * never >= all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprites::Layers;

    #[test]
    fn sprites_that_never_meet_a_quarter_of_all_get_a_class() {
        let count = |layers: [u32; 2], sprites| {
            let [layer_bits, collision_bits] = layers;
            let class = Class { layers: Layers { layer_bits, collision_bits }, fixed: false };
            Count { class, sprites, is_single: false }
        };
        let [bullets, ships] = [count([2, 1], 32), count([1, 3], 96)];
        let gets = |of: &Count, other| of.gets_class(&[*of, other]);
        assert!(gets(&bullets, ships) && !gets(&ships, bullets));
        assert!(!gets(&count([2, 1], 31), ships), "too few");
        assert!(!gets(&bullets, count([1, 3], 97)), "the bullets are less than a quarter");
        assert!(!gets(&Count { is_single: true, ..bullets }, ships));
    }

    #[test]
    fn the_census_waits_while_many_sprites_change_their_layers() {
        let mut census = Census::default();
        let mut refresh = |relayered| {
            census.note_changed(1000);
            census.note_relayered(relayered);
            census.is_due(1000)
        };
        assert!((0..100).all(|_| !refresh(200)));
        assert_eq!((1..20).find(|_| refresh(10)), Some(9));
    }
}
