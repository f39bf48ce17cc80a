//! Shapes: sets of pixels, given as spans in each row. A mask, a circle, a polygon and a rectangle are shapes.

mod circle;
mod polygon;
mod shape;

pub use circle::Circle;
pub use polygon::Polygon;
pub(crate) use shape::ShapeKind;
pub use shape::{Shape, Span};
