//! Queries and moves by entity.

mod mover;
mod results;
mod view;

pub use mover::{Moved, PixelMover};
pub use results::{PixelContact, RayHit, SweepHit, Swept};
pub use view::{PixelQuery, PixelView};
