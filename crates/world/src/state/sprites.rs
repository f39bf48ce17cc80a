//! The sprites of a world.

use crate::row::Row;
use crate::sprites::check_position;
use crate::{Angle, MaskId, Sprite, SpriteId, SpriteMut, Turn, World, WorldError, memory};

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
    /// the limits; [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle;
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

    /// Handles to all sprites, to change them in one linear pass: in the order in which they are stored, which is not
    /// that of their ids, and follows the sprites as they move. [`SpriteId::index`] tells where a game may keep its own
    /// data of a sprite.
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
        let World { broad, masks, .. } = self;
        broad.all_rows_mut().into_iter().flat_map(|(first, rows)| rows.iter_mut(first, masks))
    }

    /// Handles to all sprites, to change them on the threads of the current rayon pool.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// use rayon::prelude::*;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// world.par_sprites_mut().try_for_each(|mut sprite| sprite.move_by([3, -1]))?;
    /// assert_eq!(world.get(id).unwrap().position(), [3, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_sprites_mut(&mut self) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'_>> {
        use rayon::iter::ParallelIterator;
        let World { broad, masks, .. } = self;
        let [(first_mover, movers), (first_fixed, fixed)] = broad.all_rows_mut();
        movers.par_iter_mut(first_mover, masks).chain(fixed.par_iter_mut(first_fixed, masks))
    }

    /// A handle to one sprite, to change it.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn get_mut(&mut self, id: SpriteId) -> Result<SpriteMut<'_>, WorldError> {
        let &row = self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
        Ok(self.broad.sprite_mut(row, &self.masks))
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

    /// Moves many sprites to new positions: all of them, or none if there is an error. Of several moves of one sprite
    /// the last counts.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// // The positions of a game that keeps its sprites elsewhere.
    /// let mut entities = Vec::new();
    /// for x in 0..3 {
    ///     entities.push((world.spawn(Sprite::new(dot, [x, 0]))?, [10 * x, 5]));
    /// }
    /// world.sync(entities.iter().copied())?;
    /// assert_eq!(world.get(entities[2].0).unwrap().position(), [20, 5]);
    ///
    /// assert!(world.sync([(entities[0].0, [7, 7]), (entities[1].0, [i32::MAX, 7])]).is_err());
    /// assert_eq!(world.get(entities[0].0).unwrap().position(), [0, 5]); // nothing has moved
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`]; [`WorldError::NoMemory`]. All sprites stay.
    pub fn sync<P: Into<[i32; 2]>>(
        &mut self,
        moves: impl IntoIterator<Item = (SpriteId, P)>,
    ) -> Result<(), WorldError> {
        let moves = moves.into_iter();
        let mut checked = memory::try_with_capacity(moves.size_hint().0)?;
        for (id, at) in moves {
            let &row = self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
            memory::try_push(&mut checked, (row, check_position(at.into().map(i64::from))?))?;
        }
        checked.into_iter().try_for_each(|(row, at)| self.broad.sprite_mut(row, &self.masks).move_to(at))
    }

    /// Lets a sprite show another mask, as an animation does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`], [`WorldError::StaleMask`]; [`WorldError::CannotTransform`] if the mask is too large
    /// for the sprite's angle; [`WorldError::NoMemory`]. The sprite keeps its mask.
    pub fn set_mask(&mut self, id: SpriteId, mask: MaskId) -> Result<(), WorldError> {
        self.get_mut(id)?.set_mask(mask)
    }

    /// Sets whether a sprite is mirrored left to right, and top to bottom.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle,
    /// which after another flip may be a pixel larger; [`WorldError::NoMemory`]. The sprite keeps its flips.
    pub fn set_flips(&mut self, id: SpriteId, x: bool, y: bool) -> Result<(), WorldError> {
        self.get_mut(id)?.set_flips(x, y)
    }

    /// Sets the turn of a sprite by quarters.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle,
    /// which after another turn may be a pixel larger; [`WorldError::NoMemory`]. The sprite keeps its turn.
    pub fn set_turn(&mut self, id: SpriteId, turn: Turn) -> Result<(), WorldError> {
        self.get_mut(id)?.set_turn(turn)
    }

    /// Rotates a sprite to any angle, as [`Sprite::rotated`] does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::CannotTransform`] if the mask is too large for the angle;
    /// [`WorldError::NoMemory`]. The sprite keeps its angle.
    pub fn set_angle(&mut self, id: SpriteId, angle: Angle) -> Result<(), WorldError> {
        self.get_mut(id)?.set_angle(angle)
    }

    /// Sets the layers that a sprite is in, and those that it collides with, a bit each.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::NoMemory`]. The sprite keeps its layers.
    pub fn set_layers(&mut self, id: SpriteId, layers: u32, collides_with: u32) -> Result<(), WorldError> {
        self.get_mut(id)?.set_layers(layers, collides_with)
    }

    /// Sets whether a sprite is fixed, as [`Sprite::fixed`] does.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let rock = world.add_mask(Mask::filled(8, 8)?)?;
    /// let wall = world.spawn(Sprite::new(rock, [0, 0]).fixed())?;
    /// let rock = world.spawn(Sprite::new(rock, [4, 4]))?;
    /// assert_eq!(world.refresh()?.collisions()?.len(), 1);
    /// world.set_fixed(rock, true)?; // it has come to rest: two fixed sprites are never a pair
    /// assert!(world.refresh()?.collisions()?.is_empty());
    /// # let _ = wall;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]. Memory that the system refuses for the move between the trees is an error of the
    /// next refresh.
    pub fn set_fixed(&mut self, id: SpriteId, fixed: bool) -> Result<(), WorldError> {
        self.get_mut(id)?.set_fixed(fixed)
    }
}
