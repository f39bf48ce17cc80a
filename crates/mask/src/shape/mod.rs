//! Shapes that are no masks: drawn, cut out, and asked for overlap.
//!
//! A [`Shape`] says which pixels of a row it covers, as spans; `raster` does the rest, for all of them.

mod circle;
mod polygon;
mod raster;
mod span;

pub use circle::Circle;
pub use polygon::Polygon;
pub use span::{Shape, Span};
