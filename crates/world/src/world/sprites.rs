//! The sprites of a world.

use crate::sprites::{LastPlace, StoredSprite, check_position};
use crate::store::Lane;
use crate::{MaskId, Sprite, SpriteId, SpriteMut, World, WorldError, memory};

/// Sprites.
impl World {
    /// Returns the number of sprites.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether the world has no sprites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Reserves room for at least `sprites` more sprites that are not fixed.
    ///
    /// # Errors
    /// - Returns [`WorldError::Full`] if the world would have more than 2^29 - 1 sprites.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn reserve(&mut self, sprites: usize) -> Result<(), WorldError> {
        self.reserve_like(sprites, &StoredSprite::of_mask(MaskId::default()), 0)
    }

    /// Reserves room for `sprites` more sprites. Their layers and extras must be the default or those of `like`,
    /// and their data must be 0 or `data`.
    fn reserve_like(&mut self, sprites: usize, like: &StoredSprite, data: u64) -> Result<(), WorldError> {
        if sprites > Lane::MAX_SPRITES - self.slots.len() {
            return Err(WorldError::Full { sprites: self.slots.len() });
        }
        let new = self.slots.new_slots(sprites);
        self.slots.try_reserve(sprites)?;
        self.masks.data.reserve(data, self.slots.slot_count(), sprites)?;
        self.columns.reserve(new, like)
    }

    /// Adds a sprite to the world and returns its id.
    ///
    /// # Errors
    /// The world is unchanged after an error.
    ///
    /// - Returns [`WorldError::StaleMask`] if the world does not have the sprite's mask.
    /// - Returns [`WorldError::OutOfRange`] if the position is further than [`MAX_POSITION`](crate::MAX_POSITION) from
    ///   0.
    /// - Returns [`WorldError::OriginOutOfRange`] if the origin is further than [`MAX_ORIGIN`](crate::MAX_ORIGIN) from 0.
    /// - Returns [`WorldError::NotAFraction`] if the fraction is not from 0 to less than 1.
    /// - Returns [`WorldError::BesideTransform`] if the sprite has a transform, and a value that it excludes.
    /// - Returns [`WorldError::NotAScale`] if a factor of the scale is NaN, infinite, 0 or negative.
    /// - Returns [`WorldError::CannotTransform`] if the map of the sprite has no inverse, puts a corner of the mask more
    ///   than 2^28 pixels from the position, or makes the shown mask larger than a mask may be.
    /// - Returns [`WorldError::Full`] if the world would have more than 2^29 - 1 sprites.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn spawn(&mut self, sprite: Sprite) -> Result<SpriteId, WorldError> {
        let mut stored = StoredSprite::new(&sprite)?;
        if sprite.continuous {
            stored.last_place = LastPlace(stored.at);
        }
        self.reserve_like(1, &stored, sprite.data)?;
        stored.variant = self.masks.find(stored.appearance, &stored.extras, 0)?;
        self.masks.change_shown([MaskId::default(), sprite.mask]);
        let World { slots, columns, masks, .. } = self;
        let id = SpriteId(slots.insert_with(|_| Lane::NONE));
        columns.put(id.index(), &stored);
        masks.data.set(id.index(), sprite.data, slots.slot_count());
        Ok(id)
    }

    /// Removes a sprite from the world and returns it.
    ///
    /// The id is stale from now on and is never given to another sprite. [`World::data`] returns the data of the
    /// removed sprite until its slot is free for another sprite, as [`SpriteId::index`] describes.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    pub fn despawn(&mut self, id: SpriteId) -> Result<Sprite, WorldError> {
        let lane = self.slots.vacate(id.0).ok_or(WorldError::StaleSprite(id))?;
        self.trees.remove(lane);
        let sprite = self.columns.remove(id.index());
        self.masks.change_shown([sprite.appearance.mask, MaskId::default()]);
        self.masks.release(sprite.variant);
        self.step_is_current = false;
        Ok(sprite.with_data(self.masks.data.get(id.index())))
    }

    /// Adds many sprites, and returns their ids in the same order.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let tree = world.add_mask(Mask::filled(8, 8)?)?;
    /// let forest = world.spawn_many((0..100).map(|x| Sprite::new(tree, [10 * x, 0]).fixed(true)))?;
    /// assert_eq!(world.despawn_many(forest[..60].iter().copied()), 60);
    /// assert!(world.len() == 40 && world.contains(forest[60]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`World::spawn`]. The world is unchanged after an error: none of the sprites is in it, and
    /// later sprites get the ids that they would get without the call.
    pub fn spawn_many(&mut self, sprites: impl IntoIterator<Item = Sprite>) -> Result<Vec<SpriteId>, WorldError> {
        let mut sprites = sprites.into_iter();
        let mut ids = memory::try_with_capacity(sprites.size_hint().0)?;
        let spawned = sprites.try_for_each(|sprite| self.spawn_into(sprite, &mut ids));
        self.all_or_none(spawned, ids)
    }

    /// Adds a sprite and appends its id to a list.
    pub(crate) fn spawn_into(&mut self, sprite: Sprite, ids: &mut Vec<SpriteId>) -> Result<(), WorldError> {
        ids.try_reserve(1)?;
        ids.push(self.spawn(sprite)?);
        Ok(())
    }

    /// The sprites that a call has just added. If the call failed, takes them back, the last one first, so that later
    /// sprites get the ids that they would have without the call.
    pub(crate) fn all_or_none<E>(&mut self, spawned: Result<(), E>, ids: Vec<SpriteId>) -> Result<Vec<SpriteId>, E> {
        let Err(error) = spawned else { return Ok(ids) };
        for id in ids.into_iter().rev() {
            if self.slots.undo_insert(id.0).is_some() {
                // No refresh has given it a variant of its own.
                let StoredSprite { appearance, .. } = self.columns.remove(id.index());
                self.masks.change_shown([appearance.mask, MaskId::default()]);
            }
        }
        self.masks.data.truncate(self.slots.slot_count());
        self.columns.truncate(self.slots.slot_count());
        Err(error)
    }

    /// Removes many sprites, and returns how many. Stale ids are skipped, so a sprite may be named more than once.
    pub fn despawn_many(&mut self, ids: impl IntoIterator<Item = SpriteId>) -> usize {
        ids.into_iter().filter(|&id| self.despawn(id).is_ok()).count()
    }

    /// Removes many sprites, as [`World::despawn_many`] does, and hands back what went: the id and the
    /// [data](Sprite::data()) of each, in the order of `ids`. Stale ids are skipped, so each sprite comes once.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let names = ["coin", "bomb"]; // of the game, by the data of its sprites
    /// let ids = [0, 1].map(|number| world.spawn(Sprite::new(dot, [0, 0]).data(number)).unwrap());
    /// let mut gone = Vec::new();
    /// world.drain_despawned([ids[1], ids[0], ids[1]], |_, number| gone.push(names[number as usize]));
    /// assert_eq!((gone, world.len()), (vec!["bomb", "coin"], 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drain_despawned(&mut self, ids: impl IntoIterator<Item = SpriteId>, mut gone: impl FnMut(SpriteId, u64)) {
        for id in ids {
            if let Ok(sprite) = self.despawn(id) {
                gone(id, sprite.data);
            }
        }
    }

    /// Removes all sprites. The masks stay, except those of [`World::own_mask`].
    ///
    /// The next step ends the pairs of the last one, as after [`World::despawn`] of each sprite.
    pub fn clear(&mut self) {
        for slot in 0..self.slots.slot_count() {
            if let Some(id) = self.id_at(slot) {
                let _ = self.despawn(id);
            }
        }
    }

    /// Returns whether the world has the sprite, which is `false` once the sprite was despawned.
    #[must_use]
    pub fn contains(&self, id: SpriteId) -> bool {
        self.slots.get(id.0).is_some()
    }

    /// Returns a sprite, or `None` if the id is stale.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<Sprite> {
        self.slots.get(id.0).map(|_| self.sprite(id))
    }

    /// Returns the data of a sprite, as set by [`Sprite::data`] or [`World::set_data`]. Returns `None` if the id names
    /// neither a sprite of the world nor a removed sprite whose slot is not free yet.
    ///
    /// The data of a removed sprite stays available until a new sprite can receive its slot. A sprite that
    /// [`Step::ended`](crate::Step::ended) names keeps its data until the next step. So data does not tell whether the
    /// sprite still exists: [`World::get`] does.
    ///
    /// If any sprite has data other than 0, the data takes 8 bytes for each sprite.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
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
        known.then(|| self.masks.data.get(id.index()))
    }

    /// Sets the data of a sprite. [`World::data`] returns it.
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_data(&mut self, id: SpriteId, data: u64) -> Result<(), WorldError> {
        self.get_mut(id)?.set_data(data)
    }

    /// The slot of a sprite.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    #[inline]
    pub(crate) fn slot_of(&self, id: SpriteId) -> Result<usize, WorldError> {
        self.slots.get(id.0).map(|_| id.index()).ok_or(WorldError::StaleSprite(id))
    }

    /// The sprite with an id that is not stale.
    fn sprite(&self, id: SpriteId) -> Sprite {
        self.columns.sprite(id.index()).with_data(self.masks.data.get(id.index()))
    }

    /// Returns an iterator over all sprites and their ids, sorted by id.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, Sprite)> {
        self.entries()
    }

    /// An iterator over all sprites and their ids, sorted by id. It can be cloned, to iterate more than once.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (SpriteId, Sprite)> + Clone {
        self.slots.iter().map(|(id, _)| (SpriteId(id), self.sprite(SpriteId(id))))
    }

    /// Returns an iterator over handles to all sprites, to change the sprites in one linear pass over memory.
    ///
    /// The order is that of the ids. A game can keep its own data of a sprite in a list, at [`SpriteId::index`].
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// for mut sprite in world.sprites_mut() {
    ///     sprite.move_by([3, -1])?;
    /// }
    /// assert_eq!(world.get(id).unwrap().position, [3, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sprites_mut(&mut self) -> impl Iterator<Item = SpriteMut<'_>> {
        let World { columns, slots, masks, .. } = self;
        columns.iter_mut(slots, masks)
    }

    /// Returns a parallel iterator over handles to all sprites, to change the sprites on the threads of the caller's
    /// rayon pool. It requires the feature `rayon`.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use rayon::prelude::*;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// world.par_sprites_mut().try_for_each(|mut sprite| sprite.move_by([3, -1]))?;
    /// assert_eq!(world.get(id).unwrap().position, [3, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_sprites_mut(&mut self) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'_>> {
        let World { columns, slots, masks, .. } = self;
        columns.par_iter_mut(slots, masks)
    }

    /// Returns a handle to a sprite, to read and change it.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    pub fn get_mut(&mut self, id: SpriteId) -> Result<SpriteMut<'_>, WorldError> {
        self.slot_of(id)?;
        Ok(self.columns.sprite_mut(id, &self.masks))
    }

    /// Moves a sprite to a position, in whole pixels. A game that keeps positions with fractions passes
    /// [`place(position)?`](crate::place()), or calls [`SpriteMut::place_at`](crate::SpriteMut::place_at).
    ///
    /// The sprite keeps its [`fraction`](crate::Sprite::fraction()). A sprite that had one when it was scaled or
    /// rotated still has it when it is upright again, and is rounded with it: `place_at` and `set_fraction([0.0, 0.0])`
    /// replace it.
    ///
    /// # Errors
    /// The sprite keeps its position after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns [`WorldError::OutOfRange`] if the position is further than [`MAX_POSITION`](crate::MAX_POSITION) from
    ///   0.
    pub fn move_to(&mut self, id: SpriteId, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_to(at)
    }

    /// Moves a sprite by an offset, in whole pixels. A [`Remainder`](crate::Remainder) turns a velocity with fractions
    /// into whole moves.
    ///
    /// # Errors
    /// The sprite keeps its position after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns [`WorldError::OutOfRange`] if the new position is further than [`MAX_POSITION`](crate::MAX_POSITION)
    ///   from 0.
    pub fn move_by(&mut self, id: SpriteId, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_by(by)
    }

    /// Moves a sprite to a position, in whole pixels, without a path: the next step tests it only where it stands. It
    /// is for teleporters, respawns and the edges of a world that wraps around. Moves between the jump and the step
    /// have no path either. It differs from [`World::move_to`] only for [continuous](crate::Sprite::continuous())
    /// sprites.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, wall) = (world.add_mask(Mask::filled(2, 2)?)?, world.add_mask(Mask::filled(1, 90)?)?);
    /// world.spawn(Sprite::new(wall, [50, 0]).fixed(true))?;
    /// let hero = world.spawn(Sprite::new(dot, [10, 40]).continuous(true))?;
    /// world.step()?;
    /// world.jump_to(hero, [90, 40])?;
    /// assert!(world.step()?.began().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors are those of [`World::move_to`]. The sprite keeps its position after an error.
    pub fn jump_to(&mut self, id: SpriteId, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.move_to(id, at)?;
        let slot = self.slot_of(id)?;
        self.columns.set_last_place(slot, LastPlace::NONE)
    }

    /// Sets where a sprite stood at the last step. The next step tests a [continuous](crate::Sprite::continuous())
    /// sprite along the path from this place. To forget the place, so that the step tests the sprite only where it
    /// stands, call [`World::jump_to`] with the sprite's own position. It is for sprites that are put back to where
    /// they touched something, so that their next path begins there, and for sprites that come from another world, such
    /// as that of a server, in the middle of their path.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, wall) = (world.add_mask(Mask::filled(2, 2)?)?, world.add_mask(Mask::filled(1, 90)?)?);
    /// world.spawn(Sprite::new(wall, [50, 0]).fixed(true))?;
    /// // A server says that a bullet is behind the wall, and where it was before.
    /// let bullet = world.spawn(Sprite::new(dot, [90, 40]).continuous(true))?;
    /// world.set_last_place(bullet, [10, 40])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nothing changes after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns [`WorldError::OutOfRange`] if the place is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_last_place(&mut self, id: SpriteId, place: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        let slot = self.slot_of(id)?;
        let place = check_position(place.into().map(i64::from))?;
        self.columns.set_last_place(slot, LastPlace(place))
    }

    /// Moves many sprites to new positions, in pixels. If there is an error, no sprite moves.
    ///
    /// If the moves name a sprite more than once, the sprite goes to the last of its positions.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// // The positions of a game that keeps its sprites elsewhere.
    /// let mut entities = Vec::new();
    /// for x in 0..3 {
    ///     entities.push((world.spawn(Sprite::new(dot, [x, 0]))?, [10 * x, 5]));
    /// }
    /// world.sync(entities.iter().copied())?;
    /// assert_eq!(world.get(entities[2].0).unwrap().position, [20, 5]);
    ///
    /// assert!(world.sync([(entities[0].0, [7, 7]), (entities[1].0, [i32::MAX, 7])]).is_err());
    /// assert_eq!(world.get(entities[0].0).unwrap().position, [0, 5]); // nothing has moved
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All sprites keep their positions after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with one of the ids.
    /// - Returns [`WorldError::OutOfRange`] if a position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for a list of the moves.
    pub fn sync<P: Into<[i32; 2]>>(
        &mut self,
        moves: impl IntoIterator<Item = (SpriteId, P)>,
    ) -> Result<(), WorldError> {
        let moves = moves.into_iter();
        let mut checked = memory::try_with_capacity(moves.size_hint().0)?;
        for (id, at) in moves {
            self.slot_of(id)?;
            memory::try_push(&mut checked, (id, check_position(at.into().map(i64::from))?))?;
        }
        checked.into_iter().try_for_each(|(id, at)| self.columns.sprite_mut(id, &self.masks).move_to(at))
    }

    /// Sets all values of a sprite at once: each field of [`Sprite`]. The sprite keeps its id, and the place of the
    /// last step, where the path of a [continuous](crate::Sprite::continuous()) sprite begins.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let [rock, ship] = [3, 5].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    /// let id = world.spawn(Sprite::new(rock, [0, 0]).layers(0b10))?;
    /// world.set_sprite(id, Sprite::new(ship, [7, 7]).origin([2.5, 2.5]))?;
    /// assert_eq!(world.get(id), Some(Sprite::new(ship, [7, 7]).origin([2.5, 2.5])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The sprite is unchanged after an error. The errors are those of [`World::spawn`] without
    /// [`WorldError::Full`], and [`WorldError::StaleSprite`] if the world has no sprite with this id.
    pub fn set_sprite(&mut self, id: SpriteId, sprite: Sprite) -> Result<(), WorldError> {
        let values = StoredSprite::new(&sprite)?;
        self.slot_of(id)?;
        self.columns.sprite_mut(id, &self.masks).set_all(&values, sprite.data)
    }
}
