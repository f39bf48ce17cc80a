//! The world, which the user changes, and its read-only view, which the user queries.

mod masks;
mod probe;
mod sprites;
mod terrain;
mod view;
#[expect(clippy::module_inception, reason = "the world is what the module is about")]
mod world;

pub use masks::Edited;
pub use probe::Probe;
pub use view::View;
pub use world::{World, WorldLimits};
