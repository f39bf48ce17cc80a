//! The ids of masks.

use crate::slots::SlotId;

/// Names a mask of a world, and never another one after its removal. The default id names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct MaskId(pub(crate) SlotId);

impl MaskId {
    /// The id as a number, for save games and other languages: the slot in the lower half, and in the upper half how
    /// often the slot has been given and taken back.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{MaskId, World};
    /// # let mut world = World::new();
    /// let id = world.add_mask(Mask::filled(1, 1)?)?;
    /// assert_eq!(MaskId::from_bits(id.to_bits()), id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// The id that [`MaskId::to_bits`] gives this number for. Any number is an id; one that the world has not given
    /// names no mask of it.
    ///
    /// ```
    /// # use world::{MaskId, World};
    /// assert_eq!(World::new().mask(MaskId::from_bits(12345)), None);
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> MaskId {
        MaskId(SlotId::from_bits(bits))
    }
}
