//! Serialization of ids and angles, as parts of a world or on their own.

use crate::{Angle, MaskId, SpriteId};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Serializes the id (feature `serde`) as the number that [`SpriteId::to_bits`] returns.
impl Serialize for SpriteId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_bits().serialize(serializer)
    }
}

/// Deserializes an id (feature `serde`) from its number. Every number is accepted, as by [`SpriteId::from_bits`].
impl<'de> Deserialize<'de> for SpriteId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SpriteId, D::Error> {
        u64::deserialize(deserializer).map(SpriteId::from_bits)
    }
}

/// Serializes the id (feature `serde`) as the number that [`MaskId::to_bits`] returns.
impl Serialize for MaskId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_bits().serialize(serializer)
    }
}

/// Deserializes an id (feature `serde`) from its number. Every number is accepted, as by [`MaskId::from_bits`].
impl<'de> Deserialize<'de> for MaskId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MaskId, D::Error> {
        u64::deserialize(deserializer).map(MaskId::from_bits)
    }
}

/// Serializes the angle (feature `serde`) as its exact number of degrees clockwise.
impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_degrees().serialize(serializer)
    }
}

/// Deserializes an angle (feature `serde`) from degrees clockwise, as by [`Angle::degrees`]. NaN and infinity are
/// errors.
impl<'de> Deserialize<'de> for Angle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Angle, D::Error> {
        Angle::degrees(f64::deserialize(deserializer)?).map_err(Error::custom)
    }
}
