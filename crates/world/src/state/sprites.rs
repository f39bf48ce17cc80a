//! The sprites of a world.

use crate::row::Row;
use crate::sprites::{Appearance, Layers};
use crate::{Angle, MaskId, Sprite, SpriteId, SpriteMut, World, WorldError};

/// Sprites.
impl World {
    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Makes room for so many sprites more that move.
    ///
    /// # Errors
    /// [`WorldError::Full`] where they would be more than 2^31 - 1; [`WorldError::NoMemory`].
    pub fn reserve(&mut self, sprites: usize) -> Result<(), WorldError> {
        self.reserve_like(sprites, &Sprite::new(MaskId::default(), [0, 0]))
    }

    /// The same for sprites like this one.
    fn reserve_like(&mut self, sprites: usize, like: &Sprite) -> Result<(), WorldError> {
        if sprites > Row::MAX_ROWS - self.slots.len() {
            return Err(WorldError::Full { sprites: self.slots.len() });
        }
        self.slots.try_reserve(sprites)?;
        self.data.reserve(like.data, self.slots.slot_count(), sprites)?;
        self.broad.reserve(sprites, like)
    }

    /// Puts a sprite into the world.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::OutOfRange`] and [`WorldError::PivotOutOfRange`] beyond
    /// the limits; [`WorldError::Turned`] where the mask is too large to be turned by its angle;
    /// [`WorldError::Full`] beyond 2^31 - 1 sprites; [`WorldError::NoMemory`].
    pub fn spawn(&mut self, sprite: Sprite) -> Result<SpriteId, WorldError> {
        sprite.check()?;
        self.reserve_like(1, &sprite)?;
        self.masks.pose(sprite.appearance, sprite.at, sprite.pivot)?;
        self.masks.acquire(sprite.appearance);
        let World { slots, broad, data, .. } = self;
        let id = SpriteId(slots.insert_with(|id| broad.push(SpriteId(id), sprite)));
        data.set(id.index(), sprite.data, slots.slot_count());
        Ok(id)
    }

    /// Takes a sprite out of the world. Its id names nothing from now on; its slot is given to another sprite as
    /// [`SpriteId::index`] says, and until then [`World::data`] knows its data.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn despawn(&mut self, id: SpriteId) -> Result<Sprite, WorldError> {
        let row = self.slots.vacate(id.0).ok_or(WorldError::StaleSprite(id))?;
        let sprite = Sprite { data: self.data.get(id.index()), ..self.broad.remove(row) };
        self.pair_cache.note_removed(id.index());
        self.masks.release(sprite.mask());
        Ok(sprite)
    }

    /// The sprite, or `None` for a stale id.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<Sprite> {
        self.slots.get(id.0).map(|&row| self.sprite(id, row))
    }

    /// The data of a sprite, as [`Sprite::data`] or [`World::set_data`] has set it. It is still known when the sprite
    /// has gone, until its slot may be given to another: for a sprite that [`Step::ended`](crate::Step::ended) names,
    /// until the next step. `None` for an id that the world has not given, or has forgotten.
    ///
    /// Data takes memory, 8 bytes for each sprite, once a sprite has other data than 0.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let [shot, rock] = [1001, 2002].map(|data| world.spawn(Sprite::new(dot, [3, 4]).data(data)).unwrap());
    /// world.step()?;
    /// world.despawn(shot)?;
    /// let ended = world.step()?.ended().to_vec();
    /// assert_eq!((world.get(ended[0].a), world.data(ended[0].a)), (None, Some(1001)));
    /// world.step()?;
    /// assert_eq!((world.data(shot), world.data(rock)), (None, Some(2002)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn data(&self, id: SpriteId) -> Option<u64> {
        let known = self.slots.get(id.0).is_some() || self.slots.is_waiting(id.0);
        known.then(|| self.data.get(id.index()))
    }

    /// Sets the data of a sprite, which [`World::data`] gives.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::NoMemory`].
    pub fn set_data(&mut self, id: SpriteId, data: u64) -> Result<(), WorldError> {
        self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
        self.data.reserve(data, self.slots.slot_count(), 0)?;
        self.data.set(id.index(), data, self.slots.slot_count());
        Ok(())
    }

    /// The sprite of an id, which is in a row.
    fn sprite(&self, id: SpriteId, row: Row) -> Sprite {
        Sprite { data: self.data.get(id.index()), ..self.broad.sprite(row) }
    }

    /// The sprites, sorted by id.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, Sprite)> {
        self.entries()
    }

    /// The sprites, sorted by id, as often as is wanted.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (SpriteId, Sprite)> + Clone {
        self.slots.iter().map(|(id, &row)| (SpriteId(id), self.sprite(SpriteId(id), row)))
    }

    /// The sprites, to move them all in one linear pass: in the order in which they are stored, which is not
    /// that of their ids, and follows them as they move. [`SpriteId::index`] tells where a game may keep what
    /// belongs to a sprite.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// for mut sprite in world.sprites_mut() {
    ///     sprite.move_by([3, -1])?;
    /// }
    /// assert_eq!(world.get(id).unwrap().position(), [3, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sprites_mut(&mut self) -> impl Iterator<Item = SpriteMut<'_>> {
        self.broad.all_rows_mut().into_iter().flat_map(|rows| rows.iter_mut())
    }

    /// The same, shared among the threads of the rayon pool that the caller is in.
    #[cfg(feature = "rayon")]
    pub fn par_sprites_mut(&mut self) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'_>> {
        use rayon::iter::ParallelIterator;
        let [movers, fixed] = self.broad.all_rows_mut();
        movers.par_iter_mut().chain(fixed.par_iter_mut())
    }

    /// One sprite, to move, flip or turn it.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn get_mut(&mut self, id: SpriteId) -> Result<SpriteMut<'_>, WorldError> {
        let &row = self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
        Ok(self.broad.sprite_mut(row))
    }

    /// Moves a sprite to a position.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`], and the sprite stays.
    pub fn move_to(&mut self, id: SpriteId, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_to(at)
    }

    /// Moves a sprite by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`], and the sprite stays.
    pub fn move_by(&mut self, id: SpriteId, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_by(by)
    }

    /// Turns a sprite by any angle, as [`Sprite::rotated`] does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::Turned`] where its mask is too large for it, [`WorldError::NoMemory`],
    /// and it stays.
    pub fn set_angle(&mut self, id: SpriteId, angle: Angle) -> Result<(), WorldError> {
        self.change_appearance(id, |appearance| Appearance { angle, ..appearance })
    }

    /// Sets the layers that a sprite is in, and those that it collides with.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::NoMemory`].
    pub fn set_layers(&mut self, id: SpriteId, layers: u32, collides_with: u32) -> Result<(), WorldError> {
        let &row = self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
        self.broad.set_layers(row, Layers::new(layers, collides_with))
    }

    /// Lets a sprite show another mask, as an animation does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`], [`WorldError::StaleMask`]; [`WorldError::Turned`] where the mask is too large
    /// for the sprite's angle; [`WorldError::NoMemory`].
    pub fn set_mask(&mut self, id: SpriteId, mask: MaskId) -> Result<(), WorldError> {
        self.change_appearance(id, |appearance| Appearance { mask, ..appearance })
    }

    /// Makes a sprite show something else, if it can be shown.
    fn change_appearance(
        &mut self,
        id: SpriteId,
        change: impl FnOnce(Appearance) -> Appearance,
    ) -> Result<(), WorldError> {
        let sprite = self.get(id).ok_or(WorldError::StaleSprite(id))?;
        let appearance = change(sprite.appearance);
        self.masks.pose(appearance, sprite.at, sprite.pivot)?;
        self.masks.acquire(appearance);
        self.masks.release(sprite.mask());
        self.get_mut(id)?.set_appearance(appearance);
        Ok(())
    }
}
