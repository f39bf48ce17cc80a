//! Integer boxes, single and in groups of eight, and masks at positions.

mod aabb;
mod placed;

pub(crate) use aabb::{Aabb, Aabb8};
pub use placed::PlacedMask;
