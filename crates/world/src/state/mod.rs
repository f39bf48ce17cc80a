//! The world that the user changes, and the view that the user asks.

mod clone;
mod masks;
mod settings;
mod sprites;
mod view;
mod world;

pub use view::View;
pub use world::World;
