//! The cases. A family is a table of the report; its specs are the lines, which are built when their turn comes.

mod boards;
mod contenders;
mod family;
mod mask;
mod pairs;
mod still;
mod terrain;
mod world;

pub use family::{Extent, Family, SEED, Spec};
pub use mask::families as mask;
pub use world::{BroadPhases, MakeBroadPhase, families as world};
