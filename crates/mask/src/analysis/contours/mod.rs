//! Contours: the edges between solid pixels and air as closed polygons; simpler ones near them; and masks
//! filled from polygons.

mod contour;
mod fill;
mod simplify;
mod trace;

pub use contour::{Contour, Contours, ContoursIter};
