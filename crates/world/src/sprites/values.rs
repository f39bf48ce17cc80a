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

/// Serializes the angle (feature `serde`) as its degrees clockwise. Binary formats leave out 0, which nearly all sprites
/// have.
impl Serialize for Angle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.to_degrees().serialize(serializer)
        } else {
            Some(self.to_degrees()).filter(|&degrees| degrees != 0.0).serialize(serializer)
        }
    }
}

/// Deserializes an angle (feature `serde`) from degrees clockwise, as by [`Angle::degrees`]. NaN and infinity are errors.
impl<'de> Deserialize<'de> for Angle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Angle, D::Error> {
        let degrees = if deserializer.is_human_readable() {
            f64::deserialize(deserializer)?
        } else {
            Option::deserialize(deserializer)?.unwrap_or_default()
        };
        Angle::degrees(degrees).map_err(Error::custom)
    }
}

/// A pair of numbers with a default. Binary formats leave out the default, which nearly all sprites have.
macro_rules! pair_with_default {
    ($(#[$doc:meta])* $module:ident, $default:expr) => {
        $(#[$doc])*
        pub(crate) mod $module {
            use super::{Deserialize, Deserializer, Serialize, Serializer};

            const DEFAULT: [f64; 2] = $default;

            pub(crate) fn serialize<S: Serializer>(pair: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    pair.serialize(serializer)
                } else {
                    Some(pair).filter(|&&pair| pair != DEFAULT).serialize(serializer)
                }
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
                if deserializer.is_human_readable() {
                    Deserialize::deserialize(deserializer)
                } else {
                    Option::deserialize(deserializer).map(|pair| pair.unwrap_or(DEFAULT))
                }
            }
        }
    };
}

pair_with_default! {
    /// The factors of a scale.
    scale, [1.0, 1.0]
}

pair_with_default! {
    /// The fraction of a position.
    fraction, [0.0, 0.0]
}

/// A transform without translation, as its linear part: two rows.
pub(crate) mod transform {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use mask::Affine;

    pub(crate) fn serialize<S: Serializer>(transform: &Option<Affine>, serializer: S) -> Result<S::Ok, S::Error> {
        let linear = transform.map(|by| <[[f64; 3]; 2]>::from(by).map(|[a, b, _]| [a, b]));
        linear.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Affine>, D::Error> {
        let linear: Option<[[f64; 2]; 2]> = Option::deserialize(deserializer)?;
        Ok(linear.map(|rows| Affine::from(rows.map(|[a, b]| [a, b, 0.0]))))
    }
}
