//! Motion of one mask relative to another: rays, sweeps, penetration, free places, and all colliding offsets at once.

mod free;
mod nearest;
mod normal;
mod penetration;
mod sweep;

pub use free::{Reach, convolve, nearest_free_of};
pub use nearest::{distance_squared, nearest_distance_squared};
pub use sweep::{RayHit, Sweep, SweepHit, cast_line, sweep_line, tests_of_sweep};
