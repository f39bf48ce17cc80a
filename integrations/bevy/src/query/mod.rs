//! Queries and moves by entity.

mod carry;
mod mover;
mod probe;
mod results;
mod stand;
mod view;
mod who;

pub use carry::Carried;
pub use mover::{Blocked, Moved, PixelMover};
pub use probe::PixelProbe;
pub use results::{Neighbor, PixelContact, SpriteRayHit, SpriteSweepHit, Swept};
pub use view::{PixelQuery, PixelView};
pub use who::{PixelPushOut, PixelReach, PixelWho};
