//! The layers of sprites.

/// The layers that a sprite is in and the layers that it collides with. Each bit is a layer.
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

    /// Returns both values as one number. The lower 32 bits are the layers that the sprite is in.
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.collision_bits) << 32 | u64::from(self.layer_bits)
    }

    /// The layers that [`Layers::to_bits`] converted to this number.
    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Layers {
        Layers { layer_bits: bits as u32, collision_bits: (bits >> 32) as u32 }
    }

    /// Whether each of two sprites is in a layer that the other collides with.
    #[inline]
    pub(crate) fn may_collide(self, other: Layers) -> bool {
        self.layer_bits & other.collision_bits != 0 && other.layer_bits & self.collision_bits != 0
    }

    /// Whether the sprite is in at least one of the given layers.
    pub(crate) fn is_in_any(self, layers: u32) -> bool {
        self.layer_bits & layers != 0
    }
}
