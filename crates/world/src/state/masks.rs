//! The masks of a world.

use crate::{MaskId, World, WorldError};
use mask::{Mask, MaskError};
use std::sync::Arc;

/// Masks.
impl World {
    /// Adds a mask and returns its id. Sprites show the mask by its id.
    ///
    /// Sprites share the mask and never copy it. Each flipped, turned or rotated variant is built when a sprite first
    /// shows it, and is then shared too.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. No other error occurs, because every [`Mask`] is
    /// within the limits.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, WorldError> {
        self.masks.add(mask.into())
    }

    /// Returns a mask, or `None` if the id is stale.
    #[must_use]
    pub fn mask(&self, id: MaskId) -> Option<&Mask> {
        self.masks.get(id).ok().map(Arc::as_ref)
    }

    /// Edits a mask in place with `edit`, and returns the result of `edit`. All sprites that show the mask change with
    /// it, including flipped, turned and rotated sprites.
    ///
    /// If another [`Arc`] shares the mask, the world copies the mask first, and the other `Arc` keeps the old mask.
    ///
    /// ```
    /// # use mask::{Mask, MaskError};
    /// # let mut world = world::World::new();
    /// let ground = world.add_mask(Mask::filled(100, 20)?)?;
    /// let hole = Mask::filled(10, 10)?;
    /// world.edit_mask(ground, |mask| mask.erase(&hole, [50, 0]))?;
    /// assert_eq!(world.mask(ground).unwrap().count(), 1900);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for a copy of the mask. The mask is
    ///   unchanged.
    pub fn edit_mask<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        self.masks.edit(id, edit)
    }

    /// Edits a mask in place with an `edit` that can fail, and returns the result of `edit`. Apart from the error, this
    /// method behaves like [`World::edit_mask`].
    ///
    /// ```
    /// # use mask::{Mask, MaskError};
    /// # let mut world = world::World::new();
    /// let ground = world.add_mask(Mask::filled(100, 20)?)?;
    /// world.try_edit_mask(ground, |mask| mask.fill_circle([50.0, 0.0], 9.5, false))?;
    /// assert!(world.mask(ground).unwrap().count() < 2000);
    ///
    /// let edited = world.try_edit_mask(ground, |mask| mask.fill_circle([50.0, 0.0], -1.0, false));
    /// assert!(matches!(edited, Err(world::WorldError::Mask(MaskError::CircleRadius { .. }))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::Mask`] with the error of `edit`. The mask keeps the changes that `edit` made before the
    ///   error.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for a copy of the mask, or for `edit`.
    pub fn try_edit_mask<R>(
        &mut self,
        id: MaskId,
        edit: impl FnOnce(&mut Mask) -> Result<R, MaskError>,
    ) -> Result<R, WorldError> {
        Ok(self.masks.edit(id, edit)??)
    }

    /// Replaces a mask by another, which may have another size, and returns the old mask. All sprites that show the
    /// mask change with it.
    ///
    /// ```
    /// # use mask::Mask;
    /// # let mut world = world::World::new();
    /// let id = world.add_mask(Mask::filled(8, 8)?)?;
    /// let old = world.replace_mask(id, Mask::filled(2, 3)?)?;
    /// assert_eq!((old.count(), world.mask(id).unwrap().count()), (64, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::StaleMask`] if the world has no mask with this id. If a sprite would show the new mask
    /// scaled or rotated beyond the limits of a mask, the next refresh returns [`WorldError::CannotTransform`].
    pub fn replace_mask(&mut self, id: MaskId, mask: impl Into<Arc<Mask>>) -> Result<Arc<Mask>, WorldError> {
        self.masks.replace(id, mask.into())
    }

    /// Sets the number of angles of a mask: equal steps of a circle. The default is 64.
    ///
    /// A [rotated](crate::Sprite::angle()) sprite shows the nearest of these angles, unless it is
    /// [exact](crate::Sprite::exact()). Each angle takes the memory of a rotated mask once a sprite has shown it
    /// ([`WorldLimits::variant_bytes`](crate::WorldLimits#structfield.variant_bytes)).
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Angle, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [0, 0]).angle(Angle::degrees(50.0)?))?;
    /// world.set_angles(plank, 8)?; // the nearest of 8 angles is 45 degrees
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert!(bounds.width.abs_diff(bounds.height) <= 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a pass over all sprites, if any sprite shows the mask.
    ///
    /// # Errors
    /// The number of angles is unchanged after an error.
    ///
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::Mask`] if `angles` is not from 1 to 65,536.
    /// - Returns [`WorldError::CannotTransform`] if a sprite shows the mask and needs a rotated mask beyond the limits.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        self.masks.set_angles(id, angles, self.broad.sprites())
    }

    /// Removes a mask that no sprite shows, and returns the mask.
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::MaskInUse`] if a sprite shows the mask.
    pub fn remove_mask(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        self.masks.remove(id)
    }
}
