//! Queries and moves by entity.

mod mover;
mod probe;
mod results;
mod view;

pub use mover::{Blocked, Carried, Moved, PixelMover};
pub use probe::PixelProbe;
pub use results::{Near, PixelContact, SpriteRayHit, SpriteSweepHit, Swept};
pub use view::{PixelQuery, PixelView};
