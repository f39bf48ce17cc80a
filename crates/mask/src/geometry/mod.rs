//! Points, rectangles, lines and affine maps of the plane.

mod affine;
mod area;
mod line;
mod rect;

pub use affine::Affine;
pub(crate) use area::Area;
pub use line::Line;
pub(crate) use rect::Sealed;
pub use rect::{IntoPoint, Rect};
