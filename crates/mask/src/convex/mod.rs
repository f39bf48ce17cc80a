//! Convex hulls and convex parts of a mask, for physics engines.

mod hull;
#[cfg(feature = "convex")]
mod parts;
