//! The world, which the user changes, and its read-only view, which the user queries.

mod bindings;
mod clone;
mod masks;
mod pace;
mod settings;
mod sprites;
mod terrain;
mod view;
mod world;

pub use view::View;
pub use world::World;
