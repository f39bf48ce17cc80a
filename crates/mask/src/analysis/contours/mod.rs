//! Contours: the boundaries of solid pixels as closed polygons, their simplification, and masks filled from
//! polygons.

mod contour;
mod fill;
mod simplify;
mod trace;

pub use contour::{Contour, Contours, ContoursIter};
