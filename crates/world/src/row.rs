//! The place of a sprite in storage.

use crate::slots::SlotValue;

/// The place of a sprite in storage: its number among the movers, or among the fixed sprites.
///
/// ```text
///   bit 31      1 for a fixed sprite
///   bits 0..31  the number
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row(u32);

impl Row {
    const FIXED_BIT: u32 = 1 << 31;

    /// The first of the sprites that move.
    pub(crate) const FIRST_MOVER: Row = Row(0);
    /// The first of the fixed sprites.
    pub(crate) const FIRST_FIXED: Row = Row(Row::FIXED_BIT);
    /// The most rows of movers, and of fixed sprites.
    pub(crate) const MAX_ROWS: usize = Row::FIXED_BIT as usize - 1;

    /// Whether the sprite is fixed.
    #[inline(always)]
    pub(crate) fn is_fixed(self) -> bool {
        self.0 & Row::FIXED_BIT != 0
    }

    /// The number among the movers, or among the fixed sprites.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & !Row::FIXED_BIT) as usize
    }

    /// The row `count` places further, which must be of the same kind.
    #[inline(always)]
    pub(crate) fn plus(self, count: usize) -> Row {
        Row(self.0 + count as u32)
    }
}

impl SlotValue for Row {
    #[inline(always)]
    fn vacant(link: u32) -> Row {
        Row(link)
    }

    #[inline(always)]
    fn link(&self) -> u32 {
        self.0
    }
}
