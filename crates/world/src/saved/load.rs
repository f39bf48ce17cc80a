//! Reading a world, and checking it.

use super::format::{MaskEntry, SavedWorld, SpriteEntry, WaitingEntry};
use super::list::List;
use crate::masks::MaskStore;
use crate::row::Row;
use crate::slots::SlotsLoader;
use crate::{MaskId, Pair, SpriteId, World, WorldError};
use mask::Mask;
use serde::de::{Deserialize, Deserializer, Error};

/// A world that was read and not checked yet.
type LoadedWorld =
    SavedWorld<List<MaskEntry<Mask>>, List<MaskId>, List<SpriteEntry>, List<SpriteId>, List<WaitingEntry>, List<Pair>>;

/// Reads what was written. Everything is checked: an unknown version, ids of no slot or of the same, masks that are not
/// there, positions and pivots beyond their limits, pairs that are not sorted and unknown fields are errors of the format,
/// which show the [`WorldError`].
impl<'de> Deserialize<'de> for World {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<World, D::Error> {
        LoadedWorld::deserialize(deserializer)?.check().map_err(Error::custom)
    }
}

impl LoadedWorld {
    /// The world, if it does not contradict itself.
    fn check(self) -> Result<World, WorldError> {
        let masks = self.masks.0.into_iter().map(|MaskEntry { id, angles, mask }| (id, angles, mask));
        let mut world = World { masks: MaskStore::restore(masks, &self.vacant_masks.0)?, ..World::new() };
        world.set_pair_limit(usize::try_from(self.settings.pair_limit).unwrap_or(usize::MAX));
        world.set_parallel_from(usize::try_from(self.settings.parallel_from).unwrap_or(usize::MAX));
        world.force_index(self.settings.index);
        world.stepped = self.stepped;
        world.load_sprites(self.sprites.0, &self.vacant_sprites.0, &self.waiting_sprites.0)?;
        world.check_pairs(&self.pairs.0)?;
        world.step_lists.set_pairs(self.pairs.0);
        Ok(world)
    }
}

impl World {
    /// Puts sprites into an empty world, by the slots of their ids.
    fn load_sprites(
        &mut self,
        sprites: Vec<SpriteEntry>,
        vacant: &[SpriteId],
        waiting: &[WaitingEntry],
    ) -> Result<(), WorldError> {
        let count = sprites.len() + vacant.len() + waiting.len();
        let mut loader = SlotsLoader::<Row>::new(count)?;
        for (entry, SpriteEntry { id, sprite }) in sprites.into_iter().enumerate() {
            let damaged = WorldError::damaged("sprites", entry);
            self.masks.get(sprite.mask()).map_err(|_| damaged("its mask must be in the list of masks"))?;
            // A variant that is too large is an error of the next refresh, as it was when the world was saved.
            if let Err(WorldError::NoMemory) = self.masks.pose(sprite.appearance, sprite.at, sprite.pivot) {
                return Err(WorldError::NoMemory);
            }
            self.broad.reserve(1, &sprite)?;
            self.data.reserve(sprite.data, count, 0)?;
            let row = self.broad.push(id, sprite);
            loader.occupy(id.0, row).map_err(damaged)?;
            self.masks.acquire(sprite.appearance);
            self.data.set(id.index(), sprite.data, count);
        }
        for (entry, &WaitingEntry { id, data }) in waiting.iter().enumerate() {
            loader.wait(id.0).map_err(WorldError::damaged("waiting_sprites", entry))?;
            self.data.reserve(data, count, 0)?;
            self.data.set(id.index(), data, count);
        }
        // The last is the next that is given away.
        for (entry, id) in vacant.iter().enumerate().rev() {
            loader.vacate(id.0).map_err(WorldError::damaged("vacant_sprites", entry))?;
        }
        self.slots = loader.finish();
        Ok(())
    }

    /// Checks the pairs of the last step.
    fn check_pairs(&self, pairs: &[Pair]) -> Result<(), WorldError> {
        let known = |id: SpriteId| self.slots.get(id.0).is_some() || self.slots.is_waiting(id.0);
        let mut last = None;
        for (entry, pair) in pairs.iter().enumerate() {
            let damaged = WorldError::damaged("pairs", entry);
            if !self.stepped {
                return Err(damaged("a world that was never stepped has no pairs"));
            }
            if pair.a >= pair.b {
                return Err(damaged("the first sprite of a pair must have the smaller id"));
            }
            if last.is_some_and(|last| last >= pair) {
                return Err(damaged("it must come after the pair before it"));
            }
            if !known(pair.a) || !known(pair.b) {
                return Err(damaged("its sprites must be in the world, or wait"));
            }
            last = Some(pair);
        }
        Ok(())
    }
}
