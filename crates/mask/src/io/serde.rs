//! Masks through serde: version, width, height and the packed pixels of [`super::bytes`], as
//! hexadecimal digits where the format is for people and as bytes where it is not.

use super::bytes::VERSION;
use crate::memory::{self, AllocError};
use crate::{Mask, MaskError};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};

/// The shape that is written. Whatever else a format has to say, these are its fields.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Mask", deny_unknown_fields)]
struct SavedMask {
    version: u32,
    width: u32,
    height: u32,
    bits: PackedBits,
}

/// Writes (feature `serde`) a struct of `version` (1), `width`, `height` and `bits`: the pixels row after
/// row without gaps, the first in the lowest bit of the first byte. Formats for people show the bytes as two
/// hexadecimal digits each, in order.
///
/// ```
/// # use mask::Mask;
/// let mask: Mask = "#..\n.##".parse().unwrap();
/// let json = serde_json::to_string(&mask).unwrap();
/// assert_eq!(json, r#"{"version":1,"width":3,"height":2,"bits":"31"}"#);
/// assert_eq!(serde_json::from_str::<Mask>(&json).unwrap(), mask);
/// ```
impl Serialize for Mask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.packed_len();
        let mut bits = memory::try_with_capacity(count).map_err(no_memory(count))?;
        self.pack(&mut bits);
        SavedMask { version: VERSION, width: self.width, height: self.height, bits: PackedBits(bits) }
            .serialize(serializer)
    }
}

/// Reads what was written. Everything is checked: an unknown version, a size over the limit, too few or
/// too many pixels and unknown fields are errors of the format, which show the [`MaskError`].
impl<'de> Deserialize<'de> for Mask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mask, D::Error> {
        let SavedMask { version, width, height, bits } = SavedMask::deserialize(deserializer)?;
        Mask::unpack(version, width, height, &bits.0).map_err(de::Error::custom)
    }
}

/// Packed pixels.
struct PackedBits(Vec<u8>);

impl Serialize for PackedBits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_bytes(&self.0);
        }
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let mut text = String::new();
        text.try_reserve_exact(2 * self.0.len()).map_err(|_| no_memory(2 * self.0.len())(AllocError))?;
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
        let mut bytes = memory::try_with_capacity(pairs.len()).map_err(too_long(pairs.len()))?;
        for &[high, low] in pairs {
            bytes.push(digit(high)? << 4 | digit(low)?);
        }
        Ok(PackedBits(bytes))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<PackedBits, E> {
        memory::try_copy(bytes).map(PackedBits).map_err(too_long(bytes.len()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<PackedBits, E> {
        Ok(PackedBits(bytes))
    }

    /// Some formats know bytes only as a list of numbers. What a list says of its length is not believed.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PackedBits, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            memory::try_push(&mut bytes, byte).map_err(too_long(bytes.len() + 1))?;
        }
        Ok(PackedBits(bytes))
    }
}

/// That there is no memory for so many bytes, as an error of a format that is written.
fn no_memory<E: ser::Error>(count: usize) -> impl Fn(AllocError) -> E {
    move |error| E::custom(AllocError::for_list(count, "bytes")(error))
}

/// The same of a format that is read.
fn too_long<E: de::Error>(count: usize) -> impl Fn(AllocError) -> E {
    move |error| E::custom(AllocError::for_list(count, "bytes")(error))
}
