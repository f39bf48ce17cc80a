//! Integer boxes, single and in groups of eight, and masks at positions.

mod aabb;
mod aabb8;
mod placed;

pub(crate) use aabb::Aabb;
pub(crate) use aabb8::Aabb8;
pub use placed::Placed;
