//! The values of a sprite as numbers, in the order of `world::bindings::FIELDS`, which JavaScript has too.

use super::RawWorld;
use super::errors::world_error;
use super::places::place;
use crate::errors::{JsResult, range_error};
use ::world::bindings::sprite_fields;
use ::world::{Angle, MaskId, Side, Sprite, SpriteId, Turn};

/// The numbers of a row, one after the other.
pub(super) type Numbers<'a> = std::slice::Iter<'a, f64>;

/// A value of a sprite. JavaScript has checked that numbers are whole, and in the range of 32 bits, where they have to be.
trait Field: Sized {
    fn read(world: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<Self>;
    fn write(self, numbers: &mut Vec<f64>);
}

fn next(numbers: &mut Numbers<'_>) -> f64 {
    *numbers.next().expect("a row has a number for each value")
}

impl Field for MaskId {
    fn read(world: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<MaskId> {
        world.mask_id(next(numbers) as u32)
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(self.index() as f64);
    }
}

impl Field for [i32; 2] {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<[i32; 2]> {
        place([next(numbers), next(numbers)], "position")
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.extend(self.map(f64::from));
    }
}

impl Field for bool {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<bool> {
        Ok(next(numbers) != 0.0)
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(f64::from(u8::from(self)));
    }
}

impl Field for Turn {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<Turn> {
        Ok(Turn::ALL[next(numbers) as usize & 3])
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(f64::from(self.quarters()));
    }
}

impl Field for Angle {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<Angle> {
        Angle::degrees(next(numbers)).map_err(world_error)
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(self.to_degrees());
    }
}

/// The scale.
impl Field for [f64; 2] {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<[f64; 2]> {
        Ok([next(numbers), next(numbers)])
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.extend(self);
    }
}

/// The pivot. Two NaN are none.
impl Field for Option<[i32; 2]> {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<Option<[i32; 2]>> {
        let [x, y] = [next(numbers), next(numbers)];
        Ok((!x.is_nan()).then_some([x as i32, y as i32]))
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.extend(self.map_or([f64::NAN; 2], |pivot| pivot.map(f64::from)));
    }
}

/// The side of a one-way sprite, by its number. NaN is none.
impl Field for Option<Side> {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<Option<Side>> {
        let number = next(numbers);
        Ok((!number.is_nan()).then_some(Side::ALL[number as usize & 3]))
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(self.map_or(f64::NAN, |side| f64::from(side as u8)));
    }
}

impl Field for u32 {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<u32> {
        Ok(next(numbers) as u32)
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(f64::from(self));
    }
}

/// The data, which is less than 2^53 in JavaScript.
impl Field for u64 {
    fn read(_: &RawWorld, numbers: &mut Numbers<'_>) -> JsResult<u64> {
        Ok(next(numbers) as u64)
    }

    fn write(self, numbers: &mut Vec<f64>) {
        numbers.push(self as f64);
    }
}

/// Gives code for the values that games change in each frame. Setters for the other values would make the module larger.
macro_rules! if_frequent {
    (mask, $($code:tt)*) => { $($code)* };
    (angle, $($code:tt)*) => { $($code)* };
    ($other:ident, $($code:tt)*) => {};
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        impl RawWorld {
            /// Changes the values of a sprite whose bit is set in `given`. The numbers are those of these values.
            pub(super) fn change(&self, sprite: &mut Sprite, given: u32, numbers: &mut Numbers<'_>) -> JsResult<()> {
                let mut rest = given;
                $(
                    if rest & 1 != 0 {
                        sprite.$name = Field::read(self, numbers)?;
                    }
                    rest >>= 1;
                )*
                if rest == 0 { Ok(()) } else { Err(range_error("a sprite has no such value")) }
            }

            /// Sets the value of a sprite whose bit is `given`, and adds the numbers of the old value to a list. It takes half the
            /// time of a change of the whole sprite. Returns whether `given` is one value that can be set alone.
            pub(super) fn set_one(
                &mut self,
                id: SpriteId,
                given: u32,
                numbers: &mut Numbers<'_>,
                old: &mut Vec<f64>,
            ) -> JsResult<bool> {
                let mut bit = 1;
                $(
                    if_frequent! { $name,
                        if given == bit {
                            let before = self.get_sprite(id).$name;
                            let value: $type = Field::read(self, numbers)?;
                            self.world.get_mut(id).and_then(|mut sprite| sprite.$set(value)).map_err(world_error)?;
                            before.write(old);
                            return Ok(true);
                        }
                    }
                    bit <<= 1;
                )*
                let _ = bit;
                Ok(false)
            }
        }

        /// Adds all values of a sprite to a list.
        pub(super) fn write(sprite: Sprite, numbers: &mut Vec<f64>) {
            write_given(sprite, u32::MAX, numbers);
        }

        /// Adds the values of a sprite whose bit is set in `given` to a list.
        pub(super) fn write_given(sprite: Sprite, given: u32, numbers: &mut Vec<f64>) {
            let mut rest = given;
            $(
                if rest & 1 != 0 {
                    sprite.$name.write(numbers);
                }
                rest >>= 1;
            )*
            let _ = rest;
        }
    };
}

sprite_fields!(fields);
