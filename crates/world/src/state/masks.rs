//! The masks of a world.

use crate::{MaskId, World, WorldError};
use mask::Mask;
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
    /// # use mask::Mask;
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

    /// Sets into how many equal angles a circle is divided for sprites that show this mask and are
    /// [rotated](Sprite::rotated): 64 unless this is called. Each takes the memory of a turned mask once a sprite
    /// has shown it, and the first takes 320 bytes for every angle there may be.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::Turned`] unless there are 1 to 65,536.
    pub fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        self.masks.set_angles(id, angles)
    }

    /// Removes a mask that no sprite shows, and gives it back.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::MaskInUse`] while a sprite shows it.
    pub fn remove_mask(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        self.masks.remove(id)
    }
}
