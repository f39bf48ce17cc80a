//! The ids of masks, and the numbers of their variants.

use crate::slots::SlotId;

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
