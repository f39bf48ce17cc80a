//! The index of a sprite in storage.

use crate::slots::SlotValue;

/// The index of a sprite in storage. Each class of sprites is stored apart, and its rows are numbered from 0.
///
/// ```text
///   bits 29..32  the class
///   bits 0..29   the index among the sprites of the class
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row(u32);

impl Row {
    const INDEX_BITS: u32 = 29;

    /// The number of classes.
    pub(crate) const CLASSES: usize = 1 << (u32::BITS - Row::INDEX_BITS);
    /// The maximum number of rows of a class.
    pub(crate) const MAX_ROWS: usize = (1 << Row::INDEX_BITS) - 1;

    /// The first row of a class.
    #[inline(always)]
    pub(crate) const fn first(class: usize) -> Row {
        Row((class as u32) << Row::INDEX_BITS)
    }

    /// The class.
    #[inline(always)]
    pub(crate) fn class(self) -> usize {
        (self.0 >> Row::INDEX_BITS) as usize
    }

    /// The index among the sprites of the class.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & ((1 << Row::INDEX_BITS) - 1)) as usize
    }

    /// The row `count` rows after this row. Both must be of one class.
    #[inline(always)]
    pub(crate) fn plus(self, count: usize) -> Row {
        Row(self.0 + count as u32)
    }

    /// The row `count` rows before this row. Both must be of one class.
    #[inline(always)]
    pub(crate) fn minus(self, count: usize) -> Row {
        Row(self.0 - count as u32)
    }
}

impl SlotValue for Row {
    /// A row that stores a link to another slot instead of an index.
    #[inline(always)]
    fn vacant(link: u32) -> Row {
        Row(link)
    }

    /// The stored link.
    #[inline(always)]
    fn link(&self) -> u32 {
        self.0
    }
}
