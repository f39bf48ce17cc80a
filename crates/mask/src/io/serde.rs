//! Serialization of masks with serde: version, width, height and the packed pixels of [`super::bytes`]. The pixels
//! are hexadecimal digits in human-readable formats, and bytes in all others.

use crate::{Mask, MaskError, memory};
use alloc::collections::TryReserveError;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde::{de, ser};

/// The version of the form. Only this version is written and read.
const VERSION: u32 = 1;

/// The fields of a serialized mask. Every format has these fields.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Mask", deny_unknown_fields)]
struct SavedMask {
    version: u32,
    width: u32,
    height: u32,
    bits: PackedBits,
}

/// Serializes the mask (feature `serde`) as a struct of `version` (1), `width`, `height` and `bits`.
///
/// `bits` holds the pixels row by row without gaps; the first pixel is the lowest bit of the first byte. Human-readable
/// formats store each byte as two hexadecimal digits, in order. There is no checksum, so a changed bit of the pixels
/// loads as another mask; [`Mask::to_bytes`] has one.
///
/// ```
/// # use hitmask::Mask;
/// let mask: Mask = "#..\n.##".parse().unwrap();
/// let json = serde_json::to_string(&mask).unwrap();
/// assert_eq!(json, r#"{"version":1,"width":3,"height":2,"bits":"31"}"#);
/// assert_eq!(serde_json::from_str::<Mask>(&json).unwrap(), mask);
/// ```
impl Serialize for Mask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.packed_len();
        let mut bits = memory::try_with_capacity(count).map_err(no_memory_to_write(count))?;
        self.pack(&mut bits);
        SavedMask { version: VERSION, width: self.width, height: self.height, bits: PackedBits(bits) }
            .serialize(serializer)
    }
}

/// Deserializes a mask (feature `serde`) from a struct of `version`, `width`, `height` and `bits`, as `Serialize`
/// writes it.
///
/// All fields are validated. An unknown version, a size over the limit, too few or too many pixels and unknown
/// fields are errors of the format, with the message of the [`MaskError`].
impl<'de> Deserialize<'de> for Mask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mask, D::Error> {
        let SavedMask { version, width, height, bits } = SavedMask::deserialize(deserializer)?;
        if version != VERSION {
            return Err(de::Error::custom(MaskError::UnknownVersion { expected: VERSION, version }));
        }
        Mask::unpack(width, height, &bits.0).map_err(de::Error::custom)
    }
}

/// The pixels of a mask, eight to a byte.
struct PackedBits(Vec<u8>);

impl Serialize for PackedBits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_bytes(&self.0);
        }
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let mut text = String::new();
        text.try_reserve_exact(2 * self.0.len()).map_err(no_memory_to_write(2 * self.0.len()))?;
        text.extend(digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])));
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for PackedBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PackedBits, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(PackedBitsVisitor)
        } else {
            deserializer.deserialize_byte_buf(PackedBitsVisitor)
        }
    }
}

struct PackedBitsVisitor;

impl<'de> Visitor<'de> for PackedBitsVisitor {
    type Value = PackedBits;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pixels of a mask, as bytes or as two hexadecimal digits for each byte")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PackedBits, E> {
        let wrong = || E::custom(MaskError::NotHexadecimal);
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(wrong());
        }
        let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8).ok_or_else(wrong);
        let mut bytes = memory::try_with_capacity(pairs.len()).map_err(no_memory_to_read(pairs.len()))?;
        for &[high, low] in pairs {
            bytes.push(digit(high)? << 4 | digit(low)?);
        }
        Ok(PackedBits(bytes))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<PackedBits, E> {
        memory::try_clone(bytes).map(PackedBits).map_err(no_memory_to_read(bytes.len()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<PackedBits, E> {
        Ok(PackedBits(bytes))
    }

    /// Some formats represent bytes as a list of numbers. The list grows as the numbers arrive, because the declared
    /// length may be wrong.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PackedBits, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            memory::try_push(&mut bytes, byte).map_err(no_memory_to_read(bytes.len() + 1))?;
        }
        Ok(PackedBits(bytes))
    }
}

fn no_memory_to_write<E: ser::Error>(count: usize) -> impl Fn(TryReserveError) -> E {
    move |error| E::custom(memory::for_list(count, "bytes")(error))
}

fn no_memory_to_read<E: de::Error>(count: usize) -> impl Fn(TryReserveError) -> E {
    move |error| E::custom(memory::for_list(count, "bytes")(error))
}
