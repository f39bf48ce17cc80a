//! Queries: sprites in a probe, by distance, on a ray, and on the path of another sprite.
//!
//! `obstacle` says what blocks a step, and `moving_sprite` has what sweeps and moves need.

mod find;
mod moving_sprite;
mod obstacle;
mod ray;
mod sweep;

pub use find::Neighbor;
pub(crate) use moving_sprite::MovingSprite;
pub use moving_sprite::Who;
pub(crate) use obstacle::{Depth, Obstacle};
pub use ray::SpriteRayHit;
pub use sweep::{SpriteSweepHit, Swept};
