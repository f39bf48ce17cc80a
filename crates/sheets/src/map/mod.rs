//! Maps of Tiled and LDtk: layers of placed frames.

mod frame_list;
#[expect(clippy::module_inception, reason = "the type that the folder is named after")]
mod map;
mod place;
mod sprite;
mod terrain;
mod tile_at;

pub(crate) use frame_list::FrameList;
pub use map::{LayerKind, Map, MapLayer, MapPoint, ValueGrid};
pub(crate) use place::{Flips, Placement, position};
pub(crate) use sprite::Label;
pub use sprite::MapSprite;
