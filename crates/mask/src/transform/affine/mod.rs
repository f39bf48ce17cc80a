//! Masks under an affine map: the source of each pixel, rendered masks, and overlap tests without rendering.
//!
//! One rule defines all results. A pixel of the result is solid if its center, mapped back, lies in a solid texel. The
//! inverse map is rounded once, to whole numbers ([`map::PixelMap`]); every result is computed from these, exactly. So
//! a pixel is the same wherever it is asked for, on every processor. The texel of a pixel is monotonic along a row or a
//! column: the pixels of a row that map into a rectangle form one run, which two divisions find, and the corners of a
//! block of pixels bound the texels of the whole block.

mod ask;
mod field;
mod map;
mod pair;
mod tile;
mod transformed;
#[cfg(feature = "std")]
mod turntable;

pub use field::DistanceField;
pub use map::upright_corner;
pub use transformed::{RoundedMap, TransformedMask};
#[cfg(feature = "std")]
pub use turntable::Turntable;
