//! The values that describe a sprite: its mask, position, orientation, scale, angle, pivot and layers.

mod angle;
mod appearance;
mod extras;
mod id;
mod last_place;
mod layers;
mod orientation;
mod pose;
mod position;
mod row_sprite;
mod scale;
mod side;
mod sprite;
mod traits;
mod turn;

pub use angle::Angle;
pub(crate) use appearance::Appearance;
pub(crate) use extras::Extras;
pub use id::SpriteId;
pub(crate) use last_place::LastPlace;
pub(crate) use layers::Layers;
pub(crate) use orientation::Orientation;
pub use pose::Pose;
pub use position::{MAX_PIVOT, MAX_POSITION, pixel, place};
pub(crate) use position::{check_pivot, check_position};
pub(crate) use row_sprite::RowSprite;
pub(crate) use scale::Scale;
pub use side::Side;
pub use sprite::Sprite;
pub(crate) use traits::Traits;
pub use turn::Turn;
