//! Points, shapes and affine maps of the plane. Only [`ShapeKind`] knows [`Mask`](crate::Mask), which is a shape too.

mod affine;
mod area;
mod circle;
mod line;
mod point;
mod polygon;
mod rect;
mod shape;

pub use affine::Affine;
pub(crate) use area::Area;
pub use circle::Circle;
pub use line::Line;
pub use point::IntoPoint;
pub use polygon::Polygon;
pub use rect::Rect;
pub(crate) use shape::ShapeKind;
pub use shape::{Shape, Span};
