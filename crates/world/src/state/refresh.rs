//! The refresh, which updates the trees.

use crate::store::Flags;
use crate::threads::Threads;
use crate::{View, World, WorldError};
use std::iter;

/// Views of the world.
impl World {
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
        let any_dirty = self.masks.any_dirty();
        self.columns.resolve(&mut self.masks, &self.slots, any_dirty)?;
        self.settle()?;
        let World { columns, trees, masks, slots, .. } = self;
        if columns.flags.any(Flags::STALE) || trees.are_stale() {
            self.step_is_current &= !columns.flags.any(Flags::DIRTY);
            trees.refresh(columns, slots, masks, threads)?;
        }
        let World { tables, masks, columns, limits, slots, .. } = self;
        // Without the memory for it, nothing is dropped.
        let _ = masks.drop_variants(limits.variant_bytes, columns.variants().iter().copied());
        masks.end_refresh(|number| tables.forget(number));
        tables.update(masks, limits.offset_table_bytes, slots.len());
        if !self.stepped {
            self.slots.release(iter::empty());
        }
        Ok(View::of(self))
    }

    /// Renders the masks of sprites whose maps have stood for some refreshes.
    fn settle(&mut self) -> Result<(), WorldError> {
        for id in self.masks.standing()? {
            let Ok(slot) = self.slot_of(id) else { continue };
            if let Some(number) = self.masks.settle(self.columns.variant(slot), self.limits.variant_bytes) {
                self.columns.set_variant(slot, number);
            }
        }
        Ok(())
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
    /// Cost: reads a byte for each 512 sprites, and a byte for each of those 512 if one has changed since the last
    /// step.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        (!self.masks.any_dirty() && !self.columns.flags.any(Flags::STALE)).then(|| View::of(self))
    }
}
