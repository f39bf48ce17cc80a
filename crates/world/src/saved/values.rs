//! Serialization of ids, angles and sprites, as parts of a world or on their own.

use crate::sprites::Scale;
use crate::{Angle, MaskId, Sprite, SpriteId, Turn};
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

/// The serialized form of a sprite.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Sprite", deny_unknown_fields)]
struct SavedSprite {
    mask: MaskId,
    position: [i32; 2],
    flips: [bool; 2],
    turn: Turn,
    /// Sprites that were saved before they had a scale are not scaled.
    #[serde(default = "unscaled")]
    scale: [f64; 2],
    angle: Angle,
    #[serde(default)]
    exact: bool,
    pivot: Option<[i32; 2]>,
    layers: u32,
    collides_with: u32,
    fixed: bool,
    data: u64,
}

fn unscaled() -> [f64; 2] {
    Scale::default().factors()
}

/// Serializes the sprite (feature `serde`) as a struct of all its properties. The mask is written as its id.
///
/// ```
/// use world::{Angle, MaskId, Sprite};
///
/// let sprite = Sprite::new(MaskId::from_bits(1 << 32), [10, -4]).flipped_x().rotated(Angle::degrees(45.0)?);
/// let json = serde_json::to_string(&sprite)?;
/// assert_eq!(json, r#"{"mask":4294967296,"position":[10,-4],"flips":[true,false],"turn":"None","scale":[1.0,1.0],"#.to_owned()
///     + r#""angle":45.0,"exact":false,"pivot":null,"layers":1,"collides_with":4294967295,"fixed":false,"data":0}"#);
/// assert_eq!(serde_json::from_str::<Sprite>(&json)?, sprite);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Sprite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = SavedSprite {
            mask: self.appearance.mask,
            position: self.at,
            flips: self.appearance.orientation.flips(),
            turn: self.appearance.orientation.turn(),
            scale: self.scale(),
            angle: self.appearance.angle,
            exact: self.extras.exact,
            pivot: self.extras.pivot,
            layers: self.layers.layer_bits,
            collides_with: self.layers.collision_bits,
            fixed: self.fixed,
            data: self.data,
        };
        saved.serialize(serializer)
    }
}

/// Deserializes a sprite (feature `serde`). A position or a pivot that is out of range is an error, and so is a scale
/// that is not valid. The id of the mask is not checked until the sprite is spawned.
impl<'de> Deserialize<'de> for Sprite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sprite, D::Error> {
        let saved = SavedSprite::deserialize(deserializer)?;
        let mut sprite = Sprite::new(saved.mask, saved.position).turned(saved.turn).rotated(saved.angle);
        sprite.appearance.orientation = sprite.appearance.orientation.with_flips(saved.flips[0], saved.flips[1]);
        sprite = sprite.layers(saved.layers).collides_with(saved.collides_with).data(saved.data);
        sprite = sprite.scaled(saved.scale).map_err(Error::custom)?;
        (sprite.extras.pivot, sprite.extras.exact, sprite.fixed) = (saved.pivot, saved.exact, saved.fixed);
        sprite.check().map_err(Error::custom)?;
        Ok(sprite)
    }
}
