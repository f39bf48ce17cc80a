//! Convex hulls and convex parts of a mask, for physics engines.

mod hull;
#[cfg(feature = "convex")]
mod parts;

pub(crate) use hull::hull_of_few_corners;
#[cfg(feature = "convex")]
pub use parts::PartLimits;
