//! The world: masks, sprites, the trees over the sprites, and the refresh that updates the trees.

use super::pace::Pace;
use crate::broad::{BroadPhase, RefreshChanges};
use crate::masks::MaskStore;
use crate::narrow::{PairCache, StepLists, Ways};
use crate::offset_tables::OffsetTables;
use crate::row::Row;
use crate::slots::Slots;
use crate::threads::Threads;
use crate::{View, WorldError, WorldLimits};
use std::{fmt, iter};

/// A set of masks and of sprites that show them. It finds the sprites that share solid pixels.
///
/// Methods of `World` change masks and sprites. A change is cheap. [`World::refresh`] then updates the trees and
/// returns a [`View`], whose methods query the world. The cost of a refresh depends on how many sprites have changed
/// since the last refresh.
///
/// Memory: about 80 bytes for each sprite, 8 more if any sprite has [data](crate::Sprite::data()), and 32 more if any
/// sprite has a pivot or a scale or is [exact](crate::Sprite::exact()). Masks are shared between sprites. Masks, their
/// variants ([`WorldLimits::variant_bytes`](crate::WorldLimits#structfield.variant_bytes)), lists of pairs and offset
/// tables ([`WorldLimits::offset_table_bytes`](crate::WorldLimits#structfield.offset_table_bytes)) take memory in
/// addition.
#[derive(Default)]
pub struct World {
    pub(crate) masks: MaskStore,
    /// The row of each sprite.
    pub(crate) slots: Slots<Row>,
    pub(crate) broad: BroadPhase,
    pub(crate) tables: OffsetTables,
    pub(crate) limits: WorldLimits,
    /// Whether ways compare the data of two sprites instead of their ids.
    pub(crate) ways_by_data: bool,
    pub(crate) step_lists: StepLists,
    pub(crate) pair_cache: PairCache,
    /// The ways of the last step. (Not copied: the next step finds others.)
    pub(crate) ways: Ways,
    /// The times of the last steps. (Not copied.)
    pub(crate) pace: Pace,
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

    /// Updates the trees, and returns a view of the world in its current state.
    ///
    /// Cost: it depends on how many sprites have changed since the last refresh.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if a scaled or rotated mask would exceed the limits of a mask: an edit
    ///   replaced the mask of a scaled or rotated sprite by a larger one, or a saved world contained such a sprite. The
    ///   next refresh succeeds if the mask is smaller again, or if the sprite shows another scale, angle or mask.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh succeeds if there is enough
    ///   memory.
    pub fn refresh(&mut self) -> Result<View<'_>, WorldError> {
        self.refresh_on(&self.threads(self.len()))
    }

    /// Does the work of [`World::refresh`].
    pub(crate) fn refresh_on(&mut self, threads: &Threads) -> Result<View<'_>, WorldError> {
        self.masks.begin_refresh()?;
        if self.masks.any_dirty() {
            self.broad.resolve_changed(&self.masks)?;
            self.masks.absorb()?;
        }
        let World { broad, masks, slots, .. } = self;
        match broad.refresh(masks, slots, threads) {
            Ok(RefreshChanges::Only(changed)) => {
                self.step_is_current &= changed.is_empty();
                self.pair_cache.note_changed(changed.iter().copied(), self.slots.len());
            }
            Ok(RefreshChanges::All) => {
                self.step_is_current = false;
                self.pair_cache.clear();
            }
            Err(error) => {
                self.step_is_current = false;
                self.pair_cache.clear();
                return Err(error);
            }
        }
        let World { tables, masks, broad, limits, slots, .. } = self;
        // Without the memory to look for variants to drop, they stay.
        let _ = masks.drop_variants(limits.variant_bytes, broad.shown());
        masks.end_refresh(|number| tables.forget(number));
        tables.update(masks, limits.offset_table_bytes, slots.len());
        if !self.stepped {
            self.slots.release(iter::empty());
        }
        Ok(View::of(self))
    }

    /// Returns a view of the world if nothing has changed since the last refresh. Returns `None` otherwise.
    ///
    /// It is made for programs that share a world between readers, and change and step it at one place:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [3, 4]))?;
    /// assert!(world.view().is_none());
    /// world.step()?;
    /// let shared: &World = &world;
    /// assert_eq!(shared.view().unwrap().find([3, 4]), [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: reads a byte for each 512 sprites, or for each after [`World::sprites_mut`] or [`World::sync_by_slot`].
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        (!self.masks.any_dirty() && self.broad.is_fresh()).then(|| View::of(self))
    }
}
