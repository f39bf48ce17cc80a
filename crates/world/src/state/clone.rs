//! Copies of a world.

use crate::{World, WorldError, memory};

/// Copies.
impl World {
    /// A copy of the world as it is, to go back to or to try something in. The ids of sprites and masks are those of
    /// the original, now and for what is added later, and the next step compares with the last step of the original.
    /// Masks and their flipped and turned variants are shared and take no memory again; a mask is copied when one of the
    /// worlds edits it, so that neither shows the other's edits.
    ///
    /// A copy costs about as much as a refresh in which every sprite has moved.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// let frame = world.try_clone()?;
    /// world.move_to(id, [5, 5])?;
    /// assert_eq!(world.get(id).unwrap().position(), [5, 5]);
    /// world = frame; // back again
    /// assert_eq!(world.get(id).unwrap().position(), [0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::NoMemory`]. The R*-trees of [`World::force_index`] take their memory themselves: if the system
    /// refuses it, the process ends.
    pub fn try_clone(&self) -> Result<World, WorldError> {
        Ok(World {
            masks: self.masks.try_clone()?,
            slots: self.slots.try_clone(|&row| row)?,
            data: self.data.try_clone()?,
            broad: self.broad.try_clone()?,
            settings: self.settings,
            step_lists: self.step_lists.try_clone()?,
            pair_cache: self.pair_cache.try_clone()?,
            stepped: self.stepped,
        })
    }
}

/// [`World::try_clone`], for code that asks for a `Clone`.
impl Clone for World {
    /// A copy of the world.
    ///
    /// # Panics
    /// If the system refuses the memory. [`World::try_clone`] returns an error instead.
    fn clone(&self) -> World {
        memory::or_panic(self.try_clone())
    }
}
