//! The format of a saved world.
//!
//! ```text
//!   version          1
//!   settings         pair_limit, parallel_from, index
//!   stepped          whether a step was ever made
//!   masks            id, angles, mask: by slot
//!   vacant_masks     the last id of each free slot for masks, the next to be given first
//!   sprites          id, sprite: by slot
//!   vacant_sprites   the last id of each free slot for sprites, the next to be given first
//!   waiting_sprites  id, data: sprites that have gone, and whose slots nobody may have yet
//!   pairs            the pairs of the last step, sorted
//! ```
//!
//! Every slot is in one of its lists, so that their number need not be written. A slot whose lives are used up is
//! among the vacant ones, behind those that are given away.

use crate::{Index, MaskId, Sprite, SpriteId, WorldError};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Deserialize as Read, Serialize as Write};

/// A saved world, of lists of any kind.
#[derive(Write, Read)]
#[serde(rename = "World", deny_unknown_fields)]
pub(super) struct SavedWorld<Masks, MaskIds, Sprites, SpriteIds, Waiting, Pairs> {
    pub(super) version: Version,
    pub(super) settings: SavedSettings,
    pub(super) stepped: bool,
    pub(super) masks: Masks,
    pub(super) vacant_masks: MaskIds,
    pub(super) sprites: Sprites,
    pub(super) vacant_sprites: SpriteIds,
    pub(super) waiting_sprites: Waiting,
    pub(super) pairs: Pairs,
}

/// The version of the format. It is read first, so that a later format is known as such, whatever else it has.
#[derive(Write)]
pub(super) struct Version(u32);

impl Version {
    pub(super) const CURRENT: Version = Version(1);
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u32::deserialize(deserializer)? {
            version if version == Version::CURRENT.0 => Ok(Version(version)),
            version => Err(Error::custom(WorldError::UnknownVersion { version })),
        }
    }
}

/// What the user has set.
#[derive(Write, Read)]
#[serde(rename = "Settings", deny_unknown_fields)]
pub(super) struct SavedSettings {
    pub(super) pair_limit: u64,
    pub(super) parallel_from: u64,
    pub(super) index: Index,
}

/// A mask and its id: an `Arc` of one to write, one to read.
#[derive(Write, Read)]
#[serde(rename = "MaskEntry", deny_unknown_fields)]
pub(super) struct MaskEntry<M> {
    pub(super) id: MaskId,
    /// Into how many angles a circle is divided.
    pub(super) angles: u32,
    pub(super) mask: M,
}

/// A sprite and its id.
#[derive(Write, Read)]
#[serde(rename = "SpriteEntry", deny_unknown_fields)]
pub(super) struct SpriteEntry {
    pub(super) id: SpriteId,
    pub(super) sprite: Sprite,
}

/// A sprite that has gone, and its data.
#[derive(Write, Read)]
#[serde(rename = "WaitingEntry", deny_unknown_fields)]
pub(super) struct WaitingEntry {
    pub(super) id: SpriteId,
    pub(super) data: u64,
}
