//! Maps of Tiled and LDtk: layers of placed frames.

mod layer;
mod load;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod map;
mod place;
mod sprite;
mod terrain;
mod tile_at;

pub use layer::{LayerKind, MapLayer, MapPoint, ValueGrid};
pub(crate) use load::{Load, Palette, Picture};
pub(crate) use map::Kind;
pub use map::Map;
pub(crate) use place::{Flips, Placement, position};
pub(crate) use sprite::Label;
pub use sprite::MapSprite;
