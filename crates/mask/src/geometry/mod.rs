//! Points, rectangles, lines and affine maps of the plane.

mod affine;
mod line;
mod rect;

pub use affine::Affine;
pub use line::Line;
pub(crate) use rect::{Area, Sealed};
pub use rect::{IntoPoint, Rect};
