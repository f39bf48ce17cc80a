//! Moves: until something is in the way, along it, over slopes, with riders, and out of what a sprite overlaps.

mod carry;
mod free_place;
#[expect(clippy::module_inception, reason = "a motion is what the module is about")]
mod motion;
mod move_until;

pub use carry::Carried;
pub use free_place::PushOut;
pub use motion::{Motion, Remainder};
pub use move_until::{Blocked, Moved};
