//! Convex hulls and convex parts of a mask, for physics engines.

mod hull;
#[cfg(feature = "convex")]
mod parts;
#[cfg(feature = "convex")]
mod split;

#[cfg(feature = "convex")]
pub use parts::PartLimits;
