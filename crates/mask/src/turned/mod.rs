//! Masks under an affine map: where a pixel comes from, made pictures, and pairs that are never made.
//!
//! There is one rule. A pixel of the result is solid where its centre, mapped back by
//! [`Affine::inverse`](crate::Affine::inverse) and [`Affine::apply`](crate::Affine::apply), falls into
//! a solid pixel. Each coordinate of it is `step * (x + 0.5) + base` along a row, in `f64` with a
//! rounding after each operation. Roundings keep order, so the coordinate never turns back along a row
//! or a column. That one fact lets every shortcut here be exact, without a tolerance: the pixels of a
//! row that fall into a rectangle are one run, found by its two ends, and what a block of pixels falls
//! into is known from its corners.

mod line;
mod make;
mod map;
mod pair;
#[cfg(feature = "std")]
mod table;
mod tile;

pub use map::Turned;
#[cfg(feature = "std")]
pub use table::Turntable;
