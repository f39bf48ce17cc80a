//! Writing of worlds, and reading with all checks.

use super::format::{
    Entries, LastPlaceEntry, List, MaskEntry, SavedSettings, SavedWorld, SpriteEntry, Version, WaitingEntry,
};
use crate::slots::SlotsLoader;
use crate::sprites::{LastPlace, StoredSprite, check_position};
use crate::store::{Flags, Lane};
use crate::variants::MaskStore;
use crate::{MaskId, Pair, SpriteId, World, WorldError, WorldLimits, memory};
use mask::Mask;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
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
        load_sprites(&mut world, self.sprites.0?, &self.vacant_sprites.0?, &self.waiting_sprites.0?)?;
        let pairs = self.pairs.0?;
        check_pairs(&world, &pairs)?;
        // The next step compares, whether their sprites are there or were despawned since the last step.
        for slot in pairs.iter().flat_map(|pair| [pair.a.index(), pair.b.index()]) {
            world.columns.flags.get_mut(slot).set(Flags::CHANGED);
        }
        world.step_lists.set_pairs(pairs);
        load_last_places(&mut world, &self.last_places.0?)?;
        Ok(world)
    }
}

/// Adds sprites to an empty world, each in the slot of its id, and restores the vacant and the waiting slots.
fn load_sprites(
    world: &mut World,
    sprites: Vec<SpriteEntry>,
    vacant: &[SpriteId],
    waiting: &[WaitingEntry],
) -> Result<(), WorldError> {
    let count = sprites.len() + vacant.len() + waiting.len();
    let mut loader = SlotsLoader::<Lane>::new(count)?;
    for (entry, SpriteEntry { id, sprite }) in sprites.into_iter().enumerate() {
        let damaged = WorldError::damaged("sprites", entry);
        let mut stored = StoredSprite::new(&sprite)?;
        world.masks.get(sprite.mask).map_err(|_| damaged("its mask must be in the list of masks"))?;
        // A variant that cannot be made is an error of the first refresh.
        stored.variant = world.masks.find(stored.appearance, &stored.extras, 0).unwrap_or(0);
        world.columns.reserve(count - world.columns.len(), &stored)?;
        world.masks.data.reserve(sprite.data, count, 0)?;
        loader.occupy(id.0, Lane::NONE).map_err(damaged)?;
        world.columns.grow(count);
        world.columns.put(id.index(), &stored);
        world.masks.change_shown([MaskId::default(), sprite.mask]);
        world.masks.data.set(id.index(), sprite.data, count);
    }
    for (entry, &WaitingEntry { id, data }) in waiting.iter().enumerate() {
        loader.wait(id.0).map_err(WorldError::damaged("waiting_sprites", entry))?;
        world.masks.data.reserve(data, count, 0)?;
        world.masks.data.set(id.index(), data, count);
    }
    // In reverse order, because each slot becomes the first free slot.
    for (entry, id) in vacant.iter().enumerate().rev() {
        loader.vacate(id.0).map_err(WorldError::damaged("vacant_sprites", entry))?;
    }
    world.slots = loader.finish();
    world.columns.reserve(count - world.columns.len(), &StoredSprite::of_mask(MaskId::default()))?;
    world.columns.grow(count);
    Ok(())
}

/// Restores where the continuous sprites stood at the last step.
fn load_last_places(world: &mut World, places: &[LastPlaceEntry]) -> Result<(), WorldError> {
    let mut last = None;
    for (entry, &LastPlaceEntry { id, at }) in places.iter().enumerate() {
        let damaged = WorldError::damaged("last_places", entry);
        let slot = world.slot_of(id).map_err(|_| damaged("its sprite must be in `sprites`"))?;
        if last.is_some_and(|last| last >= id) {
            return Err(damaged("the places must be sorted by id, each sprite listed once"));
        }
        world.columns.set_last_place(slot, LastPlace(check_position(at.map(i64::from))?))?;
        last = Some(id);
    }
    Ok(())
}

/// Checks the pairs of the last step: they are sorted, and their sprites are known.
fn check_pairs(world: &World, pairs: &[Pair]) -> Result<(), WorldError> {
    let known = |id: SpriteId| world.slots.get(id.0).is_some() || world.slots.is_waiting(id.0);
    let mut last = None;
    for (entry, pair) in pairs.iter().enumerate() {
        let damaged = WorldError::damaged("pairs", entry);
        if !world.stepped {
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

/// Serializes a world (feature `serde`): settings, masks, sprites with their data, the ids of future sprites and masks,
/// the pairs of the last step, and where continuous sprites stood.
///
/// A loaded world behaves as the original: later spawns return equal ids, and the next step returns equal pairs,
/// [`began`](crate::Step::began) and [`ended`](crate::Step::ended). Only the order of
/// [`View::candidates`](crate::View::candidates) may differ. Each mask is written once, even if many sprites show it.
/// The format contains a version; loading an unknown version is an error. There is no checksum, so damage may load as
/// another valid world; `World::to_bytes` has one.
///
/// ```
/// # use hitmask::{Mask, Sprite, World};
/// # let mut world = World::new();
/// # let ball = world.add_mask(Mask::filled(8, 8)?)?;
/// let ids = [0, 7].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
/// world.step()?;
/// let json = serde_json::to_string(&world)?;
///
/// let mut again: World = serde_json::from_str(&json)?;
/// assert!(again.step()?.began().is_empty()); // the two have collided before
/// again.despawn(ids[0])?;
/// assert_eq!(again.step()?.ended().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for World {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        saved(self, |mask| mask).serialize(serializer)
    }
}

/// The world as it is saved. `encode` returns what is saved of each mask.
pub(super) fn saved<'w, M: Serialize>(
    world: &'w World,
    encode: impl Fn(&'w Mask) -> M + Clone + 'w,
) -> impl Serialize + 'w {
    let settings = SavedSettings {
        pair_limit: world.limits.pairs as u64,
        parallel_from: world.limits.parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM) as u64,
        index: world.trees.index().into(),
        offset_table_budget: world.limits.offset_table_bytes as u64,
        variant_budget: world.limits.variant_bytes as u64,
    };
    let mask = move |(id, angles, owned, mask)| MaskEntry { id, angles, owned, mask: encode(mask) };
    let waiting = |id| WaitingEntry { id: SpriteId(id), data: world.masks.data.get(id.index() as usize) };
    let last_places = world.slots.iter().filter_map(|(id, _)| {
        Some(LastPlaceEntry { id: SpriteId(id), at: world.columns.last_place(id.index() as usize).get()? })
    });
    SavedWorld {
        version: Version::CURRENT,
        settings,
        stepped: world.stepped,
        masks: Entries { len: world.masks.len(), iter: world.masks.entries().map(mask) },
        vacant_masks: Entries { len: world.masks.vacant_count(), iter: world.masks.vacant_ids() },
        sprites: Entries { len: world.len(), iter: world.entries().map(|(id, sprite)| SpriteEntry { id, sprite }) },
        vacant_sprites: Entries { len: world.slots.vacant_count(), iter: world.slots.vacant_ids().map(SpriteId) },
        waiting_sprites: Entries { len: world.slots.waiting_ids().len(), iter: world.slots.waiting_ids().map(waiting) },
        pairs: world.step_lists.pairs(),
        last_places: Entries { len: last_places.clone().count(), iter: last_places },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BroadPhase, Sprite};

    #[test]
    fn a_world_with_an_r_star_tree_loads_with_and_without_the_feature() {
        let mut world = World::new();
        let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
        (0..2).for_each(|_| _ = world.spawn(Sprite::new(dot, [0, 0])).unwrap());
        let json = serde_json::to_string(&world).unwrap().replace(r#""index":"Packed""#, r#""index":"RStar""#);
        assert!(json.contains("RStar"));
        let mut loaded: World = serde_json::from_str(&json).unwrap();
        assert_eq!(loaded.trees.index() == BroadPhase::Packed, cfg!(not(feature = "rstar")));
        assert_eq!(loaded.step().unwrap().pairs().len(), 1);
    }
}
