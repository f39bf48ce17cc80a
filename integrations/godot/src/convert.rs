//! Godot's numbers and the numbers of the libraries: the two rules for fractions stand in `world::place` and
//! `world::pixel`.

use godot::prelude::*;
use mask::{Affine, Reach, Rect};
use std::fmt;
use world::{PushOut, Side, SpriteId, WorldError};

/// What a call got and what it expected.
#[derive(Debug)]
pub(crate) struct Expected {
    what: &'static str,
    got: String,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, got {}", self.what, self.got)
    }
}

pub(crate) fn expected(what: &'static str, got: impl fmt::Display) -> Expected {
    Expected { what, got: got.to_string() }
}

/// Returns the number of angles to which angles are rounded; 0 rounds nothing.
pub(crate) fn angle_steps(name: &str, steps: i64) -> Result<Option<u32>, Fault> {
    let valid = u32::try_from(steps).ok().filter(|&steps| steps <= 1 << 16);
    let valid = valid.ok_or_else(|| Fault::Text(format!("{name} must be from 0 to 65536, got {steps}")))?;
    Ok(Some(valid).filter(|&steps| steps > 0))
}

/// An error of the libraries, or a value that no call takes.
#[derive(Debug)]
pub(crate) enum Fault {
    World(world::WorldError),
    Mask(mask::MaskError),
    Expected(Expected),
    Text(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::World(WorldError::StaleSprite(id)) if id.to_bits() == 0 => {
                write!(f, "0 is no id: the spawn failed, or the collider has no picture")
            }
            // The texts of the library name ids as Rust shows them.
            Fault::World(WorldError::StaleSprite(id)) => {
                let id = id.to_bits() as i64;
                write!(f, "sprite {id} is not in this world: it was despawned, or the id comes from another world")
            }
            // A collider's picture has no id that its user knows.
            Fault::World(WorldError::CannotTransform { fault, .. }) => {
                write!(f, "cannot transform the picture: {fault}; use a smaller scale or a smaller picture")
            }
            Fault::World(error) => error.fmt(f),
            Fault::Mask(error) => error.fmt(f),
            Fault::Expected(error) => error.fmt(f),
            Fault::Text(text) => text.fmt(f),
        }
    }
}

impl From<world::WorldError> for Fault {
    fn from(error: world::WorldError) -> Fault {
        Fault::World(error)
    }
}

impl From<mask::MaskError> for Fault {
    fn from(error: mask::MaskError) -> Fault {
        Fault::Mask(error)
    }
}

impl From<Expected> for Fault {
    fn from(error: Expected) -> Fault {
        Fault::Expected(error)
    }
}

pub(crate) fn whole(at: Vector2i) -> [i32; 2] {
    [at.x, at.y]
}

pub(crate) fn vector(at: [i32; 2]) -> Vector2i {
    Vector2i::new(at[0], at[1])
}

pub(crate) fn real(at: Vector2) -> [f64; 2] {
    [f64::from(at.x), f64::from(at.y)]
}

/// A point with fractions, an argument with a name.
pub(crate) fn finite(name: &str, at: Vector2) -> Result<[f64; 2], Fault> {
    match at.is_finite() {
        true => Ok(real(at)),
        false => Err(Fault::Text(format!("{name} must be finite, got ({}, {})", at.x, at.y))),
    }
}

/// Godot has `f32` vectors, so whole numbers beyond 2^24 are rounded.
pub(crate) fn real_vector(at: [f64; 2]) -> Vector2 {
    Vector2::new(at[0] as f32, at[1] as f32)
}

/// The middle of a pixel, as a global point.
pub(crate) fn center(pixel: [i32; 2]) -> Vector2 {
    real_vector(pixel.map(|c| f64::from(c) + 0.5))
}

pub(crate) fn corner(pixel: [i32; 2]) -> Vector2 {
    real_vector(pixel.map(f64::from))
}

/// The pixel of a point of a query, an argument with a name.
pub(crate) fn pixel(name: &str, at: Vector2) -> Result<[i32; 2], Fault> {
    world::pixel(real(at)).map_err(|_| no_pixel(name, at))
}

/// The place of a sprite, an argument with a name.
pub(crate) fn place(name: &str, at: Vector2) -> Result<[i32; 2], Fault> {
    world::place(real(at)).map_err(|_| no_pixel(name, at))
}

pub(crate) fn no_pixel(name: &str, at: Vector2) -> Fault {
    let Vector2 { x, y } = at;
    Fault::Text(format!("{name} must be finite, from -2^30 to 2^30, got ({x}, {y})"))
}

/// A displacement, which must be whole.
pub(crate) fn displacement(by: Vector2) -> Result<[i32; 2], Fault> {
    if by != by.floor() {
        return Err(expected("the displacement must be whole pixels (PixelRemainder collects fractions)", by).into());
    }
    pixel("the displacement", by)
}

/// A set of layers. Godot's `~4` is negative: only its lower 32 bits count.
pub(crate) fn bits(name: &'static str, value: i64) -> Result<u32, Fault> {
    if !(i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value) {
        return Err(Fault::Text(format!("{name} must be a set of 32 bits, from 0 to 2^32 - 1, got {value}")));
    }
    Ok(value as u32)
}

/// A number that must not be negative.
pub(crate) fn natural(name: &'static str, value: i64) -> Result<u32, Fault> {
    u32::try_from(value).map_err(|_| Fault::Text(format!("{name} must be from 0 to 2^32 - 1, got {value}")))
}

pub(crate) fn rect(rect: Rect) -> Rect2i {
    let size = [rect.width, rect.height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
    Rect2i::from_components(rect.left, rect.top, size[0], size[1])
}

/// A rectangle of pixels. A negative size is an error.
pub(crate) fn pixels(rect: Rect2i) -> Result<Rect, Fault> {
    let side = |side| u32::try_from(side).map_err(|_| expected("the size of a rectangle must not be negative", rect));
    Ok(Rect::new(rect.position.x, rect.position.y, side(rect.size.x)?, side(rect.size.y)?))
}

/// How far a search goes, within a rectangle unless that is empty.
pub(crate) fn reach(limit: i64, within: Rect2i) -> Result<Reach, Fault> {
    let reach = Reach::new(natural("limit", limit)?);
    Ok(if within.size == Vector2i::ZERO { reach } else { reach.inside(pixels(within)?) })
}

/// Where a sprite is pushed: along a direction, unless that is 0.
pub(crate) fn push(limit: i64, along: Vector2, within: Rect2i) -> Result<PushOut, Fault> {
    let reach = reach(limit, within)?;
    Ok(if along == Vector2::ZERO { reach.into() } else { PushOut::along(displacement(along)?, reach) })
}

/// The map of a transform, without its translation.
pub(crate) fn axes(transform: &Transform2D) -> Affine {
    let [x, y] = [transform.a, transform.b].map(real);
    Affine::from([[x[0], y[0], 0.0], [x[1], y[1], 0.0]])
}

/// An affine map as a transform of Godot, whose numbers are `f32`.
pub(crate) fn transform(by: Affine) -> Transform2D {
    let [[a, b, x], [c, d, y]] = by.into();
    let [x_axis, y_axis, origin] = [[a, c], [b, d], [x, y]].map(real_vector);
    Transform2D::from_cols(x_axis, y_axis, origin)
}

pub(crate) fn id_of(id: SpriteId) -> i64 {
    id.to_bits() as i64
}

pub(crate) fn sprite_id(id: i64) -> SpriteId {
    SpriteId::from_bits(id as u64)
}

pub(crate) fn ids_of(ids: impl IntoIterator<Item = SpriteId>) -> PackedInt64Array {
    ids.into_iter().map(id_of).collect()
}

/// A side by its number: 0 is any side, then they come in the order of [`Side::ALL`].
pub(crate) fn side(number: i64) -> Result<Option<Side>, Fault> {
    match number {
        0 => Ok(None),
        1..=4 => Ok(Some(Side::ALL[number as usize - 1])),
        number => Err(expected("one_way must be from ANY_SIDE (0) to BOTTOM (4) of PixelCollider2D", number).into()),
    }
}

pub(crate) fn side_number(side: Option<Side>) -> i64 {
    side.map_or(0, |side| 1 + side as i64)
}

pub(crate) fn optional(value: Option<impl ToGodot>) -> Variant {
    value.map_or(Variant::nil(), |value| value.to_variant())
}

/// A dictionary whose keys are names.
macro_rules! record {
    ($($key:literal => $value:expr),* $(,)?) => {{
        let mut record = VarDictionary::new();
        $(record.set(&Variant::from($key), &($value).to_variant());)*
        record
    }};
}
pub(crate) use record;
