//! The world, which the user changes, and its read-only view, which the user queries.

mod bindings;
mod clone;
mod layers;
mod limits;
mod masks;
mod refresh;
mod sprites;
mod terrain;
mod threads;
mod view;
mod world;

pub use limits::WorldLimits;
pub use masks::Edited;
pub use view::View;
pub use world::World;
