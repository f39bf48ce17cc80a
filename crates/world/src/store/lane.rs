//! The place of a sprite in the trees.

use crate::slots::SlotValue;

/// The place of a sprite in the trees: a lane of a leaf.
///
/// ```text
///   bits 29..32  the number of the tree
///   bits 0..29   eight times the number of the leaf, plus the lane
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lane(u32);

impl Lane {
    const INDEX_BITS: u32 = 29;
    const NO_INDEX: u32 = (1 << Lane::INDEX_BITS) - 1;

    /// The maximum number of sprites of a world.
    pub(crate) const MAX_SPRITES: usize = Lane::NO_INDEX as usize;

    /// The place of a sprite that is in no tree yet.
    pub(crate) const NONE: Lane = Lane(u32::MAX);

    /// A lane of a tree, counted from its first leaf on.
    #[inline(always)]
    pub(crate) const fn new(tree: usize, index: usize) -> Lane {
        Lane((tree as u32) << Lane::INDEX_BITS | index as u32)
    }

    /// The place of a sprite that waits for a lane of a tree.
    pub(crate) const fn waiting(tree: usize) -> Lane {
        Lane::new(tree, Lane::NO_INDEX as usize)
    }

    /// Whether the sprite has a lane.
    #[inline(always)]
    pub(crate) fn is_placed(self) -> bool {
        self.0 & Lane::NO_INDEX != Lane::NO_INDEX
    }

    /// The number of the tree.
    #[inline(always)]
    pub(crate) fn tree(self) -> usize {
        (self.0 >> Lane::INDEX_BITS) as usize
    }

    /// The lane, counted from the first leaf of the tree on.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & Lane::NO_INDEX) as usize
    }

    /// The first lane of the leaf.
    #[inline(always)]
    pub(crate) fn first(self) -> Lane {
        Lane(self.0 & !7)
    }

    /// The number of the leaf.
    #[inline(always)]
    pub(crate) fn leaf(self) -> usize {
        self.index() / 8
    }
}

impl SlotValue for Lane {
    #[inline(always)]
    fn vacant(link: u32) -> Lane {
        Lane(link)
    }

    #[inline(always)]
    fn link(&self) -> u32 {
        self.0
    }
}
