//! The cases. A family is a table of the report; its specs are the lines, which are built when their turn comes.

mod all;
mod boards;
mod bullets;
mod churn;
mod contacts;
mod contenders;
mod copies;
mod family;
mod few;
mod frames;
mod games;
mod mask;
mod nearest;
mod pairs;
mod queries;
mod rays;
mod still;
mod tables;
mod terrain;
mod tiles;
mod world;

pub use all::all;
use family::SEED;
pub use family::{Extent, Family, Spec};
pub use mask::families as mask;
pub use world::families as world;
