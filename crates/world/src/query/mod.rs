//! What is where: sprites by place, by distance, along a ray, and in the way of another sprite.
//!
//! `probe` is what may be asked about, `find` asks; `near` is the distance; `course` is a straight way
//! through the tree, `ray` what a point meets on it, `sweep` what a sprite meets, and `slide` moves it.

mod course;
mod find;
mod near;
mod probe;
mod ray;
mod slide;
mod sweep;

pub use near::Near;
pub use probe::Probe;
pub use ray::SpriteHit;
pub use slide::{Motion, Moved};
pub use sweep::{SweepHit, Swept};
