//! The ids of sprites.

use crate::slots::SlotId;

/// The id of a sprite in a world.
///
/// After a sprite is removed, its id is stale: the world never gives the id to another sprite. Ids are ordered. In a
/// world from which no sprite was removed, they are in the order in which the sprites were spawned. The default id
/// names no sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SpriteId(pub(crate) SlotId);

impl SpriteId {
    /// Returns the slot of the sprite: a small number, from 0. Each sprite in the world has its own slot, so a game can
    /// keep data of its sprites in a `Vec`, indexed by slot.
    ///
    /// A later sprite can receive the slot of a removed sprite:
    ///
    /// - after the next successful [`World::step`](crate::World::step);
    /// - if this step names the removed sprite in [`Step::ended`](crate::Step::ended), only after the step that
    ///   follows;
    /// - in a world that has never been stepped, after the next successful [`World::refresh`](crate::World::refresh).
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// assert_eq!(ids.map(|id| id.index()), [0, 1, 2]);
    /// world.despawn(ids[1])?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [7, 7]))?.index(), 3);
    /// world.step()?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [9, 9]))?.index(), 1); // another id in the same slot
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0.index() as usize
    }

    /// Returns the id as a number, for save games and for other programming languages. The lower 32 bits are the slot.
    /// The upper 32 bits count how often the slot has been occupied and vacated.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, SpriteId, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// assert_eq!(id.to_bits() as u32 as usize, id.index());
    /// assert_eq!(SpriteId::from_bits(id.to_bits()), id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id that [`SpriteId::to_bits`] converted to this number. Every number is accepted. If the world has
    /// not given out such an id, the id names no sprite.
    ///
    /// ```
    /// # use hitmask::{SpriteId, World};
    /// assert_eq!(World::new().get(SpriteId::from_bits(12345)), None);
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> SpriteId {
        SpriteId(SlotId::from_bits(bits))
    }
}
