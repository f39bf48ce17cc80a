//! Queries: sprites in a probe, by distance, on a ray, and on the path of another sprite.
//!
//! `find` searches the pixels of a `probe`. `nearest` searches by distance. `line_traversal` traverses the trees along
//! a line; `ray` uses it for a moving point and `sweep` for a moving sprite. `move_until` sweeps a sprite and moves it,
//! or lets it `walk`, as a `motion` says. `carry` moves it with its riders. `free_place` and `push_out` find free
//! places. `touching` lists what would block a move. `obstacle` says what blocks a step and `obstacle_search` finds it,
//! `moving_sprite` has what all of these need, and `who` says what a query asks about.

mod carry;
mod find;
mod free_place;
mod line_traversal;
mod motion;
mod move_until;
mod moving_sprite;
mod nearest;
mod obstacle;
mod obstacle_search;
mod probe;
mod push_out;
mod ray;
mod remainder;
mod sweep;
mod touching;
mod walk;
mod who;

pub use carry::Carried;
pub use motion::Motion;
pub use move_until::{Blocked, Moved};
pub use nearest::Near;
pub use probe::Probe;
pub use push_out::PushOut;
pub use ray::SpriteRayHit;
pub use remainder::Remainder;
pub use sweep::{SpriteSweepHit, Swept};
pub use who::Who;
