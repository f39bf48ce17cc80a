//! Sprites as bytes, for exchange with other workers, for checkpoints and for scratch files.
//!
//! Records are in the format of postcard: numbers take as few bytes as they need.

use mask::Affine;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::mem;
use thiserror::Error;
use world::{Angle, MaskId, QuarterTurn, Side, Sprite, WorldError};

const FLIP_X: u16 = 1;
const FLIP_Y: u16 = 1 << 1;
/// The number of quarter turns takes two bits.
const TURN_SHIFT: u16 = 2;
const FIXED: u16 = 1 << 4;
const SENSOR: u16 = 1 << 6;
/// The side of a one-way sprite takes three bits: 0 for none, or else its place in [`Side::ALL`] and one.
const SIDE_SHIFT: u16 = 7;
const CONTINUOUS: u16 = 1 << 10;
/// All further bits are 0.
const FLAG_BITS: u16 = 11;

const DEFAULT_LAYERS: [u32; 2] = [1, u32::MAX];

/// Bytes that are not a record.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes are not in the format of a record.
    #[error("record cannot be read: it was written by another version, or it is damaged")]
    Malformed,
    /// A record names a mask that was not sent before.
    #[error("record names mask {number}, which was not sent: the record is damaged")]
    UnknownMask {
        /// The number of the mask.
        number: u32,
    },
    /// A record holds a value that a sprite cannot have.
    #[error("record holds an invalid value: {0}")]
    Invalid(#[from] WorldError),
    /// A record names a sprite that was not sent before.
    #[error("record names sprite {id}, which was not sent: two workers added this id, or the record is damaged")]
    UnknownSprite {
        /// The id of the sprite.
        id: u64,
    },
    /// A record holds bytes that are not a mask.
    #[error("record holds a mask that cannot be read: {0}")]
    Mask(mask::MaskError),
}

/// Appends a value to a list of bytes.
pub(crate) fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    // Values without maps and sequences of unknown length are always written.
    *out = postcard::to_extend(value, mem::take(out)).expect("plain data is written without an error");
}

/// Reads a value from the front of a list of bytes.
pub(crate) fn read<T: DeserializeOwned>(input: &mut &[u8]) -> Result<T, RecordError> {
    let (value, rest) = postcard::take_from_bytes(input).map_err(|_| RecordError::Malformed)?;
    *input = rest;
    Ok(value)
}

/// The values of a sprite. The mask has a number, because other worlds have other ids.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpriteRecord {
    mask: u32,
    at: [i32; 2],
    flags: u16,
    /// In degrees.
    angle: Option<f64>,
    /// The layers, and the layers that the sprite collides with. `None` is the default of a sprite.
    layers: Option<[u32; 2]>,
    origin: Option<[f64; 2]>,
    scale: Option<[f64; 2]>,
    fraction: Option<[f64; 2]>,
    /// The linear part of a transform, two rows.
    linear: Option<[[f64; 2]; 2]>,
    data: u64,
}

impl SpriteRecord {
    pub(crate) fn new(sprite: &Sprite, mask: u32) -> SpriteRecord {
        let turn = u16::from(sprite.turn.quarters());
        let side = sprite.one_way.map_or(0, |side| 1 + side as u16);
        let flags = [
            (FLIP_X, sprite.flip_x),
            (FLIP_Y, sprite.flip_y),
            (FIXED, sprite.fixed),
            (SENSOR, sprite.sensor),
            (CONTINUOUS, sprite.continuous),
        ];
        let numbers = turn << TURN_SHIFT | side << SIDE_SHIFT;
        SpriteRecord {
            mask,
            at: sprite.position,
            flags: flags.iter().filter(|(_, set)| *set).fold(numbers, |flags, (flag, _)| flags | flag),
            angle: Some(sprite.angle.to_degrees()).filter(|&degrees| degrees != 0.0),
            layers: Some([sprite.layers, sprite.collides_with]).filter(|&layers| layers != DEFAULT_LAYERS),
            origin: sprite.origin,
            scale: Some(sprite.scale).filter(|&scale| scale != [1.0; 2]),
            fraction: Some(sprite.fraction).filter(|&fraction| fraction != [0.0; 2]),
            linear: sprite.transform.map(|by| <[[f64; 3]; 2]>::from(by).map(|[a, b, _]| [a, b])),
            data: sprite.data,
        }
    }

    /// Converts to a sprite. `find_mask` returns the mask with a number.
    pub(crate) fn to_sprite(self, find_mask: impl FnOnce(u32) -> Option<MaskId>) -> Result<Sprite, RecordError> {
        let SpriteRecord { mask: number, at, flags, angle, layers, origin, scale, fraction, linear, data } = self;
        let side = usize::from(flags >> SIDE_SHIFT & 7);
        if flags >> FLAG_BITS != 0 || side > Side::ALL.len() {
            return Err(RecordError::Malformed);
        }
        let mask = find_mask(number).ok_or(RecordError::UnknownMask { number })?;
        let [layers, collides_with] = layers.unwrap_or(DEFAULT_LAYERS);
        let is_set = |flag| flags & flag != 0;
        let mut sprite = Sprite::new(mask, at)
            .flip_x(is_set(FLIP_X))
            .flip_y(is_set(FLIP_Y))
            .turn(QuarterTurn::ALL[usize::from(flags >> TURN_SHIFT & 3)])
            .angle(Angle::degrees(angle.unwrap_or_default())?)
            .scale(scale.unwrap_or([1.0; 2]))
            .fraction(fraction.unwrap_or_default())
            .layers(layers)
            .collides_with(collides_with)
            .fixed(is_set(FIXED))
            .sensor(is_set(SENSOR))
            .continuous(is_set(CONTINUOUS))
            .data(data);
        (sprite.origin, sprite.one_way) = (origin, side.checked_sub(1).map(|side| Side::ALL[side]));
        sprite.transform = linear.map(|rows| Affine::from(rows.map(|[a, b]| [a, b, 0.0])));
        Ok(sprite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask_id(number: u32) -> Option<MaskId> {
        Some(MaskId::from_bits(number.into()))
    }

    fn random_sprite(rng: &mut fastrand::Rng) -> (Sprite, u32) {
        let number = rng.u32(..);
        let mut sprite = Sprite::new(mask_id(number).unwrap(), [rng.i32(..), rng.i32(..)]);
        sprite = sprite.turn(QuarterTurn::ALL[rng.usize(0..4)]).angle(Angle::degrees(rng.f64() * 360.0).unwrap());
        for option in 0..11 {
            sprite = match option {
                _ if rng.bool() => sprite,
                0 => sprite.flip_x(true),
                1 => sprite.flip_y(true),
                2 => sprite.fixed(true),
                3 => sprite.fraction([rng.f64(), 0.25]),
                8 => sprite.sensor(true),
                10 => sprite.continuous(true),
                9 => sprite.one_way(Side::ALL[rng.usize(0..4)]),
                4 => sprite.layers(rng.u32(..)).collides_with(rng.u32(..)),
                5 => sprite.origin([rng.f64(), f64::from(rng.i32(..))]),
                6 => sprite.scale([rng.f64() + 0.1, 3.0]),
                _ => sprite.data(rng.u64(..)),
            };
        }
        (sprite, number)
    }

    #[test]
    fn a_sprite_is_read_as_written() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..2000 {
            let (sprite, number) = random_sprite(&mut rng);
            let mut bytes = vec![7];
            write(&mut bytes, &SpriteRecord::new(&sprite, number));
            let mut input = &bytes[1..];
            assert_eq!(read::<SpriteRecord>(&mut input).unwrap().to_sprite(mask_id), Ok(sprite));
            assert!(input.is_empty());
            for length in 1..bytes.len() {
                assert_eq!(read::<SpriteRecord>(&mut &bytes[1..length]), Err(RecordError::Malformed));
            }
        }
    }

    #[test]
    fn damaged_sprites_are_errors() {
        let record = SpriteRecord::new(&Sprite::new(MaskId::default(), [0, 0]), 9);
        assert_eq!(record.to_sprite(|_| None), Err(RecordError::UnknownMask { number: 9 }));
        for flags in [1 << FLAG_BITS, 5 << SIDE_SHIFT] {
            assert_eq!(SpriteRecord { flags, ..record }.to_sprite(mask_id), Err(RecordError::Malformed));
        }
    }
}
