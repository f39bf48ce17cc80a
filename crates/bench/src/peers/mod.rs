//! Other broad phases that take long to build. A new peer takes a file, one `impl` and one line in [`all`].

mod all;
mod broccoli;
mod grid;
mod parry2d;
mod points;

pub use all::{ALL, all};
pub use broccoli::{Broccoli, BroccoliParallel};
pub use grid::Grid;
pub use parry2d::Parry2d;
pub use points::{ParryPoints, PointGrid, PointIndex, RstarPoints};
