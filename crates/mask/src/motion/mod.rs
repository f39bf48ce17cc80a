//! Motion of one mask relative to another: rays, sweeps, penetration, free places, and all colliding offsets at once.

mod free;
mod nearest;
mod normal;
mod offsets;
mod penetration;
mod ray;
mod surface;
mod sweep;

#[doc(hidden)]
pub use free::nearest_free_of;
#[doc(hidden)]
pub use nearest::nearest_distance_squared;
pub use ray::RayHit;
pub use sweep::{Sweep, SweepHit};
