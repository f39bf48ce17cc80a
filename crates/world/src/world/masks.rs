//! The masks of a world.

use crate::{MaskId, World, WorldError};
use mask::{Mask, MaskError};
use std::sync::Arc;

/// What the closure of [`World::edit_mask`] returns: `()`, or a [`Result`] with a [`MaskError`], which becomes a
/// [`WorldError`]. Other types cannot implement the trait.
#[diagnostic::on_unimplemented(
    message = "an edit returns `()` or `Result<_, MaskError>`, not `{Self}`",
    label = "expected `()` or `Result<_, MaskError>`",
    note = "end the closure with `;`, or return `Ok(value)`"
)]
pub trait Edited: EditResult {}

impl Edited for () {}
impl<T> Edited for Result<T, MaskError> {}

/// What all edits have in common. The trait is private, so nobody else implements [`Edited`].
#[doc(hidden)]
pub trait EditResult {
    type Value;
    fn into_result(self) -> Result<Self::Value, MaskError>;
}

impl EditResult for () {
    type Value = ();

    fn into_result(self) -> Result<(), MaskError> {
        Ok(())
    }
}

impl<T> EditResult for Result<T, MaskError> {
    type Value = T;

    fn into_result(self) -> Result<T, MaskError> {
        self
    }
}

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

    /// Returns a mask, or `None` if the id is stale. A clone of the [`Arc`] shares its memory; a later edit copies the
    /// mask first, so the clone keeps the old one.
    #[must_use]
    pub fn mask(&self, id: MaskId) -> Option<&Arc<Mask>> {
        self.masks.get(id).ok()
    }

    /// Edits a mask in place with `edit`, which returns nothing or a `Result` ([`Edited`]). All sprites that show the
    /// mask change with it, including flipped, turned and rotated sprites. [`World::erase`] edits one sprite instead.
    ///
    /// If another [`Arc`] shares the mask, the world copies the mask first, and the other `Arc` keeps the old mask.
    ///
    /// ```
    /// # use hitmask::{Mask, MaskError, WorldError};
    /// # let mut world = hitmask::World::new();
    /// let ground = world.add_mask(Mask::filled(100, 20)?)?;
    /// let hole = Mask::filled(10, 10)?;
    /// world.edit_mask(ground, |mask| mask.erase(&hole, [50, 0]))?;
    /// assert_eq!(world.mask(ground).unwrap().count(), 1900);
    /// world.edit_mask(ground, |mask| mask.fill_circle([20.0, 0.0], 9.5, false))?;
    /// let edited = world.edit_mask(ground, |mask| mask.fill_circle([20.0, 0.0], -1.0, false));
    /// assert!(matches!(edited, Err(WorldError::Mask(MaskError::CircleRadius { .. }))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::Mask`] with the error of `edit`. The mask keeps the changes that `edit` made before it.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for a copy of the mask, or for `edit`.
    pub fn edit_mask<R: Edited>(
        &mut self,
        id: MaskId,
        edit: impl FnOnce(&mut Mask) -> R,
    ) -> Result<R::Value, WorldError> {
        Ok(self.masks.edit(id, edit)?.into_result()?)
    }

    /// Replaces a mask by another, which may have another size, and returns the old mask. All sprites that show the
    /// mask change with it.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// # let mut world = hitmask::World::new();
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

    /// Rounds the angles of the sprites that show a mask to equal steps of a circle: a choice of speed over truth, for
    /// crowds that rotate. The default is `None`: sprites are shown as given.
    ///
    /// With steps, the masks of all angles are rendered once and shared, and pairs of them get offset tables. With 64,
    /// an angle is up to 2.8 degrees off: two pixels and a half at the edge of a sprite of 100 px. Fractions of
    /// positions are rounded to halves; scale and origin stay as given.
    ///
    /// A [`transform`](crate::Sprite::transform) is a scale and a shear, and then a rotation, whose angle is rounded.
    /// The scale and the shear keep 12 bits, and the middle of the picture is within a quarter of a pixel along each
    /// axis.
    ///
    /// ```
    /// # use hitmask::{Angle, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [0, 0]).angle(Angle::degrees(50.0)?))?;
    /// world.set_angle_steps(plank, 8)?; // the nearest of 8 angles is 45 degrees
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert!(bounds.width.abs_diff(bounds.height) <= 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: the next refresh passes over all sprites.
    ///
    /// # Errors
    /// The number of angles is unchanged after an error.
    ///
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns [`WorldError::Mask`] if `angles` is not from 1 to 65,536.
    pub fn set_angle_steps(&mut self, id: MaskId, angles: impl Into<Option<u32>>) -> Result<(), WorldError> {
        self.masks.set_angles(id, angles.into())
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
