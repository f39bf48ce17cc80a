//! Masks under an affine map: the source of each pixel, rendered masks, and overlap tests without rendering.
//!
//! One rule defines all results. A pixel of the result is solid if its center, mapped back by
//! [`Affine::inverse`](crate::Affine::inverse) and [`Affine::apply`](crate::Affine::apply), lies in a solid pixel.
//! Each source coordinate along a row is `step * (x + 0.5) + base` in `f64`, rounded after each operation. Rounding
//! is monotonic, so the coordinate is monotonic along a row or a column. Every shortcut here is therefore exact,
//! without a tolerance: the pixels of a row that map into a rectangle form one run, which two searches for its ends
//! find, and the corners of a block of pixels bound the source of the whole block.

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
