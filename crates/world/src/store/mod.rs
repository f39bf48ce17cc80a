//! The sprites as columns: what stands at the slot of a sprite stays there until the sprite is removed.

mod cells;
mod columns;
mod flags;
mod flags_column;
mod shared_column;
mod shared_columns;
mod sprite_mut;

pub(crate) use cells::DataColumn;
pub(crate) use columns::Columns;
pub(crate) use flags::Flags;
pub use sprite_mut::SpriteMut;
