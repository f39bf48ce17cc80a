//! The ids of values in slots.

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
