//! Sprites as bytes, for exchange with other workers, for checkpoints and for scratch files.
//!
//! All numbers are little-endian:
//!
//! ```text
//! bytes  content
//!     4  number of the mask
//!   4+4  x, y
//!     2  flags, see below
//!     2  angle, in 1/65536 of a circle
//!   4+4  layers, layers that it collides with        if LAYERS is set
//!   4+4  pivot                                       if PIVOT is set
//!   8+8  scale, as the bits of two doubles           if SCALE is set
//!     8  data                                        if DATA is set
//! ```

use thiserror::Error;
use world::{Angle, MaskId, Sprite, Turn, WorldError};

const FLIP_X: u16 = 1;
const FLIP_Y: u16 = 1 << 1;
/// The number of quarter turns takes two bits.
const TURN_SHIFT: u16 = 2;
const FIXED: u16 = 1 << 4;
const EXACT: u16 = 1 << 5;
const LAYERS: u16 = 1 << 6;
const PIVOT: u16 = 1 << 7;
const SCALE: u16 = 1 << 8;
const DATA: u16 = 1 << 9;
const ALL: u16 = (1 << 10) - 1;

pub(crate) const TURNS: [Turn; 4] = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];
/// The layers of a sprite without the flag [`LAYERS`].
const DEFAULT_LAYERS: [u32; 2] = [1, u32::MAX];

/// Bytes that are not a record.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes end within a record.
    #[error("record ends early: expected {expected} more bytes, got {got}")]
    Short {
        /// The number of bytes that the next value takes.
        expected: usize,
        /// The number of bytes left.
        got: usize,
    },
    /// A record has bits that have no meaning.
    #[error("record has unknown flags {flags:#06x}: it was written by another version, or it is damaged")]
    UnknownFlags {
        /// The flags of the record.
        flags: u16,
    },
    /// A record names a mask that was not sent before.
    #[error("record names mask {number}, which was not sent: the record is damaged")]
    UnknownMask {
        /// The number of the mask.
        number: u32,
    },
    /// A record holds a value that a sprite cannot have.
    #[error("record holds an invalid value: {0}")]
    Invalid(#[from] WorldError),
    /// A record holds a kind that does not exist.
    #[error("record has the unknown kind {kind}: it was written by another version, or it is damaged")]
    UnknownKind {
        /// The kind.
        kind: u8,
    },
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

/// Reads values from the front of a list of bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], RecordError> {
        let (bytes, rest) =
            self.0.split_at_checked(count).ok_or(RecordError::Short { expected: count, got: self.0.len() })?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], RecordError> {
        let (array, rest) = self.0.split_first_chunk().ok_or(RecordError::Short { expected: N, got: self.0.len() })?;
        self.0 = rest;
        Ok(*array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, RecordError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, RecordError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, RecordError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, RecordError> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads two coordinates, which may have any value.
    pub(crate) fn point(&mut self) -> Result<[i32; 2], RecordError> {
        Ok([self.u32()? as i32, self.u32()? as i32])
    }
}

/// Appends two coordinates.
pub(crate) fn write_point(out: &mut Vec<u8>, at: [i32; 2]) {
    at.iter().for_each(|c| out.extend(c.to_le_bytes()));
}

/// Appends a sprite whose mask has a number.
pub(crate) fn write_sprite(out: &mut Vec<u8>, sprite: &Sprite, mask: u32) {
    let layers = [sprite.layer_bits(), sprite.collision_bits()];
    let [flip_x, flip_y] = sprite.flips();
    let turn = TURNS.iter().position(|&turn| turn == sprite.turn()).unwrap_or(0) as u16;
    let flags = [
        (FLIP_X, flip_x),
        (FLIP_Y, flip_y),
        (FIXED, sprite.is_fixed()),
        (EXACT, sprite.is_exact()),
        (LAYERS, layers != DEFAULT_LAYERS),
        (PIVOT, sprite.pivot_pixel().is_some()),
        (SCALE, sprite.scale() != [1.0; 2]),
        (DATA, sprite.user_data() != 0),
    ];
    let flags = flags.iter().filter(|(_, set)| *set).fold(turn << TURN_SHIFT, |flags, (flag, _)| flags | flag);
    // The degrees are a multiple of 360 / 65536, so the product is whole.
    let angle = (sprite.angle().to_degrees() * 65_536.0 / 360.0) as u16;
    out.extend(mask.to_le_bytes());
    write_point(out, sprite.position());
    out.extend(flags.to_le_bytes());
    out.extend(angle.to_le_bytes());
    if flags & LAYERS != 0 {
        layers.iter().for_each(|bits| out.extend(bits.to_le_bytes()));
    }
    if let Some(pivot) = sprite.pivot_pixel() {
        write_point(out, pivot);
    }
    if flags & SCALE != 0 {
        sprite.scale().iter().for_each(|factor| out.extend(factor.to_bits().to_le_bytes()));
    }
    if flags & DATA != 0 {
        out.extend(sprite.user_data().to_le_bytes());
    }
}

/// Reads a sprite. `mask` returns the mask with a number.
pub(crate) fn read_sprite(input: &mut Reader, mask: impl FnOnce(u32) -> Option<MaskId>) -> Result<Sprite, RecordError> {
    let number = input.u32()?;
    let at = input.point()?;
    let (flags, angle) = (input.u16()?, input.u16()?);
    if flags & !ALL != 0 {
        return Err(RecordError::UnknownFlags { flags });
    }
    let mask = mask(number).ok_or(RecordError::UnknownMask { number })?;
    let mut sprite = Sprite::new(mask, at).turned(TURNS[usize::from(flags >> TURN_SHIFT & 3)]);
    sprite = sprite.rotated(Angle::degrees(f64::from(angle) * 360.0 / 65_536.0)?);
    if flags & FLIP_X != 0 {
        sprite = sprite.flipped_x();
    }
    if flags & FLIP_Y != 0 {
        sprite = sprite.flipped_y();
    }
    if flags & FIXED != 0 {
        sprite = sprite.fixed();
    }
    if flags & EXACT != 0 {
        sprite = sprite.exact();
    }
    if flags & LAYERS != 0 {
        sprite = sprite.layers(input.u32()?).collides_with(input.u32()?);
    }
    if flags & PIVOT != 0 {
        sprite = sprite.pivot(input.point()?);
    }
    if flags & SCALE != 0 {
        sprite = sprite.scaled([f64::from_bits(input.u64()?), f64::from_bits(input.u64()?)])?;
    }
    if flags & DATA != 0 {
        sprite = sprite.data(input.u64()?);
    }
    Ok(sprite)
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
        sprite = sprite.turned(TURNS[rng.usize(0..4)]).rotated(Angle::degrees(rng.f64() * 360.0).unwrap());
        for option in 0..8 {
            sprite = match option {
                _ if rng.bool() => sprite,
                0 => sprite.flipped_x(),
                1 => sprite.flipped_y(),
                2 => sprite.fixed(),
                3 => sprite.exact(),
                4 => sprite.layers(rng.u32(..)).collides_with(rng.u32(..)),
                5 => sprite.pivot([rng.i32(..), rng.i32(..)]),
                6 => sprite.scaled([rng.f64() + 0.1, 3.0]).unwrap(),
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
            let mut bytes = Vec::new();
            write_sprite(&mut bytes, &sprite, number);
            let mut reader = Reader(&bytes);
            assert_eq!(read_sprite(&mut reader, mask_id), Ok(sprite));
            assert!(reader.is_empty());
            for length in 0..bytes.len() {
                let cut = read_sprite(&mut Reader(&bytes[..length]), mask_id);
                assert!(matches!(cut, Err(RecordError::Short { .. })), "{cut:?}");
            }
        }
    }

    #[test]
    fn damaged_sprites_are_errors() {
        let mut bytes = Vec::new();
        write_sprite(&mut bytes, &Sprite::new(MaskId::default(), [0, 0]).scaled([2.0, 3.0]).unwrap(), 9);
        let read =
            |bytes: &[u8], known: bool| read_sprite(&mut Reader(bytes), |number| mask_id(number).filter(|_| known));
        assert_eq!(read(&bytes, false), Err(RecordError::UnknownMask { number: 9 }));
        let mut flags = bytes.clone();
        flags[13] |= 0x80;
        assert!(matches!(read(&flags, true), Err(RecordError::UnknownFlags { .. })));
        let mut scale = bytes;
        scale[16..24].copy_from_slice(&f64::NAN.to_le_bytes());
        assert!(matches!(read(&scale, true), Err(RecordError::Invalid(WorldError::NotAScale { .. }))));
    }
}
