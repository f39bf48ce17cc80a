//! Reading of worlds, with all checks.

use super::format::{LastPlaceEntry, MaskEntry, SavedWorld, SpriteEntry, WaitingEntry};
use super::list::List;
use crate::masks::MaskStore;
use crate::slots::SlotsLoader;
use crate::sprites::{LastPlace, StoredSprite, check_position};
use crate::store::Flags;
use crate::tree::Lane;
use crate::{MaskId, Pair, SpriteId, World, WorldError, WorldLimits, memory};
use mask::Mask;
use serde::de::{Deserialize, Deserializer, Error};
use std::sync::Arc;

/// A world that has been read, but not checked. Its masks are masks, or bytes that are not decoded yet.
pub(super) type LoadedWorld<M> = SavedWorld<
    List<MaskEntry<M>>,
    List<MaskId>,
    List<SpriteEntry>,
    List<SpriteId>,
    List<WaitingEntry>,
    List<Pair>,
    List<LastPlaceEntry>,
>;

/// Deserializes a world (feature `serde`), and checks it.
///
/// The result is an error of the format with the text of a [`WorldError`] if the version is unknown, a position or a
/// origin is out of range, a scale is not valid, the system refuses memory, or the world contradicts itself. A world
/// contradicts itself if two ids name one slot, an id is not valid, a sprite shows a mask that is not in the world, or
/// the pairs are not sorted. Unknown and missing fields are errors too.
impl<'de> Deserialize<'de> for World {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<World, D::Error> {
        LoadedWorld::<Mask>::deserialize(deserializer)?.check(&|_, mask| Ok(Arc::new(mask))).map_err(Error::custom)
    }
}

impl<M> LoadedWorld<M> {
    /// The world, or the first contradiction. `decode` returns the mask of an entry.
    pub(super) fn check(
        self,
        decode: &dyn Fn(MaskId, M) -> Result<Arc<Mask>, WorldError>,
    ) -> Result<World, WorldError> {
        let mut masks = memory::try_with_capacity(self.masks.0.as_ref().map_or(0, Vec::len))?;
        for MaskEntry { id, angles, owned, mask } in self.masks.0? {
            masks.push((id, angles, owned, decode(id, mask)?));
        }
        let mut world = World { masks: MaskStore::restore(masks.into_iter(), &self.vacant_masks.0?)?, ..World::new() };
        let usize_of = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let parallel_from = usize_of(self.settings.parallel_from);
        world.set_limits(WorldLimits {
            pairs: usize_of(self.settings.pair_limit),
            parallel_from: (parallel_from != WorldLimits::PARALLEL_FROM).then_some(parallel_from),
            offset_table_bytes: usize_of(self.settings.offset_table_budget),
            variant_bytes: usize_of(self.settings.variant_budget),
        });
        world.force_index(self.settings.index.into());
        world.stepped = self.stepped;
        world.load_sprites(self.sprites.0?, &self.vacant_sprites.0?, &self.waiting_sprites.0?)?;
        let pairs = self.pairs.0?;
        world.check_pairs(&pairs)?;
        // The next step compares, whether their sprites are there or were despawned since the last step.
        for slot in pairs.iter().flat_map(|pair| [pair.a.index(), pair.b.index()]) {
            world.columns.flags.get_mut(slot).set(Flags::CHANGED);
        }
        world.step_lists.set_pairs(pairs);
        world.load_last_places(&self.last_places.0?)?;
        Ok(world)
    }
}

impl World {
    /// Adds sprites to an empty world, each in the slot of its id, and restores the vacant and the waiting slots.
    fn load_sprites(
        &mut self,
        sprites: Vec<SpriteEntry>,
        vacant: &[SpriteId],
        waiting: &[WaitingEntry],
    ) -> Result<(), WorldError> {
        let count = sprites.len() + vacant.len() + waiting.len();
        let mut loader = SlotsLoader::<Lane>::new(count)?;
        for (entry, SpriteEntry { id, sprite }) in sprites.into_iter().enumerate() {
            let damaged = WorldError::damaged("sprites", entry);
            let mut stored = StoredSprite::new(&sprite)?;
            self.masks.get(sprite.mask).map_err(|_| damaged("its mask must be in the list of masks"))?;
            // A variant that cannot be made is an error of the first refresh.
            stored.variant = self.masks.find(stored.appearance, &stored.extras, 0).unwrap_or(0);
            self.columns.reserve(count - self.columns.len(), &stored)?;
            self.masks.data.reserve(sprite.data, count, 0)?;
            loader.occupy(id.0, Lane::NONE).map_err(damaged)?;
            self.columns.grow(count);
            self.columns.put(id.index(), &stored);
            self.masks.change_shown([MaskId::default(), sprite.mask]);
            self.masks.data.set(id.index(), sprite.data, count);
        }
        for (entry, &WaitingEntry { id, data }) in waiting.iter().enumerate() {
            loader.wait(id.0).map_err(WorldError::damaged("waiting_sprites", entry))?;
            self.masks.data.reserve(data, count, 0)?;
            self.masks.data.set(id.index(), data, count);
        }
        // In reverse order, because each slot becomes the first free slot.
        for (entry, id) in vacant.iter().enumerate().rev() {
            loader.vacate(id.0).map_err(WorldError::damaged("vacant_sprites", entry))?;
        }
        self.slots = loader.finish();
        self.columns.reserve(count - self.columns.len(), &StoredSprite::of_mask(MaskId::default()))?;
        self.columns.grow(count);
        Ok(())
    }

    /// Restores where the continuous sprites stood at the last step.
    fn load_last_places(&mut self, places: &[LastPlaceEntry]) -> Result<(), WorldError> {
        let mut last = None;
        for (entry, &LastPlaceEntry { id, at }) in places.iter().enumerate() {
            let damaged = WorldError::damaged("last_places", entry);
            let slot = self.slot_of(id).map_err(|_| damaged("its sprite must be in `sprites`"))?;
            if last.is_some_and(|last| last >= id) {
                return Err(damaged("the places must be sorted by id, each sprite listed once"));
            }
            self.columns.set_last_place(slot, LastPlace(check_position(at.map(i64::from))?))?;
            last = Some(id);
        }
        Ok(())
    }

    /// Checks the pairs of the last step: they are sorted, and their sprites are known.
    fn check_pairs(&self, pairs: &[Pair]) -> Result<(), WorldError> {
        let known = |id: SpriteId| self.slots.get(id.0).is_some() || self.slots.is_waiting(id.0);
        let mut last = None;
        for (entry, pair) in pairs.iter().enumerate() {
            let damaged = WorldError::damaged("pairs", entry);
            if !self.stepped {
                return Err(damaged("the list must be empty if no step has succeeded"));
            }
            if pair.a >= pair.b {
                return Err(damaged("the first sprite of a pair must have the smaller id"));
            }
            if last.is_some_and(|last| last >= pair) {
                return Err(damaged("the pairs must be sorted, each listed once"));
            }
            if !known(pair.a) || !known(pair.b) {
                return Err(damaged("its sprites must be in `sprites` or `waiting_sprites`"));
            }
            last = Some(pair);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Index, Sprite};

    #[test]
    fn a_world_with_an_r_star_tree_loads_with_and_without_the_feature() {
        let mut world = World::new();
        let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
        (0..2).for_each(|_| _ = world.spawn(Sprite::new(dot, [0, 0])).unwrap());
        let json = serde_json::to_string(&world).unwrap().replace(r#""index":"Packed""#, r#""index":"RStar""#);
        assert!(json.contains("RStar"));
        let mut loaded: World = serde_json::from_str(&json).unwrap();
        assert_eq!(loaded.trees.index() == Index::Packed, cfg!(not(feature = "rstar")));
        assert_eq!(loaded.step().unwrap().pairs().len(), 1);
    }
}
