//! The sprites as columns: what stands at the slot of a sprite stays there until the sprite is removed.

mod cells;
mod columns;
mod flags;
mod lane;
mod sprite_mut;

pub(crate) use columns::Columns;
pub(crate) use flags::Flags;
pub(crate) use lane::Lane;
pub use sprite_mut::SpriteMut;
