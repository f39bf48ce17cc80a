//! Maps of Tiled and LDtk: layers of placed frames.

mod corners;
mod frame_list;
mod layer;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod map;
mod place;
mod sprite;
mod terrain;
mod tile_at;

pub(crate) use frame_list::FrameList;
pub use layer::{LayerKind, MapLayer, MapPoint, ValueGrid};
pub use map::Map;
pub(crate) use place::{Flips, Placement, position};
pub(crate) use sprite::Label;
pub use sprite::MapSprite;
