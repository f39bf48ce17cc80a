//! The values that describe a sprite: its mask, position, orientation, origin, scale, angle and layers.

mod angle;
mod orientation;
mod position;
mod sprite;
pub(crate) mod steps;
mod stored_sprite;
#[cfg(feature = "serde")]
mod values;

pub use angle::Angle;
pub(crate) use orientation::Orientation;
pub use orientation::QuarterTurn;
pub use position::{MAX_ORIGIN, MAX_POSITION, pixel, place, position_at};
pub(crate) use position::{check_fraction, check_origin, check_position, split};
pub use sprite::{Side, Sprite};
pub(crate) use steps::Matrix;
pub(crate) use stored_sprite::{
    Appearance, CollisionMode, Extras, LastPlace, Layers, MapExtras, StoredSprite, check_scale,
};
#[cfg(feature = "serde")]
pub(crate) use values::fraction;
#[cfg(feature = "serde")]
pub(crate) use values::scale;
#[cfg(feature = "serde")]
pub(crate) use values::transform;
