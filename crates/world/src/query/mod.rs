//! What is where: sprites by place, by distance, along a ray, and in the way of another sprite.
//!
//! `probe` is what may be asked about, `find` asks; `nearest` is the distance; `line_traversal` walks
//! the trees along a line, `ray` what a point meets on it, `sweep` what a sprite meets, and `move_until` moves it.

mod find;
mod line_traversal;
mod move_until;
mod nearest;
mod probe;
mod ray;
mod sweep;

pub use move_until::{Motion, Moved};
pub use nearest::Near;
pub use probe::Probe;
pub use ray::SpriteHit;
pub use sweep::{SweepHit, Swept};
