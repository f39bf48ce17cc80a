//! The class `RawMask`. Each file holds the methods of one kind.

mod analysis;
mod build;
mod class;
mod edit;
mod motion;
mod overlap;
mod results;
mod transform;

pub(crate) use class::RawMask;
#[cfg(feature = "world")]
pub(crate) use motion::{ray_hit, reach};
pub(crate) use results::{Component, PlacedMask};
