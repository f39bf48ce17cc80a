//! The ids of sprites.

use crate::slots::SlotId;

/// Names a sprite of a world, and never another one after its removal. Ids have an order; in a
/// world from which nothing was removed it is that of the spawns. The default id names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SpriteId(pub(crate) SlotId);

impl SpriteId {
    /// The number of its slot, from 0 up: small, and of no other sprite as long as this one is in the world.
    /// Whatever a game keeps for its sprites can be in a `Vec` by it.
    ///
    /// A slot outlives its sprite. The next sprite may have it after the next successful
    /// [`World::step`](crate::World::step), or, if this step names the old sprite in
    /// [`Step::ended`](crate::Step::ended), after the step that follows. In a world that never steps, a successful
    /// [`World::refresh`](crate::World::refresh) is enough.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
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

    /// The id as a number, for save games and other languages: the slot in the lower half, and in the upper half how
    /// often the slot has been given and taken back.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, SpriteId, World};
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

    /// The id that [`SpriteId::to_bits`] gives this number for. Any number is an id; one that the world has not given
    /// names no sprite of it.
    ///
    /// ```
    /// # use world::{SpriteId, World};
    /// assert_eq!(World::new().get(SpriteId::from_bits(12345)), None);
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> SpriteId {
        SpriteId(SlotId::from_bits(bits))
    }

    /// Whether it names no sprite of any world.
    #[inline(always)]
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }
}
