//! The world: masks, sprites, the trees over them, and the refresh that brings the trees up to date.

use super::settings::Settings;
use crate::broad::{BroadPhase, RefreshChanges};
use crate::column::Column;
use crate::masks::MaskStore;
use crate::narrow::{ListKind, PairCache, StepLists};
use crate::row::Row;
use crate::slots::Slots;
use crate::{Pair, View, WorldError, memory};
use std::{fmt, iter};

/// Sprites that show masks, and which of them share solid pixels.
///
/// Changing the world is cheap; [`World::refresh`] brings the trees up to date and gives a [`View`] that
/// answers questions. A refresh costs what has moved since the last.
///
/// Memory: about 70 bytes for a sprite, 8 more if any sprite has [data](crate::Sprite::data), besides the masks, which are shared, and the lists of pairs.
#[derive(Default)]
pub struct World {
    pub(crate) masks: MaskStore,
    /// The row of each sprite.
    pub(crate) slots: Slots<Row>,
    /// The user's data of each sprite, by slot.
    pub(crate) data: Column<u64>,
    pub(crate) broad: BroadPhase,
    pub(crate) settings: Settings,
    pub(crate) step_lists: StepLists,
    pub(crate) pair_cache: PairCache,
    /// Whether a step was ever made: then steps release slots, else refreshes do.
    pub(crate) stepped: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("sprites", &self.len()).finish_non_exhaustive()
    }
}

/// The world as a whole.
impl World {
    /// A world without masks and sprites.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }

    /// Checks all that the world keeps against each other: rows, trees, slots. For tests of the world itself.
    ///
    /// # Errors
    /// As [`World::refresh`], which it begins with.
    ///
    /// # Panics
    /// Where something is wrong; please report it.
    pub fn validate(&mut self) -> Result<(), WorldError> {
        self.refresh()?;
        self.slots.validate();
        self.broad.validate(&self.masks, &self.slots);
        self.masks.validate(self.broad.appearances());
        Ok(())
    }

    /// Brings the trees up to date and returns a view of the world in its current state.
    ///
    /// # Errors
    /// [`WorldError::CannotTransform`] if an edit has enlarged a mask so much that it cannot be rotated for a sprite that
    /// shows it; nothing else causes this error, and the next refresh succeeds when the mask is smaller or the sprite
    /// shows another angle or mask. [`WorldError::NoMemory`]; the next refresh succeeds when there is enough.
    pub fn refresh(&mut self) -> Result<View<'_>, WorldError> {
        let parallel = self.parallel(self.len());
        self.masks.learn_tight_boxes();
        match self.broad.refresh(&self.masks, &mut self.slots, parallel) {
            Ok(RefreshChanges::Only(slots)) => self.update_pair_cache(&slots),
            Ok(RefreshChanges::All) => self.pair_cache.clear(),
            Err(error) => {
                self.pair_cache.clear();
                return Err(error);
            }
        }
        self.masks.clear_dirty();
        if !self.stepped {
            self.slots.release(iter::empty());
        }
        Ok(View::of(self))
    }

    /// Updates the cached lists of pairs after the sprites in some slots have changed.
    fn update_pair_cache(&mut self, slots: &[u32]) {
        let (removed, candidates, collisions) = self.pair_cache.take_lists();
        if candidates.is_none() && collisions.is_none() {
            return;
        }
        let mut changed = Vec::new();
        if memory::try_resize(&mut changed, self.slots.slot_count(), false).is_err() {
            return; // The lists are built again when they are requested.
        }
        slots.iter().map(|&slot| slot as usize).chain(removed).for_each(|slot| changed[slot] = true);
        let as_before = |pair: &Pair| !changed[pair.a.index()] && !changed[pair.b.index()];
        let view = View::of(self);
        for (kind, pairs) in [(ListKind::Candidates, candidates), (ListKind::Collisions, collisions)] {
            let Some(mut pairs) = pairs else { continue };
            pairs.retain(as_before);
            if view.add_changed(kind, &mut pairs).is_ok()
                && self.pair_cache.is_worth_keeping(pairs.len(), self.slots.len())
            {
                self.pair_cache.store(kind, pairs);
            }
        }
    }
}
