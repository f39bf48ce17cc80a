//! Other broad phases, behind one trait: rstar's tree. The crate `bench` has heavier ones.

mod broad_phase;
mod rstar;

pub use broad_phase::{BroadPhase, ordered};
pub use rstar::{Rstar, RstarKept};
