//! Other broad phases, behind one trait. A new peer takes a file, one `impl` and one line in [`all`].

mod all;
mod broad_phase;
mod broccoli;
mod grid;
mod parry2d;
mod points;
mod rstar;

pub use all::all;
pub use broad_phase::BroadPhase;
use broad_phase::ordered;
pub use broccoli::{Broccoli, BroccoliParallel};
pub use grid::Grid;
pub use parry2d::Parry2d;
pub use points::{ParryPoints, PointGrid, PointIndex, RstarPoints};
pub use rstar::{Rstar, RstarKept};
