//! Queries and moves by entity.

mod carry;
mod mover;
mod probe;
mod reach;
mod results;
mod stand;
mod view;

pub use carry::Carried;
pub use mover::{Blocked, Moved, PixelMover};
pub use probe::PixelProbe;
pub use reach::{PixelPushOut, PixelReach};
pub use results::{Near, PixelContact, SpriteRayHit, SpriteSweepHit, Swept};
pub use view::{PixelQuery, PixelView};
