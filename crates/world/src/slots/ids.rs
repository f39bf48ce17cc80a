//! The ids of what stands in slots: sprites and masks. The numbers of mask variants.

use std::fmt;

/// The id of a value: its slot, and the generation of the slot, which is odd. The default id names no value.
///
/// Stored as one number, the slot in the upper 32 bits, so that ids are compared and copied as numbers. (Packed,
/// because with the alignment of a 64-bit number, an appearance would take 16 bytes instead of 12.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(C, packed(4))]
pub(crate) struct SlotId(u64);

impl SlotId {
    /// The id of a slot and a generation.
    #[inline(always)]
    pub(super) fn new(index: u32, generation: u32) -> SlotId {
        SlotId(u64::from(index) << 32 | u64::from(generation))
    }

    /// The slot.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The generation of the slot.
    #[inline(always)]
    pub(super) fn generation(self) -> u32 {
        self.0 as u32
    }

    /// The slot in the lower 32 bits and the generation in the upper 32 bits.
    #[inline(always)]
    pub(crate) fn to_bits(self) -> u64 {
        self.0.rotate_left(32)
    }

    /// The id for which [`SlotId::to_bits`] returns this number.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> SlotId {
        SlotId(bits.rotate_left(32))
    }

    /// A number for the order of ids: the slot, then the generation.
    #[inline(always)]
    pub(crate) fn to_ordered(self) -> u64 {
        self.0
    }

    /// The id for which [`SlotId::to_ordered`] returns this number.
    #[inline(always)]
    pub(crate) fn from_ordered(number: u64) -> SlotId {
        SlotId(number)
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index(), self.generation())
    }
}

/// A type of values in slots. A vacant slot holds a link in place of a value.
pub(crate) trait SlotValue {
    /// The content of a vacant slot with a link.
    fn vacant(link: u32) -> Self;

    /// The link of a vacant slot.
    fn link(&self) -> u32;
}

/// The id of a sprite in a world.
///
/// After a sprite is removed, its id is stale: the world never gives the id to another sprite. Ids are ordered. In a
/// world from which no sprite was removed, they are in the order in which the sprites were spawned. The default id
/// names no sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SpriteId(pub(crate) SlotId);

impl SpriteId {
    /// Returns the slot of the sprite: a small number, from 0. Each sprite in the world has its own slot, so a game can
    /// keep data of its sprites in a `Vec`, indexed by slot.
    ///
    /// A later sprite can receive the slot of a removed sprite:
    ///
    /// - after the next successful [`World::step`](crate::World::step);
    /// - if this step names the removed sprite in [`Step::ended`](crate::Step::ended), only after the step that
    ///   follows;
    /// - in a world that has never been stepped, after the next successful [`World::refresh`](crate::World::refresh).
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// assert_eq!(ids.map(|id| id.index()), [0, 1, 2]);
    /// world.despawn(ids[1])?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [7, 7]))?.index(), 3);
    /// world.step()?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [9, 9]))?.index(), 1); // another id in the same slot
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0.index() as usize
    }

    /// Returns the id as a number, for save games and for other programming languages. The lower 32 bits are the slot.
    /// The upper 32 bits count how often the slot has been occupied and vacated.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, SpriteId, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// assert_eq!(id.to_bits() as u32 as usize, id.index());
    /// assert_eq!(SpriteId::from_bits(id.to_bits()), id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id that [`SpriteId::to_bits`] converted to this number. Every number is accepted. If the world has
    /// not given out such an id, the id names no sprite.
    ///
    /// ```
    /// # use hitmask::{SpriteId, World};
    /// assert_eq!(World::new().get(SpriteId::from_bits(12345)), None);
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> SpriteId {
        SpriteId(SlotId::from_bits(bits))
    }
}

/// The number of a variant in the list of a world. The variant 0 has no pixels; slots without a sprite show it.
pub(crate) type VariantNumber = u32;

/// The id of a mask in a world.
///
/// After a mask is removed, its id is stale: the world never gives the id to another mask. The default id names no
/// mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct MaskId(pub(crate) SlotId);

impl MaskId {
    /// Returns the slot of the mask: a small number, from 0. Each mask in the world has its own slot. A later mask can
    /// receive the slot of a removed mask.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.index() as usize
    }

    /// Returns the id as a number, for save games and for other programming languages. The lower 32 bits are the slot.
    /// The upper 32 bits count how often the slot has been occupied and vacated.
    ///
    /// ```
    /// # use hitmask::{Mask, MaskId, World};
    /// # let mut world = World::new();
    /// let id = world.add_mask(Mask::filled(1, 1)?)?;
    /// assert_eq!(MaskId::from_bits(id.to_bits()), id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id that [`MaskId::to_bits`] converted to this number. Every number is accepted. If the world has not
    /// given out such an id, the id names no mask.
    ///
    /// ```
    /// # use hitmask::{MaskId, World};
    /// assert_eq!(World::new().mask(MaskId::from_bits(12345)), None);
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> MaskId {
        MaskId(SlotId::from_bits(bits))
    }
}
