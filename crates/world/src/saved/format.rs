//! The format of a saved world.
//!
//! ```text
//!   version          8
//!   settings         pair_limit, parallel_from, index, offset_table_budget, variant_budget
//!   stepped          whether a step has succeeded
//!   masks            id, angles, owned, mask: in the order of the slots
//!   vacant_masks     the last id of each vacant slot for masks, the next slot to use first
//!   sprites          id, sprite: in the order of the slots
//!   vacant_sprites   the last id of each vacant slot for sprites, the next slot to use first
//!   waiting_sprites  id, data: despawned sprites whose slots are not free yet
//!   pairs            the pairs of the last step, sorted
//!   last_places      id, position: the continuous sprites at the last step, sorted by id
//! ```
//!
//! The lists contain every slot, so the number of slots is not saved. A slot whose generations are used up is in the
//! list of vacant slots, after the slots that new values take.

use crate::{BroadPhase, MaskId, Sprite, SpriteId, WorldError, memory};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde::{Deserialize as Read, Serialize as Write};
use std::fmt;
use std::marker::PhantomData;

/// A saved world. The types of the lists differ between writing and reading.
#[derive(Write, Read)]
#[serde(rename = "World", deny_unknown_fields)]
pub(super) struct SavedWorld<Masks, MaskIds, Sprites, SpriteIds, Waiting, Pairs, LastPlaces> {
    pub(super) version: Version,
    pub(super) settings: SavedSettings,
    pub(super) stepped: bool,
    pub(super) masks: Masks,
    pub(super) vacant_masks: MaskIds,
    pub(super) sprites: Sprites,
    pub(super) vacant_sprites: SpriteIds,
    pub(super) waiting_sprites: Waiting,
    pub(super) pairs: Pairs,
    pub(super) last_places: LastPlaces,
}

/// The version of the format. It is read first, so that an unknown version is reported before any unknown field.
#[derive(Write, Clone, Copy)]
pub(super) struct Version(u32);

impl Version {
    pub(super) const CURRENT: Version = Version(8);

    #[cfg(feature = "bytes")]
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u32::deserialize(deserializer)? {
            version if version == Version::CURRENT.0 => Ok(Version(version)),
            version => Err(Error::custom(WorldError::UnknownVersion { version })),
        }
    }
}

/// The settings of the user.
#[derive(Write, Read)]
#[serde(rename = "Settings", deny_unknown_fields)]
pub(super) struct SavedSettings {
    pub(super) pair_limit: u64,
    pub(super) parallel_from: u64,
    pub(super) index: SavedIndex,
    pub(super) offset_table_budget: u64,
    pub(super) variant_budget: u64,
}

/// How pairs are found. Without the feature `rstar`, all worlds load with packed trees.
#[derive(Write, Read)]
#[serde(rename = "Index")]
pub(super) enum SavedIndex {
    Packed,
    RStar,
}

impl From<BroadPhase> for SavedIndex {
    fn from(index: BroadPhase) -> SavedIndex {
        match index {
            BroadPhase::Packed => SavedIndex::Packed,
            #[cfg(feature = "rstar")]
            BroadPhase::RStar => SavedIndex::RStar,
        }
    }
}

impl From<SavedIndex> for BroadPhase {
    fn from(index: SavedIndex) -> BroadPhase {
        match index {
            #[cfg(feature = "rstar")]
            SavedIndex::RStar => BroadPhase::RStar,
            _ => BroadPhase::Packed,
        }
    }
}

/// A mask and its id. `M` is a reference when writing, and a mask when reading.
#[derive(Write, Read)]
#[serde(rename = "MaskEntry", deny_unknown_fields)]
pub(super) struct MaskEntry<M> {
    pub(super) id: MaskId,
    /// The number of equal angles of a circle to which angles are rounded, if they are.
    pub(super) angles: Option<u32>,
    /// Whether the mask goes with the sprites that show it.
    pub(super) owned: bool,
    pub(super) mask: M,
}

/// A sprite and its id.
#[derive(Write, Read)]
#[serde(rename = "SpriteEntry", deny_unknown_fields)]
pub(super) struct SpriteEntry {
    pub(super) id: SpriteId,
    pub(super) sprite: Sprite,
}

/// A continuous sprite, and where it stood at the last step.
#[derive(Write, Read)]
#[serde(rename = "LastPlaceEntry", deny_unknown_fields)]
pub(super) struct LastPlaceEntry {
    pub(super) id: SpriteId,
    pub(super) at: [i32; 2],
}

/// A despawned sprite whose slot is waiting, and its data.
#[derive(Write, Read)]
#[serde(rename = "WaitingEntry", deny_unknown_fields)]
pub(super) struct WaitingEntry {
    pub(super) id: SpriteId,
    pub(super) data: u64,
}

/// The entries of a list to write, and their number.
pub(super) struct Entries<I> {
    pub(super) len: usize,
    pub(super) iter: I,
}

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Entries<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len))?;
        self.iter.clone().try_for_each(|entry| list.serialize_element(&entry))?;
        list.end()
    }
}

/// A list that has been read, or the error if the system refused the memory for it. (The error is a value, because some
/// formats drop the text of an error that a visitor returns.)
pub(super) struct List<T>(pub(super) Result<Vec<T>, WorldError>);

impl<T> List<T> {
    /// The list of what `convert` makes of the entries, or its first error.
    #[cfg(feature = "bytes")]
    pub(super) fn map<R>(self, convert: impl FnMut(T) -> Result<R, WorldError>) -> List<R> {
        List(self.0.and_then(|entries| {
            let mut list = memory::try_with_capacity(entries.len())?;
            entries.into_iter().map(convert).try_for_each(|entry| {
                list.push(entry?);
                Ok::<_, WorldError>(())
            })?;
            Ok(list)
        }))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T>, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    /// Reads a list. The length that the input claims is ignored, because a wrong length could exhaust memory.
    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<List<T>, A::Error> {
        let mut list = Ok(Vec::new());
        while let Some(entry) = entries.next_element()? {
            if let Ok(entries) = &mut list
                && let Err(error) = memory::try_push(entries, entry)
            {
                list = Err(error.into());
            }
        }
        Ok(List(list))
    }
}
