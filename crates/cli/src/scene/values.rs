//! The value types of a scene file.

use crate::args;
use mask::Rect;
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;
use world::{MAX_POSITION, Turn};

/// An integer from `MIN` to `MAX`.
#[derive(Clone, Copy)]
pub(crate) struct Integer<const MIN: i64, const MAX: i64>(pub(super) i64);

/// A coordinate of a sprite, in pixels.
pub(crate) type Coordinate = Integer<{ -(MAX_POSITION as i64) }, { MAX_POSITION as i64 }>;

impl Coordinate {
    /// Returns the coordinate, whose range lies within `i32`.
    pub(crate) fn get(self) -> i32 {
        self.0 as i32
    }
}

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for Integer<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Integer<MIN, MAX>, D::Error> {
        struct IntegerVisitor<const MIN: i64, const MAX: i64>;
        impl<const MIN: i64, const MAX: i64> Visitor<'_> for IntegerVisitor<MIN, MAX> {
            type Value = Integer<MIN, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a whole number from {MIN} to {MAX}")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                if (MIN..=MAX).contains(&number) {
                    Ok(Integer(number))
                } else {
                    Err(E::invalid_value(Unexpected::Signed(number), &self))
                }
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                match i64::try_from(number) {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
                }
            }
        }
        deserializer.deserialize_i64(IntegerVisitor::<MIN, MAX>)
    }
}

/// A set of layers, one bit each.
pub(crate) type Layers = Integer<0, { u32::MAX as i64 }>;

/// Deserializes a rotation by a multiple of 90 degrees.
pub(crate) fn rotation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
    let Integer(degrees) = Integer::<{ i64::MIN }, { i64::MAX }>::deserialize(deserializer)?;
    quarter_turns(degrees).map_err(de::Error::custom)
}

/// Converts clockwise degrees to a [`Turn`].
pub(crate) fn quarter_turns(degrees: i64) -> Result<Turn, String> {
    match degrees {
        0 => Ok(Turn::None),
        90 => Ok(Turn::Quarter),
        180 => Ok(Turn::Half),
        270 => Ok(Turn::ThreeQuarters),
        _ => Err(format!("angle must be 0, 90, 180 or 270 degrees, got {degrees}")),
    }
}

/// A rectangle of a picture: left, top, width, height.
#[derive(Clone, Copy)]
pub(crate) struct Frame([i64; 4]);

impl Frame {
    pub(crate) fn rect(self) -> Rect {
        let [left, top, width, height] = self.0;
        Rect { left: left as i32, top: top as i32, width: width as u32, height: height as u32 }
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frame, D::Error> {
        struct FrameVisitor;
        impl<'de> Visitor<'de> for FrameVisitor {
            type Value = Frame;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("four whole numbers: left, top, width and height, the last two at least 0")
            }

            // Reads the numbers one by one: a `Vec` would hold a list of any length.
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Frame, A::Error> {
                let mut numbers = [0; 4];
                for (length, number) in numbers.iter_mut().enumerate() {
                    let least = if length < 2 { i32::MIN } else { 0 };
                    let next = list.next_element::<Integer<{ i32::MIN as i64 }, { i32::MAX as i64 }>>()?;
                    let Integer(next) = next.ok_or_else(|| de::Error::invalid_length(length, &self))?;
                    if next < least.into() {
                        return Err(de::Error::invalid_value(Unexpected::Signed(next), &self));
                    }
                    *number = next;
                }
                match list.next_element::<IgnoredAny>()? {
                    None => Ok(Frame(numbers)),
                    Some(_) => Err(de::Error::invalid_length(5, &self)),
                }
            }
        }
        deserializer.deserialize_seq(FrameVisitor)
    }
}

/// A color written as six hexadecimal digits.
pub(crate) struct Color(pub(crate) [u8; 3]);

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        args::parse_color(&text).map(Color).map_err(de::Error::custom)
    }
}
