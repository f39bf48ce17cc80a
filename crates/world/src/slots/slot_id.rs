//! The ids of values in slots.

use std::fmt;

/// The id of a value: its slot, and the generation of the slot, which is odd. The default id names no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct SlotId {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl SlotId {
    /// Returns the slot.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    /// Returns whether the generation is 0, which no value ever has.
    #[inline(always)]
    pub(crate) fn is_null(self) -> bool {
        self.generation == 0
    }

    /// Returns the slot in the lower 32 bits and the generation in the upper 32 bits.
    #[inline(always)]
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// Returns the id for which [`SlotId::to_bits`] returns this number.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> SlotId {
        SlotId { index: bits as u32, generation: (bits >> 32) as u32 }
    }

    /// Returns a number for the order of ids: the slot, then the generation.
    #[inline(always)]
    pub(crate) fn to_ordered(self) -> u64 {
        self.to_bits().rotate_left(32)
    }

    /// Returns the id for which [`SlotId::to_ordered`] returns this number.
    #[inline(always)]
    pub(crate) fn from_ordered(number: u64) -> SlotId {
        SlotId::from_bits(number.rotate_left(32))
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}
