//! The values that describe a sprite: its mask, position, orientation, origin, scale, angle and layers.

mod angle;
mod appearance;
mod extras;
mod id;
mod last_place;
mod layers;
mod orientation;
mod position;
mod side;
mod sprite;
pub(crate) mod steps;
mod stored_sprite;
mod traits;
mod turn;

pub use angle::Angle;
pub(crate) use appearance::Appearance;
pub(crate) use extras::{Extras, MapExtras, check_scale};
pub use id::SpriteId;
pub(crate) use last_place::LastPlace;
pub(crate) use layers::Layers;
pub(crate) use orientation::Orientation;
pub use position::{MAX_ORIGIN, MAX_POSITION, pixel, place, position_at};
pub(crate) use position::{check_fraction, check_origin, check_position, split};
pub use side::Side;
pub use sprite::Sprite;
pub(crate) use stored_sprite::StoredSprite;
pub(crate) use traits::Traits;
pub use turn::Turn;
