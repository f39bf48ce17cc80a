//! Shapes and maps of the plane. They know no mask.

mod affine;
mod circle;
mod line;
mod polygon;
mod rect;
mod shape;

pub use affine::Affine;
pub use circle::Circle;
pub use line::Line;
pub use polygon::Polygon;
pub use rect::Rect;
pub use shape::{Shape, Span};
