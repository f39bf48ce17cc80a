//! Masks under an affine map: where a pixel comes from, made pictures, and pairs that are never made.
//!
//! There is one rule. A pixel of the result is solid where its center, mapped back by
//! [`Affine::inverse`](crate::Affine::inverse) and [`Affine::apply`](crate::Affine::apply), falls into
//! a solid pixel. Each coordinate of it is `step * (x + 0.5) + base` along a row, in `f64` with a
//! rounding after each operation. Roundings keep order, so the coordinate never turns back along a row
//! or a column. That one fact lets every shortcut here be exact, without a tolerance: the pixels of a
//! row that fall into a rectangle are one run, found by its two ends, and what a block of pixels falls
//! into is known from its corners.

mod axis;
mod pair;
mod render;
mod tile;
mod transformed;
#[cfg(feature = "std")]
mod turntable;

pub use transformed::TransformedMask;
#[cfg(feature = "std")]
pub use turntable::Turntable;
