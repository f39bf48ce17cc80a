//! The leaves of a tree.

use crate::geometry::{Aabb, Aabb8};
use crate::masks::{Variant, VariantNumber};
use crate::sprites::Layers;
use wide::i32x4;

/// Eight sprites. A lane without a sprite has slot 0, variant 0 and an empty box.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Leaf {
    /// The tight boxes. ([`Tree::boxes`](super::tree::Tree::boxes) returns those around the ways.)
    pub(crate) boxes: Aabb8,
    pub(crate) slots: [u32; 8],
    pub(crate) variants: [VariantNumber; 8],
}

const _: () = assert!(size_of::<Leaf>() == 192, "a leaf must fill three cache lines");

impl Leaf {
    pub(super) const EMPTY: Leaf = Leaf { boxes: Aabb8::EMPTY, slots: [0; 8], variants: [0; 8] };

    /// Takes the sprite out of a lane.
    pub(super) fn clear(&mut self, lane: usize) {
        (self.slots[lane], self.variants[lane]) = (0, 0);
        self.boxes.set(lane, Aabb::EMPTY);
    }

    /// Copies a sprite from a lane of another leaf.
    #[inline(always)]
    pub(super) fn copy(&mut self, lane: usize, from: &Leaf, old: usize) {
        (self.slots[lane], self.variants[lane]) = (from.slots[old], from.variants[old]);
        self.boxes.set(lane, from.boxes.lane(old));
    }

    /// Sets the boxes of sprites at the given positions, and returns the smallest box around them. (Most leaves have
    /// sprites that show one variant, whose box is then read once.)
    #[inline(always)]
    pub(super) fn fill(&mut self, variants: &[Variant], positions: &[[i32; 2]; 8]) -> Aabb {
        let numbers = self.variants;
        let outer = |lane: usize| variants[numbers[lane] as usize].outer;
        let moved = |outer: Aabb, lane: usize| {
            // An empty box stays as it is.
            let [x, y] = positions[lane].map(|c| c & -i32::from(!outer.is_empty()));
            i32x4::from(outer.0) + i32x4::from([x, y, x, y])
        };
        if numbers.iter().fold(0, |different, number| different | (number ^ numbers[0])) == 0 {
            let alike = outer(0);
            return self.boxes.set_all(|lane| moved(alike, lane));
        }
        self.boxes.set_all(|lane| moved(outer(lane), lane))
    }
}

/// The layers of eight sprites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Layers8 {
    pub(super) layer_bits: [u32; 8],
    pub(super) collision_bits: [u32; 8],
}

impl Layers8 {
    pub(super) const NONE: Layers8 = Layers8 { layer_bits: [0; 8], collision_bits: [0; 8] };

    /// The same layers in all lanes.
    pub(super) fn splat(layers: Layers) -> Layers8 {
        Layers8 { layer_bits: [layers.layer_bits; 8], collision_bits: [layers.collision_bits; 8] }
    }

    /// Sets the layers of a lane.
    pub(super) fn set(&mut self, lane: usize, layers: Layers) {
        (self.layer_bits[lane], self.collision_bits[lane]) = (layers.layer_bits, layers.collision_bits);
    }
}
