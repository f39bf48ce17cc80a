//! The masks of a world.

use crate::{MaskId, World, WorldError};
use mask::{Mask, MaskError};
use std::sync::Arc;

/// Masks.
impl World {
    /// Adds a mask for sprites to show. It is shared, never copied for a sprite; flipped and turned
    /// copies are made once, when a sprite first shows one.
    ///
    /// # Errors
    /// [`WorldError::NoMemory`] alone: a mask that exists is within the limits.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, WorldError> {
        self.masks.add(mask.into())
    }

    /// The mask, or `None` for a stale id.
    #[must_use]
    pub fn mask(&self, id: MaskId) -> Option<&Mask> {
        self.masks.get(id).ok().map(Arc::as_ref)
    }

    /// Lets `edit` change a mask in place. Every sprite that shows it follows, flipped and turned ones
    /// too. A mask that somebody else holds an [`Arc`] of is copied first.
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
    /// [`WorldError::StaleMask`]; [`WorldError::NoMemory`] for the copy, and nothing is changed.
    pub fn edit_mask<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        self.masks.edit(id, edit)
    }

    /// Lets `edit` change a mask in place, with an edit that may fail. Every sprite that shows the mask follows, as with
    /// [`World::edit_mask`].
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
    /// [`WorldError::StaleMask`]; [`WorldError::Mask`] with the error of `edit`, and the mask keeps whatever `edit`
    /// changed before it; [`WorldError::NoMemory`].
    pub fn try_edit_mask<R>(
        &mut self,
        id: MaskId,
        edit: impl FnOnce(&mut Mask) -> Result<R, MaskError>,
    ) -> Result<R, WorldError> {
        Ok(self.masks.edit(id, edit)??)
    }

    /// Sets into how many equal angles a circle is divided for sprites that show this mask and are
    /// [rotated](Sprite::rotated): 64 unless this is called. Each takes the memory of a rotated mask once a sprite
    /// has shown it, and the first takes 320 bytes for every angle there may be.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Angle, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [0, 0]).rotated(Angle::degrees(50.0)?))?;
    /// world.set_angles(plank, 8)?; // the nearest of 8 angles is 45 degrees
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert!(bounds.width.abs_diff(bounds.height) <= 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a look at every sprite, if any shows the mask.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::Mask`] unless `angles` is from 1 to 65,536;
    /// [`WorldError::CannotTransform`] if a sprite that shows the mask would need a rotated mask beyond the limits;
    /// [`WorldError::NoMemory`]. The number of angles stays.
    pub fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        self.masks.set_angles(id, angles, self.broad.appearances())
    }

    /// Removes a mask that no sprite shows, and gives it back.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::MaskInUse`] while a sprite shows it.
    pub fn remove_mask(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        self.masks.remove(id)
    }
}
