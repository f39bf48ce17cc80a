//! The ids of sprites.

use slotmap::Key;

slotmap::new_key_type! {
    /// Names a sprite of a world, and never another one after its removal. Ids have an order; in a
    /// world from which nothing was removed it is that of the spawns.
    pub struct SpriteId;
}

impl SpriteId {
    /// The number of its slot, from 0 up: small, and of no other sprite as long as this one is in the world.
    /// What a game keeps for its sprites can stand in a `Vec` by it.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// assert_eq!(ids.map(|id| id.index()), [0, 1, 2]);
    /// world.despawn(ids[1])?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [9, 9]))?.index(), 1); // another id in the same slot
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        // Slot maps leave the slot 0 free.
        (self.data().as_ffi() as u32 as usize).saturating_sub(1)
    }
}
