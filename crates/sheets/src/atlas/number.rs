//! Numbers of a JSON sheet.

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use std::fmt;

/// A whole number from `MIN` to `MAX`. Text and numbers with a zero fraction will do: some exporters write `"3"` or
/// `3.0`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Whole<const MIN: i64, const MAX: i64>(pub(super) i64);

/// A size or a coordinate of a picture.
pub(super) type Side = Whole<0, { i32::MAX as i64 }>;

/// A coordinate of a slice or of its pivot.
pub(super) type Coordinate = Whole<{ i32::MIN as i64 }, { i32::MAX as i64 }>;

/// A count.
pub(super) type Count = Whole<0, { u32::MAX as i64 }>;

impl Side {
    /// Returns the number, which is in the range of both `u32` and `i32`.
    pub(super) fn get(self) -> u32 {
        self.0 as u32
    }
}

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor<const MIN: i64, const MAX: i64>;
        impl<const MIN: i64, const MAX: i64> Visitor<'_> for WholeVisitor<MIN, MAX> {
            type Value = Whole<MIN, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a whole number from {MIN} to {MAX}")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                let error = || E::invalid_value(Unexpected::Signed(number), &self);
                if (MIN..=MAX).contains(&number) { Ok(Whole(number)) } else { Err(error()) }
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                match i64::try_from(number) {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
                // Every number of the range is below 2^53, so the conversion is exact.
                let whole = number as i64;
                if whole as f64 == number {
                    self.visit_i64(whole)
                } else {
                    Err(E::invalid_value(Unexpected::Float(number), &self))
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                match text.parse() {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(WholeVisitor::<MIN, MAX>)
    }
}
