//! The world: masks, sprites, the trees over the sprites, and the limits.

use crate::masks::MaskStore;
use crate::narrow::{Spare, StepLists};
use crate::offset_tables::OffsetTables;
use crate::slots::Slots;
use crate::store::Columns;
use crate::tree::{Lane, Trees};
use crate::{Index, SpriteId, WorldLimits};
use std::fmt;

/// A set of masks and of sprites that show them. It finds the sprites that share solid pixels.
///
/// Methods of `World` change masks and sprites. A change is cheap. [`World::refresh`] then updates the trees and
/// returns a [`View`](crate::View), whose methods query the world. The cost of a refresh depends on how many sprites
/// have changed since the last refresh.
///
/// Memory: about 80 bytes for each sprite, 8 more if any sprite has [data](crate::Sprite::data()), and 64 more if any
/// sprite has an angle, a scale, an origin, a transform or a fraction. A sprite whose map has changed in the last eight
/// refreshes takes some 300 bytes more. Masks are shared between sprites. Masks, their
/// variants ([`WorldLimits::variant_bytes`](crate::WorldLimits#structfield.variant_bytes)), lists of pairs and offset
/// tables ([`WorldLimits::offset_table_bytes`](crate::WorldLimits#structfield.offset_table_bytes)) take memory in
/// addition.
#[derive(Default)]
pub struct World {
    pub(crate) masks: MaskStore,
    /// The ids, and the lane of each sprite in the trees.
    pub(crate) slots: Slots<Lane>,
    pub(crate) columns: Columns,
    pub(crate) trees: Trees,
    pub(crate) tables: OffsetTables,
    pub(crate) limits: WorldLimits,
    /// Whether ways compare the data of two sprites instead of their ids.
    pub(crate) ways_by_data: bool,
    pub(crate) step_lists: StepLists,
    /// The comparisons of leaves in the last join of a step.
    pub(crate) join_work: u64,
    /// (Not copied.)
    pub(crate) spare: Spare,
    /// Whether [`World::step`] has ever succeeded. From then on, only steps release slots. Before, refreshes release
    /// them.
    pub(crate) stepped: bool,
    /// Whether no refresh has found a change since the last step.
    pub(crate) step_is_current: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("sprites", &self.len()).finish_non_exhaustive()
    }
}

/// The world as a whole.
impl World {
    /// Returns an empty world.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }
}

/// Limits.
impl World {
    /// Returns the limits of the world.
    #[must_use]
    pub fn limits(&self) -> WorldLimits {
        self.limits
    }

    /// Sets the limits of the world. Start from [`World::limits`] to change one of them.
    pub fn set_limits(&mut self, limits: WorldLimits) {
        if limits.variant_bytes != self.limits.variant_bytes {
            self.masks.check_budget();
        }
        self.limits = limits;
    }

    /// Returns the memory that the offset tables take at present, in bytes. Copies of a world share their tables.
    #[must_use]
    pub fn offset_table_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// Returns the memory that scaled and rotated masks take at present, in bytes.
    ///
    /// Cost: linear in the number of masks that sprites have shown first since the last refresh.
    #[must_use]
    pub fn variant_bytes(&self) -> usize {
        self.masks.variant_bytes()
    }

    /// Whether the first of two sprites is the first on their way too.
    #[inline(always)]
    pub(crate) fn is_way_order(&self, a: SpriteId, b: SpriteId) -> bool {
        if self.ways_by_data {
            let key = |id: SpriteId| (self.masks.data.get(id.index()), id);
            return key(a) < key(b);
        }
        a < b
    }

    /// Sets the kind of tree that the world keeps its sprites in. By default, the world chooses the kind. At present,
    /// it always chooses [`Index::Packed`].
    ///
    /// The results do not depend on the kind, except for the order of [`View::candidates`](crate::View::candidates) and
    /// of visits. If the system refuses memory for an R*-tree, the process aborts.
    pub fn force_index(&mut self, index: Index) {
        self.trees.set_index(index);
    }
}
