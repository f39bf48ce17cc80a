//! The structs of the header from those of the libraries, and back.

use crate::ids::{mask_bits, mask_id};
use crate::status::{Failure, hitmask_status};
use crate::types::{
    hitmask_linear, hitmask_pair, hitmask_point, hitmask_ray_hit, hitmask_real, hitmask_rect, hitmask_sprite,
    hitmask_sweep_hit,
};
use mask::{Affine, Reach, Rect};
use std::mem::MaybeUninit;
use world::{Angle, MaskId, Pair, QuarterTurn, Side, Sprite, SpriteId};

impl From<[i32; 2]> for hitmask_point {
    fn from([x, y]: [i32; 2]) -> hitmask_point {
        hitmask_point { x, y }
    }
}

impl From<hitmask_point> for [i32; 2] {
    fn from(hitmask_point { x, y }: hitmask_point) -> [i32; 2] {
        [x, y]
    }
}

impl From<[f64; 2]> for hitmask_real {
    fn from([x, y]: [f64; 2]) -> hitmask_real {
        hitmask_real { x, y }
    }
}

impl From<hitmask_real> for [f64; 2] {
    fn from(hitmask_real { x, y }: hitmask_real) -> [f64; 2] {
        [x, y]
    }
}

/// Writes the numbers of a map, row by row, to memory for six of them.
pub(crate) fn write_map(m: &mut [MaybeUninit<f64>], by: &Affine) {
    let rows = <[[f64; 3]; 2]>::from(*by);
    m.iter_mut().zip(rows.as_flattened()).for_each(|(to, &number)| {
        to.write(number);
    });
}

impl From<Affine> for hitmask_linear {
    /// Leaves the translation out.
    fn from(by: Affine) -> hitmask_linear {
        let [[a, b, _], [c, d, _]] = by.into();
        hitmask_linear { a, b, c, d }
    }
}

impl From<hitmask_linear> for Affine {
    fn from(hitmask_linear { a, b, c, d }: hitmask_linear) -> Affine {
        Affine::from([[a, b, 0.0], [c, d, 0.0]])
    }
}

/// Returns a size that is an argument. A negative number of a caller comes as a large one.
pub(crate) fn extent(pixels: u32, name: &str) -> Result<u32, Failure> {
    if pixels <= i32::MAX as u32 {
        return Ok(pixels);
    }
    let message = format!("{name} must be from 0 to 2^31 - 1, got {} (without its sign, {pixels})", pixels as i32);
    Err(Failure::new(hitmask_status::HITMASK_OUT_OF_RANGE, message))
}

/// Returns the size of a mask or a picture that is two arguments.
pub(crate) fn size(width: u32, height: u32) -> Result<[u32; 2], Failure> {
    Ok([extent(width, "width")?, extent(height, "height")?])
}

/// Returns a rectangle that is four arguments.
pub(crate) fn rect(left: i32, top: i32, width: u32, height: u32) -> Result<Rect, Failure> {
    let [width, height] = size(width, height)?;
    Ok(Rect { left, top, width, height })
}

/// Returns how far a search for a free place goes, and in which rectangle.
pub(crate) fn reach(limit: u32, within: Option<&hitmask_rect>) -> Result<Reach, Failure> {
    let inside = within.map(|to| rect(to.left, to.top, to.width, to.height)).transpose()?;
    let reach = Reach::new(limit);
    Ok(inside.map_or(reach, |rect| reach.inside(rect)))
}

impl From<Rect> for hitmask_rect {
    fn from(Rect { left, top, width, height }: Rect) -> hitmask_rect {
        hitmask_rect { left, top, width, height }
    }
}

impl From<Pair> for hitmask_pair {
    #[inline]
    fn from(Pair { a, b }: Pair) -> hitmask_pair {
        hitmask_pair { a: a.to_bits(), b: b.to_bits() }
    }
}

impl From<hitmask_pair> for Pair {
    fn from(hitmask_pair { a, b }: hitmask_pair) -> Pair {
        Pair { a: SpriteId::from_bits(a), b: SpriteId::from_bits(b) }
    }
}

/// How a field of a sprite stands in [`hitmask_sprite`].
trait Stored: Sized {
    type As;

    fn store(self) -> Self::As;

    /// Returns the field that a caller has stored. `name` is that of the field.
    fn read(stored: Self::As, name: &str) -> Result<Self, Failure>;
}

macro_rules! stored {
    ($($type:ty as $in_header:ty: |$value:ident| $store:expr, |$stored:ident, $name:ident| $read:expr;)*) => {
        $(impl Stored for $type {
            type As = $in_header;

            fn store(self) -> $in_header {
                let $value = self;
                $store
            }

            fn read($stored: $in_header, $name: &str) -> Result<$type, Failure> {
                $read
            }
        })*
    };
}
stored! {
    MaskId as u64: |id| mask_bits(id), |bits, _name| Ok(mask_id(bits));
    [i32; 2] as hitmask_point: |at| at.into(), |at, _name| Ok(at.into());
    [f64; 2] as hitmask_real: |pair| pair.into(), |pair, _name| Ok(pair.into());
    // Whether there is an origin or a transform stands in a flag of its own.
    Option<[f64; 2]> as hitmask_real: |at| at.unwrap_or_default().into(), |at, _name| Ok(Some(at.into()));
    Option<Affine> as hitmask_linear: |by| by.map_or_else(Default::default, Into::into), |by, _name| Ok(Some(by.into()));
    Angle as f64: |angle| angle.to_degrees(), |degrees, _name| Ok(Angle::degrees(degrees)?);
    bool as u8: |is_set| is_set.into(), |flag, _name| Ok(flag != 0);
    u32 as u32: |bits| bits, |bits, _name| Ok(bits);
    f64 as f64: |real| real, |real, _name| Ok(real);
    u64 as u64: |data| data, |data, _name| Ok(data);
    QuarterTurn as u8: |turn| turn.quarters(), |quarters, name| {
        let turn = QuarterTurn::ALL.get(usize::from(quarters)).copied();
        turn.ok_or_else(|| Failure::invalid(format!("{name} must be from 0 to 3, got {quarters}")))
    };
    Option<Side> as u8: |side| side.map_or(0, |side| 1 + side as u8), |number, name| match number {
        0 => Ok(None),
        number => {
            let side = Side::ALL.get(usize::from(number) - 1).copied();
            let message = || format!("{name} must be a hitmask_side, from 0 to {}, got {number}", Side::ALL.len());
            side.map(Some).ok_or_else(|| Failure::invalid(message()))
        }
    };
}

macro_rules! convert_sprites {
    ($($(#[$doc:meta])* $name:ident: $type:ty, [$set:ident];)*) => {
        impl From<Sprite> for hitmask_sprite {
            /// Does not compile if the struct of the header lacks a field, or has one of another type.
            fn from(sprite: Sprite) -> hitmask_sprite {
                hitmask_sprite {
                    $($name: <$type as Stored>::store(sprite.$name),)*
                    has_origin: sprite.origin.is_some().into(),
                    has_transform: sprite.transform.is_some().into(),
                    reserved: Default::default(),
                }
            }
        }

        impl hitmask_sprite {
            pub(crate) fn sprite(&self) -> Result<Sprite, Failure> {
                if self.reserved.iter().any(|&byte| byte != 0) {
                    return Err(Failure::invalid("reserved must be 0: hitmask_sprite_init sets it"));
                }
                if self.scale == hitmask_real::default() {
                    return Err(Failure::invalid(
                        "scale must be greater than 0, got 0, 0: begin with hitmask_sprite_init, which sets 1, 1",
                    ));
                }
                let mut made = Sprite::new(mask_id(self.mask), self.position);
                $(made.$name = <$type as Stored>::read(self.$name, stringify!($name))?;)*
                made.origin = made.origin.filter(|_| self.has_origin != 0);
                made.transform = made.transform.filter(|_| self.has_transform != 0);
                Ok(made)
            }
        }
    };
}
world::bindings::sprite_fields!(convert_sprites);

impl hitmask_ray_hit {
    /// What a ray has hit. `id` is 0 if it is a mask.
    pub(crate) fn new(id: u64, at: [i32; 2], before: Option<[i32; 2]>, step: u32, normal: [f64; 2]) -> hitmask_ray_hit {
        hitmask_ray_hit {
            id,
            normal: normal.into(),
            at: at.into(),
            before: before.unwrap_or(at).into(),
            step,
            hit: 1,
            started_inside: before.is_none().into(),
            reserved: [0; 2],
        }
    }
}

impl hitmask_sweep_hit {
    /// What a sweep has hit. `id` is 0 if it is a mask, and `start` is where the sweep begins.
    pub(crate) fn new(
        id: u64,
        first: [i32; 2],
        before: Option<[i32; 2]>,
        start: [i32; 2],
        step: u32,
        normal: [f64; 2],
    ) -> hitmask_sweep_hit {
        hitmask_sweep_hit {
            id,
            normal: normal.into(),
            first: first.into(),
            before: before.unwrap_or(start).into(),
            step,
            hit: 1,
            started_inside: before.is_none().into(),
            reserved: [0; 2],
        }
    }
}
