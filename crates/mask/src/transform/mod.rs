//! Transformed copies of a mask: flipped, rotated, cropped, scaled, grown, and under any affine map.

mod affine;
mod grow;
mod orient;
mod scale;

#[cfg(feature = "std")]
pub use affine::Turntable;
pub use affine::{DistanceField, RoundedMap, TransformedMask, upright_corner};
pub use orient::oriented;
