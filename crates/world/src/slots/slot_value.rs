//! The values of slots.

/// A type of values in slots. A vacant slot holds a link in place of a value.
pub(crate) trait SlotValue {
    /// The content of a vacant slot with a link.
    fn vacant(link: u32) -> Self;

    /// The link of a vacant slot.
    fn link(&self) -> u32;
}
