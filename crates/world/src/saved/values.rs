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

/// Serializes the angle (feature `serde`) as its exact number of degrees clockwise, and in binary formats as a number
/// of steps of 1/65536 of a circle, which takes a byte for 0.
impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.to_degrees().serialize(serializer)
        } else {
            self.steps().serialize(serializer)
        }
    }
}

/// Deserializes an angle (feature `serde`) from degrees clockwise, as by [`Angle::degrees`], or in binary formats from
/// steps. NaN and infinity are errors.
impl<'de> Deserialize<'de> for Angle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Angle, D::Error> {
        if deserializer.is_human_readable() {
            Angle::degrees(f64::deserialize(deserializer)?).map_err(Error::custom)
        } else {
            u16::deserialize(deserializer).map(Angle::from_steps)
        }
    }
}

/// The factors of a scale. Binary formats leave out the default, which nearly all sprites have.
pub(crate) mod scale {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    const DEFAULT: [f64; 2] = [1.0, 1.0];

    pub(crate) fn serialize<S: Serializer>(scale: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            scale.serialize(serializer)
        } else {
            Some(scale).filter(|&&scale| scale != DEFAULT).serialize(serializer)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
        if deserializer.is_human_readable() {
            Deserialize::deserialize(deserializer)
        } else {
            Option::deserialize(deserializer).map(|scale| scale.unwrap_or(DEFAULT))
        }
    }
}
