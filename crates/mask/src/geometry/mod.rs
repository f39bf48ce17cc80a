//! Shapes and affine maps of the plane. This module does not depend on [`Mask`](crate::Mask).

mod affine;
mod area;
mod circle;
mod line;
mod polygon;
mod rect;
mod shape;

pub use affine::Affine;
pub(crate) use area::Area;
pub use circle::Circle;
pub use line::Line;
pub use polygon::Polygon;
pub use rect::Rect;
pub use shape::{Shape, Span};
