//! Contours: the boundaries of solid pixels as closed polygons, their simplification, and masks filled from
//! polygons.

mod contour;
mod corner_grid;
mod edge_grid;
mod fill;
mod simplify;
mod trace;

pub use contour::{Contour, Contours, ContoursIter};
pub use simplify::Simplify;
#[cfg(feature = "convex")]
pub(crate) use simplify::{Keep, checked};
#[cfg(feature = "convex")]
pub(crate) use trace::contours as exact_contours;
