//! Motion of one mask relative to another: rays, sweeps, penetration, and all colliding offsets at once.

mod normal;
mod offsets;
mod penetration;
mod ray;
mod surface;
mod sweep;

pub use ray::RayHit;
pub use sweep::{Sweep, SweepHit};
