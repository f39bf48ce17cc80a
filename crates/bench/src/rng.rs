//! Random numbers that are equal on every platform: the generator of the command's swarm.

#[path = "../../cli/src/swarm/rng.rs"]
mod shared;

pub use shared::Rng;
