//! A mask that moves against another: rays, sweeps, contacts, and all offsets at once.

mod normal;
mod offsets;
mod penetration;
mod ray;
mod sweep;

pub use ray::RayHit;
pub use sweep::{Contact, Sweep};
