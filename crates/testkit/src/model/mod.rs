//! A plain model of a world, and a driver that changes a world and its model side by side and compares them, pixel by
//! pixel. The tests of the world, the soak and the fuzz targets are front ends of the driver. A difference panics.
#![allow(clippy::missing_panics_doc, reason = "every function of the driver panics at a difference")]
#![allow(clippy::must_use_candidate, reason = "functions that compare also return counts")]

mod actor;
mod among;
pub mod answers;
pub mod carrying;
mod chance;
mod change;
mod check;
mod crowd;
mod life;
mod moves;
pub mod moving;
mod paths;
mod placed_grid;
pub mod placing;
mod plain;
mod refusals;
mod twin;

pub use actor::{Actor, within};
pub use among::{Among, Course, Trip};
pub use change::{Change, Through};
pub use crowd::Crowd;
pub use life::{CENTERS, INDEXES, Life};
pub use placed_grid::{PlacedGrid, Shape};
pub use plain::{Model, brute_force};
pub use twin::{Ending, Twin};
