//! Copies of a world.

use crate::narrow::Spare;
use crate::{World, WorldError, memory};

/// Copies of a world.
impl World {
    /// Returns a copy of the world, for example to roll back to, or to try a move in.
    ///
    /// The ids of sprites and masks are equal in both worlds, including the ids of sprites and masks that are added
    /// later in the same order. The next [`World::step`] of the copy compares with the last step of the original.
    ///
    /// The worlds share the masks and their flipped, turned, scaled and rotated variants, so masks take no memory
    /// again. If one world edits a shared mask, it copies the mask first, and the other world keeps the old mask.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// let frame = world.try_clone()?;
    /// world.move_to(id, [5, 5])?;
    /// assert_eq!(world.get(id).unwrap().position, [5, 5]);
    /// world = frame; // back again
    /// assert_eq!(world.get(id).unwrap().position, [0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: at most about as much as a step in which every sprite moves.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The R*-trees of [`World::force_index`] are an
    /// exception: if the system refuses memory for them, the process aborts.
    pub fn try_clone(&self) -> Result<World, WorldError> {
        Ok(World {
            masks: self.masks.try_clone()?,
            slots: self.slots.try_clone(|&lane| lane)?,
            columns: self.columns.try_clone()?,
            trees: self.trees.try_clone()?,
            limits: self.limits,
            ways_by_data: self.ways_by_data,
            step_lists: self.step_lists.try_clone()?,
            tables: self.tables.try_clone()?,
            join_work: self.join_work,
            spare: Spare::default(),
            stepped: self.stepped,
            // The lists of the step are not copied.
            step_is_current: false,
        })
    }
}

/// Copies the world as [`World::try_clone`] does, for code that requires `Clone`.
impl Clone for World {
    /// A copy of the world.
    ///
    /// # Panics
    /// Panics if the system refuses memory. [`World::try_clone`] returns an error instead.
    fn clone(&self) -> World {
        memory::or_panic(self.try_clone())
    }
}
