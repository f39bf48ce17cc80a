//! The values of a sprite as numbers, in the order of `world::bindings::FIELDS`, which JavaScript has too.

use super::RawWorld;
use super::class::mask_id;
use super::errors::world_error;
use super::places::place;
use super::transforms::{affine, numbers};
use crate::errors::{JsResult, range_error};
use mask::Affine;
use world::bindings::{sprite_at, sprite_fields};
use world::{Angle, MaskId, QuarterTurn, Side, Sprite, SpriteId, World};

/// The numbers of a row, one after the other.
pub(super) type Numbers<'a> = std::slice::Iter<'a, f64>;

/// A value of a sprite. JavaScript has checked that numbers are whole, and in the range of 32 bits, where they have to be.
trait Field: Sized {
    fn read(world: &World, numbers: &mut Numbers<'_>) -> JsResult<Self>;
    fn write(self, numbers: &mut Vec<f64>);
}

fn next(numbers: &mut Numbers<'_>) -> f64 {
    *numbers.next().expect("a row has a number for each value")
}

/// Implements [`Field`] for a type: how its value is read from numbers, and written to them.
macro_rules! field {
    ($type:ty: |$world:pat_param, $from:ident| $read:expr, |$value:ident, $to:ident| $write:expr) => {
        impl Field for $type {
            fn read($world: &World, $from: &mut Numbers<'_>) -> JsResult<$type> {
                $read
            }

            fn write(self, $to: &mut Vec<f64>) {
                let $value = self;
                $write;
            }
        }
    };
}

// NaN stands for no origin, no transform and no side. The data is less than 2^53 in JavaScript.
field!(MaskId: |world, from| mask_id(world, next(from) as u32), |mask, to| to.push(mask.index() as f64));
field!([i32; 2]: |_, from| place([next(from), next(from)], "position"), |at, to| to.extend(at.map(f64::from)));
field!(bool: |_, from| Ok(next(from) != 0.0), |flag, to| to.push(f64::from(u8::from(flag))));
field!(QuarterTurn: |_, from| Ok(QuarterTurn::ALL[next(from) as usize & 3]), |turn, to| to.push(f64::from(turn.quarters())));
field!(Angle: |_, from| Angle::degrees(next(from)).map_err(world_error), |angle, to| to.push(angle.to_degrees()));
field!([f64; 2]: |_, from| Ok([next(from), next(from)]), |pair, to| to.extend(pair));
field!(Option<[f64; 2]>: |_, from| Ok(given([next(from), next(from)])), |origin, to| to.extend(origin.unwrap_or([f64::NAN; 2])));
field!(Option<Affine>: |_, from| Ok(given([next(from), next(from), next(from), next(from)]).map(transform)),
    |by, to| to.extend(&by.map_or([f64::NAN; 6], numbers)[..4]));
field!(Option<Side>: |_, from| Ok(side(next(from))), |side, to| to.push(side.map_or(f64::NAN, |side| f64::from(side as u8))));
field!(u32: |_, from| Ok(next(from) as u32), |bits, to| to.push(f64::from(bits)));
field!(u64: |_, from| Ok(next(from) as u64), |data, to| to.push(data as f64));

fn given<const N: usize>(numbers: [f64; N]) -> Option<[f64; N]> {
    (!numbers.iter().all(|number| number.is_nan())).then_some(numbers)
}

fn transform([a, b, c, d]: [f64; 4]) -> Affine {
    affine([a, b, c, d, 0.0, 0.0])
}

fn side(number: f64) -> Option<Side> {
    (!number.is_nan()).then_some(Side::ALL[number as usize & 3])
}

/// The bits of the position and of the fraction.
const POSITION: u32 = 0b10;
const FRACTION: u32 = 0b100;

/// The bits of all values that a change may set: a real position sets the fraction too.
pub(super) fn touched(given: u32) -> u32 {
    if given & POSITION == 0 { given } else { given | FRACTION }
}

/// Changes the values of a sprite as [`change`] does. A position is exact if the sprite is under a map.
pub(super) fn change_at(world: &World, sprite: &mut Sprite, given: u32, numbers: &mut Numbers<'_>) -> JsResult<()> {
    let position = numbers.as_slice().get(usize::from(given & 1 != 0)..); // after the mask, if it is given
    change(world, sprite, given, numbers)?;
    if let (POSITION, Some([x, y, ..])) = (given & (POSITION | FRACTION), position) {
        *sprite = sprite_at(*sprite, [*x, *y]).map_err(world_error)?;
    }
    Ok(())
}

/// Gives code for the values that games change in each frame. Setters for the other values would make the module larger.
macro_rules! if_frequent {
    (mask, $($code:tt)*) => { $($code)* };
    (angle, $($code:tt)*) => { $($code)* };
    ($other:ident, $($code:tt)*) => {};
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        /// Changes the values of a sprite whose bit is set in `given`. The numbers are those of these values.
        pub(super) fn change(world: &World, sprite: &mut Sprite, given: u32, numbers: &mut Numbers<'_>) -> JsResult<()> {
            let mut rest = given;
            $(
                if rest & 1 != 0 {
                    sprite.$name = Field::read(world, numbers)?;
                }
                rest >>= 1;
            )*
            if rest == 0 { Ok(()) } else { Err(range_error("a sprite has no such value")) }
        }

        impl RawWorld {
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
                            let value: $type = Field::read(&self.world, numbers)?;
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
