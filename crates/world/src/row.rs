//! The index of a sprite in storage.

use crate::slots::SlotValue;

/// The index of a sprite in storage. Movers (sprites that move) and fixed sprites are stored apart, and each kind is
/// numbered from 0.
///
/// ```text
///   bit 31      1 for a fixed sprite, 0 for a mover
///   bits 0..31  the index among the sprites of this kind
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row(u32);

impl Row {
    const FIXED_BIT: u32 = 1 << 31;

    /// The first row of the movers.
    pub(crate) const FIRST_MOVER: Row = Row(0);
    /// The first row of the fixed sprites.
    pub(crate) const FIRST_FIXED: Row = Row(Row::FIXED_BIT);
    /// The maximum number of rows of each kind.
    pub(crate) const MAX_ROWS: usize = Row::FIXED_BIT as usize - 1;

    /// Returns whether the row is a fixed sprite's.
    #[inline(always)]
    pub(crate) fn is_fixed(self) -> bool {
        self.0 & Row::FIXED_BIT != 0
    }

    /// Returns the index among the sprites of this row's kind.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & !Row::FIXED_BIT) as usize
    }

    /// Returns the row `count` rows after this row. Its kind must be equal.
    #[inline(always)]
    pub(crate) fn plus(self, count: usize) -> Row {
        Row(self.0 + count as u32)
    }

    /// Returns the row `count` rows before this row. Its kind must be equal.
    #[inline(always)]
    pub(crate) fn minus(self, count: usize) -> Row {
        Row(self.0 - count as u32)
    }
}

impl SlotValue for Row {
    /// Returns a row that stores a link to another slot instead of an index.
    #[inline(always)]
    fn vacant(link: u32) -> Row {
        Row(link)
    }

    /// Returns the stored link.
    #[inline(always)]
    fn link(&self) -> u32 {
        self.0
    }
}
