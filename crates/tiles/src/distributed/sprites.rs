//! Sprites: adding, removing, changing and moving them.

use super::residents::{Resident, Residents, flag};
use super::shape::{PathStart, Shape, SpritePath};
use super::state::{Added, Newcomer, Tiles};
use crate::TilesError;
use rayon::prelude::*;
use world::{MAX_POSITION, MaskId, Sprite, SpriteId, WorldError, WorldLimits};

/// The number of slots that a thread updates at a time.
const UPDATE_BLOCK: usize = 1 << 14;

/// The flags, positions and data of neighboring slots.
type Block<'a> = (&'a [u8], (&'a mut [[i32; 2]], &'a mut [u64]));

/// A sprite that [`Tiles::update`] moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moving {
    /// The id of the sprite. Changes are ignored.
    pub id: u64,
    /// The position, in world pixels.
    pub at: [i32; 2],
    /// The data of the sprite, which stays with the sprite if another worker becomes its owner. See [`Sprite::data`].
    pub data: u64,
}

/// Sprites.
impl Tiles {
    /// Adds a sprite under an id that no other sprite has. Any worker can add a sprite anywhere. The next step gives the
    /// sprite to its owner.
    ///
    /// The id of a removed sprite can be used again. An id that is added twice before a step fails in the step, if a worker
    /// knows both sprites. If no worker knows both, the lists name both sprites by one id.
    ///
    /// # Errors
    /// Nothing is added after an error.
    ///
    /// - Returns [`TilesError::IdInUse`] if this worker knows a sprite with this id.
    /// - Returns the errors of [`World::box_of`](world::World::box_of).
    pub fn add(&mut self, id: u64, sprite: Sprite) -> Result<(), TilesError> {
        if self.residents.slot(id).is_some() {
            return Err(TilesError::IdInUse { id });
        }
        Ok(self.insert(id, sprite, None)?)
    }

    /// Removes a sprite that this worker owns, and returns it. The next step ends its collisions.
    ///
    /// # Errors
    /// Returns [`TilesError::NotOwned`] if this worker does not own the sprite. A sprite added since the last step has no
    /// owner yet.
    pub fn remove(&mut self, id: u64) -> Result<Sprite, TilesError> {
        let slot = self.owned_slot(id)?;
        let sprite = self.sprite(slot)?;
        self.removed.push((id, self.previous_bounds(slot)?));
        self.drop_resident(slot, None)?;
        Ok(sprite)
    }

    /// Returns a sprite that this worker owns, or `None` if it does not own a sprite with this id.
    #[must_use]
    pub fn get(&self, id: u64) -> Option<Sprite> {
        self.sprite(self.owned_slot(id).ok()?).ok()
    }

    /// Returns an iterator over the ids of the sprites that this worker owns, and the sprites. The order is arbitrary.
    pub fn sprites(&self) -> impl Iterator<Item = (u64, Sprite)> + '_ {
        let owned = |&slot: &usize| self.residents.has(slot, flag::OWNED);
        let slots = (0..self.residents.ids.len()).filter(owned);
        slots.filter_map(|slot| Some((self.residents.ids.get(slot), self.sprite(slot).ok()?)))
    }

    /// Returns an iterator over the ids, positions and data of the sprites that this worker owns, as [`Tiles::update`] sees
    /// them. It is faster than [`Tiles::sprites`]. The order is arbitrary.
    pub fn positions(&self) -> impl Iterator<Item = Moving> + '_ {
        let Residents { ids, flags, at, data, .. } = &self.residents;
        let slots = flags.iter().zip(at.iter().zip(data)).enumerate();
        let owned = slots.filter(|(_, (flags, _))| *flags & flag::OWNED != 0);
        owned.map(|(slot, (_, (&at, &data)))| Moving { id: ids.get(slot), at, data })
    }

    /// Sets all values of a sprite that this worker owns.
    ///
    /// # Errors
    /// The sprite is unchanged after an error.
    ///
    /// - Returns [`TilesError::NotOwned`] if this worker does not own the sprite.
    /// - Returns the errors of [`World::set_sprite`](world::World::set_sprite).
    pub fn set_sprite(&mut self, id: u64, sprite: Sprite) -> Result<(), TilesError> {
        let slot = self.owned_slot(id)?;
        self.change(slot, sprite)
    }

    /// Sets the mask that a sprite shows.
    ///
    /// # Errors
    /// The sprite keeps its mask after an error. The errors are those of [`Tiles::set_sprite`].
    pub fn set_mask(&mut self, id: u64, mask: MaskId) -> Result<(), TilesError> {
        let slot = self.owned_slot(id)?;
        let sprite = self.sprite(slot)?;
        self.change(slot, sprite.mask(mask))
    }

    /// Moves many sprites that this worker owns to new positions, in pixels. If there is an error, no sprite moves.
    ///
    /// # Errors
    /// - Returns [`TilesError::NotOwned`] if this worker does not own one of the sprites.
    /// - Returns [`TilesError::OutOfRange`] if a coordinate is further than [`MAX_POSITION`] from 0.
    pub fn sync<P: Into<[i32; 2]>>(&mut self, moves: impl IntoIterator<Item = (u64, P)>) -> Result<(), TilesError> {
        let mut checked = Vec::new();
        for (id, at) in moves {
            let (slot, at) = (self.owned_slot(id)?, at.into());
            if !in_range(at) {
                return Err(TilesError::OutOfRange { id, at });
            }
            checked.push((slot, at));
        }
        checked.into_iter().for_each(|(slot, at)| self.residents.at[slot] = at);
        Ok(())
    }

    /// Moves a sprite that this worker owns to a position, in pixels, without a path. See
    /// [`World::jump_to`](world::World::jump_to).
    ///
    /// # Errors
    /// The errors are those of [`Tiles::sync`]. The sprite keeps its position after an error.
    pub fn jump_to(&mut self, id: u64, at: impl Into<[i32; 2]>) -> Result<(), TilesError> {
        self.sync([(id, at)])?;
        self.jump(self.owned_slot(id)?)
    }

    /// Calls a function for every sprite that this worker owns. The function may change the position and the data of the
    /// sprite. It runs in linear passes over memory, on the threads of the caller's rayon pool if there are at least
    /// [`WorldLimits::parallel_from`](world::WorldLimits#structfield.parallel_from) sprites.
    ///
    /// If the simulation must not depend on the number of workers, the function must use only the sprite itself.
    ///
    /// # Errors
    /// Returns [`TilesError::OutOfRange`] if a coordinate is further than [`MAX_POSITION`] from 0. This sprite keeps its
    /// position and its data. The other sprites have moved.
    pub fn update(&mut self, update: impl Fn(&mut Moving) + Sync) -> Result<(), TilesError> {
        let is_parallel =
            self.residents.ids.len() >= self.world.limits().parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM);
        let Residents { ids, flags, at, data, .. } = &mut self.residents;
        let ids = &*ids;
        let update_block = |(block, (flags, (at, data))): (usize, Block)| {
            let mut out_of_range = None;
            for (slot, (&flags, (at, data))) in (block * UPDATE_BLOCK..).zip(flags.iter().zip(at.iter_mut().zip(data)))
            {
                if flags & flag::OWNED == 0 {
                    continue;
                }
                let mut moving = Moving { id: ids.get(slot), at: *at, data: *data };
                update(&mut moving);
                if in_range(moving.at) {
                    (*at, *data) = (moving.at, moving.data);
                } else {
                    out_of_range = Some((ids.get(slot), moving.at));
                }
            }
            out_of_range
        };
        let out_of_range = if is_parallel {
            let values = at.par_chunks_mut(UPDATE_BLOCK).zip(data.par_chunks_mut(UPDATE_BLOCK));
            let blocks = flags.par_chunks(UPDATE_BLOCK).zip(values).enumerate();
            blocks.filter_map(update_block).reduce_with(|first, _| first)
        } else {
            update_block((0, (flags, (at, data))))
        };
        out_of_range.map_or(Ok(()), |(id, at)| Err(TilesError::OutOfRange { id, at }))
    }

    /// Adds a sprite whose id no resident has. `last` is where its path begins, if it is in the middle of one.
    pub(crate) fn insert(&mut self, id: u64, sprite: Sprite, last: Option<[i32; 2]>) -> Result<(), WorldError> {
        for position in [sprite.position, last.unwrap_or(sprite.position)] {
            self.world.box_of(&sprite.position(position))?;
        }
        self.added.try_reserve(1).map_err(|_| WorldError::NoMemory)?;
        // The next step finds equal ids in the list.
        self.added.push(Added { id, sprite, last });
        Ok(())
    }

    /// Returns the slot of a sprite that this worker owns.
    fn owned_slot(&self, id: u64) -> Result<usize, TilesError> {
        let slot = self.residents.slot(id).filter(|&slot| self.residents.has(slot, flag::OWNED));
        slot.ok_or(TilesError::NotOwned { id, worker: self.worker() })
    }

    /// Returns a resident as it is now. The position in the world is that of the last step.
    pub(super) fn sprite(&self, slot: usize) -> Result<Sprite, TilesError> {
        let id = self.sprite_id(slot)?;
        let sprite = self.world.get(id).ok_or(WorldError::StaleSprite(id))?;
        Ok(sprite.position(self.residents.at[slot]).data(self.residents.data[slot]))
    }

    /// Returns the id of a resident in the world.
    pub(super) fn sprite_id(&self, slot: usize) -> Result<SpriteId, TilesError> {
        Ok(self.world.id_at(slot).ok_or(WorldError::StaleSprite(SpriteId::default()))?)
    }

    /// Adds a resident.
    /// `before` is what it was in the previous step.
    pub(super) fn add_resident(&mut self, new: Newcomer, before: Option<&SpritePath>) -> Result<usize, TilesError> {
        let Newcomer { id, sprite, last, flags } = new;
        if self.residents.slot(id).is_some() {
            return Err(TilesError::IdInUse { id });
        }
        self.expect_paths(&sprite)?;
        let (at, data) = (sprite.position, sprite.data);
        let shape = Shape::new(at, self.world.box_of(&sprite)?);
        let sprite_id = self.world.spawn(self.stored(id, sprite))?;
        if let Some(last) = last {
            self.world.set_last_place(sprite_id, last)?;
        }
        let previous = before.map(|path| path.sprite.position).or(last).unwrap_or(at);
        let path = PathStart { from: previous, continuous: sprite.continuous, placed: last.is_some(), jumped: false };
        let slot = sprite_id.index();
        self.residents.insert(slot, Resident { id, at, previous, data, shape, flags, path });
        Ok(slot)
    }

    /// Removes a resident. `now` is the sprite if it still exists elsewhere.
    pub(super) fn drop_resident(&mut self, slot: usize, now: Option<SpritePath>) -> Result<(), TilesError> {
        self.world.despawn(self.sprite_id(slot)?)?;
        self.residents.remove(slot);
        self.changes.gone.insert(slot, now);
        Ok(())
    }

    /// Sets all values of a resident.
    pub(super) fn change(&mut self, slot: usize, sprite: Sprite) -> Result<(), TilesError> {
        self.expect_paths(&sprite)?;
        let (before, id) = (self.sprite(slot)?, self.sprite_id(slot)?);
        let shape = Shape::new(sprite.position, self.world.box_of(&sprite)?);
        self.world.set_sprite(id, self.stored(self.residents.ids.get(slot), sprite))?;
        if !self.residents.has(slot, flag::CHANGED) {
            let (position, from) = (self.residents.previous[slot], self.residents.previous_from(slot));
            self.changes.changed.insert(slot, SpritePath { sprite: before.position(position), from });
        }
        if let Some(path) = self.residents.paths.get_mut(slot) {
            path.continuous = sprite.continuous;
        }
        self.residents.set(slot, flag::CHANGED, true);
        self.residents.at[slot] = sprite.position;
        self.residents.data[slot] = sprite.data;
        self.residents.set_shape(slot, shape);
        Ok(())
    }
}

#[inline]
fn in_range(at: [i32; 2]) -> bool {
    at.iter().all(|c| (-MAX_POSITION..=MAX_POSITION).contains(c))
}
