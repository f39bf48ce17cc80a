//! Writing of worlds.

use super::format::{LastPlaceEntry, MaskEntry, SavedSettings, SavedWorld, SpriteEntry, Version, WaitingEntry};
use super::list::Entries;
use crate::{SpriteId, World, WorldLimits};
use mask::Mask;
use serde::ser::{Serialize, Serializer};

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
        self.saved(|mask| mask).serialize(serializer)
    }
}

impl World {
    /// The world as it is saved. `encode` returns what is saved of each mask.
    pub(super) fn saved<'w, M: Serialize>(
        &'w self,
        encode: impl Fn(&'w Mask) -> M + Clone + 'w,
    ) -> impl Serialize + 'w {
        let settings = SavedSettings {
            pair_limit: self.limits.pairs as u64,
            parallel_from: self.limits.parallel_from.unwrap_or(WorldLimits::PARALLEL_FROM) as u64,
            index: self.trees.index().into(),
            offset_table_budget: self.limits.offset_table_bytes as u64,
            variant_budget: self.limits.variant_bytes as u64,
        };
        let mask = move |(id, angles, owned, mask)| MaskEntry { id, angles, owned, mask: encode(mask) };
        let waiting = |id| WaitingEntry { id: SpriteId(id), data: self.masks.data.get(id.index() as usize) };
        let last_places = self.slots.iter().filter_map(|(id, _)| {
            Some(LastPlaceEntry { id: SpriteId(id), at: self.columns.last_place(id.index() as usize).get()? })
        });
        SavedWorld {
            version: Version::CURRENT,
            settings,
            stepped: self.stepped,
            masks: Entries { len: self.masks.len(), iter: self.masks.entries().map(mask) },
            vacant_masks: Entries { len: self.masks.vacant_count(), iter: self.masks.vacant_ids() },
            sprites: Entries { len: self.len(), iter: self.entries().map(|(id, sprite)| SpriteEntry { id, sprite }) },
            vacant_sprites: Entries { len: self.slots.vacant_count(), iter: self.slots.vacant_ids().map(SpriteId) },
            waiting_sprites: Entries {
                len: self.slots.waiting_ids().len(),
                iter: self.slots.waiting_ids().map(waiting),
            },
            pairs: self.step_lists.pairs(),
            last_places: Entries { len: last_places.clone().count(), iter: last_places },
        }
    }
}
