//! Queries: sprites in a probe, by distance, on a ray, and on the path of another sprite.
//!
//! `find` searches the pixels of a `probe`. `nearest` searches by distance. `line_traversal` traverses the trees along
//! a line; `ray` uses it for a moving point and `sweep` for a moving sprite. `move_until` sweeps a sprite and moves it,
//! or lets it `walk`. `carry` moves it with its riders. `free_place` finds room. `obstacle` says what blocks a step,
//! and `moving_sprite` has what all of these need.

mod carry;
mod find;
mod free_place;
mod line_traversal;
mod move_until;
mod moving_sprite;
mod nearest;
mod obstacle;
mod probe;
mod ray;
mod remainder;
mod sweep;
mod walk;

pub use carry::Carried;
pub use move_until::{Blocked, Motion, Moved};
pub use nearest::Near;
pub use probe::Probe;
pub use ray::SpriteRayHit;
pub use remainder::Remainder;
pub use sweep::{SpriteSweepHit, Swept};
