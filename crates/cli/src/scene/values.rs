//! The value types of a scene file.

use crate::solid;
use mask::Rect;
use serde::de;
use serde::de::{Deserialize, Deserializer, Expected, IgnoredAny, SeqAccess, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;
use world::{Angle, MAX_ORIGIN, MAX_POSITION, QuarterTurn, WorldError};

/// An integer from `MIN` to `MAX`.
#[derive(Clone, Copy, Default)]
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

/// A rotation: a quarter turn in place, or else an angle about the origin or the middle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Rotation {
    pub(crate) turn: QuarterTurn,
    pub(crate) angle: Angle,
}

impl Rotation {
    /// Converts degrees clockwise. Multiples of 90 are turns.
    ///
    /// # Errors
    /// Returns an error if the number is NaN or infinite.
    pub(crate) fn degrees(degrees: f64) -> Result<Rotation, WorldError> {
        let angle = Angle::degrees(degrees)?;
        let quarters = degrees % 360.0 / 90.0;
        Ok(match quarters.rem_euclid(4.0) {
            0.0 => Rotation::default(),
            1.0 => Rotation { turn: QuarterTurn::Quarter, angle: Angle::ZERO },
            2.0 => Rotation { turn: QuarterTurn::Half, angle: Angle::ZERO },
            3.0 => Rotation { turn: QuarterTurn::ThreeQuarters, angle: Angle::ZERO },
            _ => Rotation { turn: QuarterTurn::None, angle },
        })
    }
}

impl<'de> Deserialize<'de> for Rotation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rotation, D::Error> {
        Rotation::degrees(f64::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Scale factors: one for both axes, or one for x and one for y.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Factors(pub(super) [f64; 2]);

impl Default for Factors {
    fn default() -> Factors {
        Factors([1.0; 2])
    }
}

impl<'de> Deserialize<'de> for Factors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Factors, D::Error> {
        struct FactorsVisitor;
        impl<'de> Visitor<'de> for FactorsVisitor {
            type Value = [f64; 2];

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number or a list of two numbers")
            }

            fn visit_f64<E>(self, factor: f64) -> Result<[f64; 2], E> {
                Ok([factor; 2])
            }

            fn visit_i64<E>(self, factor: i64) -> Result<[f64; 2], E> {
                Ok([factor as f64; 2])
            }

            fn visit_u64<E>(self, factor: u64) -> Result<[f64; 2], E> {
                Ok([factor as f64; 2])
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<[f64; 2], A::Error> {
                items(list, &self)
            }
        }
        Factors::new(deserializer.deserialize_any(FactorsVisitor)?).map_err(de::Error::custom)
    }
}

/// Reads a list of `N` items. A longer list is an error that names the length, not a fault of the text.
fn items<'de, T, A, const N: usize>(mut list: A, expected: &dyn Expected) -> Result<[T; N], A::Error>
where
    T: Deserialize<'de> + Default + Copy,
    A: SeqAccess<'de>,
{
    let mut items = [T::default(); N];
    for (length, item) in items.iter_mut().enumerate() {
        *item = list.next_element()?.ok_or_else(|| de::Error::invalid_length(length, expected))?;
    }
    match list.next_element::<IgnoredAny>()? {
        None => Ok(items),
        Some(_) => Err(de::Error::invalid_length(N + 1, expected)),
    }
}

/// Visits a list of `N` integers from `MIN` to `MAX`, which lie within `i32`. The text says what is expected.
struct IntegersVisitor<const N: usize, const MIN: i64, const MAX: i64>(&'static str);

impl<'de, const N: usize, const MIN: i64, const MAX: i64> Visitor<'de> for IntegersVisitor<N, MIN, MAX> {
    type Value = [i32; N];

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<[i32; N], A::Error> {
        let numbers: [Integer<MIN, MAX>; N] = items(list, &self)?;
        Ok(numbers.map(|Integer(number)| number as i32))
    }
}

/// The point of a picture that is drawn at a point of the pixel at x, y of a sprite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Origin {
    pub(crate) point: [f64; 2],
    pub(crate) fraction: [f64; 2],
}

impl Origin {
    /// Returns an origin at the corner of the pixel at x, y, if it is in range.
    pub(super) fn new([x, y]: [f64; 2]) -> Option<Origin> {
        let is_valid = |c: f64| c.abs() <= MAX_ORIGIN;
        (is_valid(x) && is_valid(y)).then_some(Origin { point: [x, y], fraction: [0.0; 2] })
    }

    /// Returns the origin that older scenes wrote as a pixel, whose center is drawn at the center of the pixel at x, y.
    pub(super) fn of_pixel(pixel: [i32; 2]) -> Origin {
        Origin { point: pixel.map(|c| f64::from(c) + 0.5), fraction: [0.5; 2] }
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Origin, D::Error> {
        struct PointVisitor;
        impl<'de> Visitor<'de> for PointVisitor {
            type Value = [f64; 2];

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("two numbers: x and y of a point")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<[f64; 2], A::Error> {
                items(list, &self)
            }
        }
        let point @ [x, y] = deserializer.deserialize_seq(PointVisitor)?;
        let far = || de::Error::custom(format_args!("origin must be within 2^26 pixels of the picture, got {x}, {y}"));
        Origin::new(point).ok_or_else(far)
    }
}

/// A pixel of a mask: the origin in older scenes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pivot(pub(super) [i32; 2]);

impl<'de> Deserialize<'de> for Pivot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pivot, D::Error> {
        // Its center is an origin in range.
        const LIMIT: i64 = MAX_ORIGIN as i64 - 1;
        let visitor = IntegersVisitor::<2, { -LIMIT }, LIMIT>("two whole numbers: x and y of a pixel");
        deserializer.deserialize_seq(visitor).map(Pivot)
    }
}

impl Factors {
    /// Returns the factors if both are finite and greater than 0.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAScale`] otherwise.
    pub(crate) fn new(scale: [f64; 2]) -> Result<Factors, WorldError> {
        let is_valid = scale.iter().all(|factor| factor.is_finite() && *factor > 0.0);
        if is_valid { Ok(Factors(scale)) } else { Err(WorldError::NotAScale { scale }) }
    }
}

/// A rectangle of a picture: left, top, width, height.
#[derive(Clone, Copy)]
pub(crate) struct Frame(pub(super) Rect);

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frame, D::Error> {
        const EXPECTED: &str = "four whole numbers: left, top, width and height, the last two at least 0";
        let visitor = IntegersVisitor::<4, { i32::MIN as i64 }, { i32::MAX as i64 }>(EXPECTED);
        let [left, top, width, height] = deserializer.deserialize_seq(visitor)?;
        let size = |side: i32| {
            let negative = |_| de::Error::invalid_value(Unexpected::Signed(side.into()), &EXPECTED);
            u32::try_from(side).map_err(negative)
        };
        Ok(Frame(Rect { left, top, width: size(width)?, height: size(height)? }))
    }
}

/// A color written as six hexadecimal digits.
#[derive(Clone, Copy)]
pub(crate) struct Color(pub(crate) [u8; 3]);

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        solid::parse_color(&text).map(Color).map_err(de::Error::custom)
    }
}
