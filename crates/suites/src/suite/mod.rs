//! The cases. A family is a table of the report; its specs are the lines, which are built when their turn comes.

mod boards;
mod contenders;
mod family;
mod masks;
mod pairs;
mod still;
mod terrain;
mod worlds;

pub use family::{Extent, Family, SEED, Spec};
pub use masks::families as mask;
pub use worlds::{BroadPhases, MakeBroadPhase, families as world};
