//! The ids of values in slots.

use std::fmt;

/// The name of a value: its slot, and the life of the slot, which is odd. The default names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct SlotId {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl SlotId {
    /// The slot.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    /// Whether it is an id that no slot ever gives.
    #[inline(always)]
    pub(crate) fn is_null(self) -> bool {
        self.generation == 0
    }

    /// Slot and generation as one number.
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The id that gives this number.
    pub(crate) fn from_bits(bits: u64) -> SlotId {
        SlotId { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}
