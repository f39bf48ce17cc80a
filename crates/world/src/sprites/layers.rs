//! The layers that sprites are in, and those that they collide with.

/// The layers that a sprite is in, and those that it collides with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Layers {
    pub(crate) layer_bits: u32,
    pub(crate) collision_bits: u32,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers { layer_bits: 1, collision_bits: u32::MAX }
    }
}

impl Layers {
    pub(crate) fn new(layer_bits: u32, collision_bits: u32) -> Layers {
        Layers { layer_bits, collision_bits }
    }

    /// Whether each is in a layer that the other collides with.
    #[inline]
    pub(crate) fn may_collide(self, other: Layers) -> bool {
        self.layer_bits & other.collision_bits != 0 && other.layer_bits & self.collision_bits != 0
    }

    /// Whether one of some layers is among those it is in.
    pub(crate) fn is_in_any(self, layers: u32) -> bool {
        self.layer_bits & layers != 0
    }
}
