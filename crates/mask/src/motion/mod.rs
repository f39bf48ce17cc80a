//! Motion of one mask relative to another: rays, sweeps, penetration, free places, and all colliding offsets at once.

mod free;
mod nearest;
mod normal;
mod offsets;
mod penetration;
mod ray;
mod surface;
mod sweep;

pub use free::{Reach, nearest_free_of};
pub use nearest::nearest_distance_squared;
pub use offsets::convolve;
pub use ray::{RayHit, cast_line};
pub use sweep::{Sweep, SweepHit, sweep_line, tests_of_sweep};
