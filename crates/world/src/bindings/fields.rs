//! The fields of a sprite.

use crate::sprites::position_at;
use crate::{Angle, Contact, MaskId, Pair, QuarterTurn, Side, Sprite, Step, World, WorldError};
use mask::Affine;

/// Returns the number of equal angles of a circle to which the angles of a mask are rounded, if they are.
#[must_use]
pub fn angle_steps(world: &World, mask: MaskId) -> Option<u32> {
    world.masks.size_and_angles(mask).ok()?.1
}

/// Returns a sprite at a point with fractions, as [`SpriteMut::place_at`](crate::SpriteMut::place_at) moves it. All its
/// other values are set before.
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] if a coordinate is NaN or out of the range of positions.
pub fn sprite_at(sprite: Sprite, at: [f64; 2]) -> Result<Sprite, WorldError> {
    let Sprite { angle, scale, origin, transform, .. } = sprite;
    let is_upright = (angle, scale, origin, transform) == (Angle::ZERO, [1.0; 2], None, None);
    let (position, fraction) = position_at(at, is_upright)?;
    Ok(Sprite { position, fraction, ..sprite })
}

/// Calls a macro with the fields of a sprite, in the order of [`Sprite`]: for each its documentation, name, type, and
/// the setter of [`SpriteMut`](crate::SpriteMut) in brackets.
///
/// The documentation fits every language: it names no code and ends with a full stop.
#[macro_export]
#[doc(hidden)]
macro_rules! sprite_fields {
    ($callback:ident) => {
        $callback! {
            /// The mask that the sprite shows.
            mask: $crate::MaskId, [set_mask];
            /// The place in the world in pixels, from -2^30 to 2^30: where the origin is drawn if there is one, else the
            /// top-left corner of the flipped and turned mask, before scale and rotation.
            position: [i32; 2], [move_to];
            /// The part of the position below a pixel, from 0 to less than 1 along each axis.
            fraction: [f64; 2], [set_fraction];
            /// Whether the mask is mirrored left to right.
            flip_x: bool, [set_flip_x];
            /// Whether the mask is mirrored top to bottom.
            flip_y: bool, [set_flip_y];
            /// The quarter turns clockwise, 0 to 3, after the flips.
            turn: $crate::QuarterTurn, [set_turn];
            /// The rotation in degrees clockwise, after flips, turn and scale.
            angle: $crate::Angle, [set_angle];
            /// The factors along x and y, more than 0, after flips and turn.
            scale: [f64; 2], [set_scale];
            /// The point of the picture, in pixels of the mask as it was added, that is drawn at the position and about
            /// which the sprite flips, turns, scales and rotates. It may lie outside the mask. Without an origin, the
            /// sprite does so about its middle.
            origin: ::core::option::Option<[f64; 2]>, [set_origin];
            /// Any map from points of the picture to points of the world, instead of flips, turn, angle, scale and
            /// origin. Its translation is the position.
            transform: ::core::option::Option<$crate::bindings::Affine>, [set_transform];
            /// The layers that the sprite is in, a bit each.
            layers: u32, [set_layers];
            /// The layers that the sprite collides with, a bit each. Two sprites meet only if each names a layer of the
            /// other.
            collides_with: u32, [set_collides_with];
            /// Whether the sprite is scenery that seldom moves. Two fixed sprites are never a pair.
            fixed: bool, [set_fixed];
            /// Whether the sprite collides but blocks nobody, as a coin or a door does.
            sensor: bool, [set_sensor];
            /// The only side from which the sprite blocks moves, as the top of a platform that heroes jump through from
            /// below. Without a side, it blocks from all.
            one_way: ::core::option::Option<$crate::Side>, [set_one_way];
            /// Whether a step tests the sprite along its path, the straight line from its position at the last step, so
            /// that it passes through nothing unseen. The first path begins where the sprite was spawned.
            continuous: bool, [set_continuous];
            /// A number of yours, which hitmask stores.
            data: u64, [set_data];
        }
    };
}
pub use sprite_fields;

/// How a field is given and checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The id of a mask of the world.
    Mask,
    /// Two coordinates, at most [`MAX_POSITION`](crate::MAX_POSITION) from 0; fractions are rounded by
    /// [`place`](crate::place()).
    Place,
    /// True or false.
    Flag,
    /// A number of quarter turns, 0 to 3.
    Turn,
    /// Finite degrees.
    Degrees,
    /// Two finite factors greater than 0.
    Factors,
    /// Two real numbers from 0 to less than 1.
    Fraction,
    /// Two coordinates of a point of a picture, at most [`MAX_ORIGIN`](crate::MAX_ORIGIN) from 0, or none.
    Point,
    /// An affine map, or none.
    Map,
    /// 32 bits. Of the fields that are a `u32`, only `layers` and `collides_with` are layers.
    Layers,
    /// A whole number of 32 bits.
    Number,
    /// A real number.
    Real,
    /// A [`Side`], or none.
    Side,
    /// 64 bits. Languages without such numbers take those that they have.
    Data,
}

/// The kind of fields of a type.
trait OfKind {
    const KIND: Kind;
}

macro_rules! kinds {
    ($($type:ty: $kind:ident),*) => {
        $(impl OfKind for $type {
            const KIND: Kind = Kind::$kind;
        })*
    };
}
kinds! {
    MaskId: Mask, [i32; 2]: Place, bool: Flag, QuarterTurn: Turn, Angle: Degrees, [f64; 2]: Factors, Option<[f64; 2]>: Point,
    Option<Affine>: Map, u32: Number, f64: Real, Option<Side>: Side, u64: Data
}

/// A field of a sprite, for what is made as text.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name in Rust: words in lowercase with underscores.
    pub name: &'static str,
    /// How it is given and checked.
    pub kind: Kind,
    /// Its documentation, as lines that each begin with a space.
    pub docs: &'static [&'static str],
}

const fn kind<T: OfKind>(name: &str) -> Kind {
    match name.as_bytes() {
        b"layers" | b"collides_with" => Kind::Layers,
        b"fraction" => Kind::Fraction,
        _ => T::KIND,
    }
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        /// The fields of a sprite, in the order of [`Sprite`].
        pub const FIELDS: &[Field] = &[$(
            Field { name: stringify!($name), kind: kind::<$type>(stringify!($name)), docs: &[$($doc),*] },
        )*];

        /// Does not compile if the list lacks a field, or has one with another type or without a setter.
        const _: fn(Sprite, &mut crate::SpriteMut<'_>) = |sprite, changed| {
            let Sprite { $($name),* } = sprite;
            $(
                let value: $type = $name;
                let _ = changed.$set(value);
            )*
        };
    };
}
sprite_fields!(fields);

impl Field {
    /// Returns the documentation as one line.
    #[must_use]
    pub fn text(&self) -> String {
        self.docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the default as text: of numbers and flags as all languages write them, of layers in hexadecimal.
    #[must_use]
    pub fn default(&self) -> &'static str {
        match (self.kind, self.name) {
            (Kind::Mask | Kind::Place, _) => "", // the caller gives them
            (Kind::Flag, _) => "false",
            (Kind::Factors, _) => "1, 1",
            (Kind::Fraction, _) => "0, 0",
            (Kind::Point | Kind::Map | Kind::Side, _) => "none",
            (Kind::Layers, "layers") => "1",
            (Kind::Layers, _) => "0xFFFFFFFF",
            (Kind::Turn | Kind::Degrees | Kind::Number | Kind::Real | Kind::Data, _) => "0",
        }
    }
}

/// Calls `f` with each of some pairs of a step as they touched first, and with the fraction of the path before, which
/// is 0 for a pair without a path. Engines tell of the pairs that began in the order of the fractions.
pub fn touches<'w, T: Send>(
    step: Step<'w>,
    pairs: &[Pair],
    f: impl Fn(Contact<'w>, f64) -> T + Sync,
) -> Vec<Option<T>> {
    step.map_touches(pairs, f)
}
