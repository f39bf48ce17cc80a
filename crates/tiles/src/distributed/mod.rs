//! The distributed world: sprites by tile, and what workers send each other in a step.
//!
//! A worker owns the sprites whose top-left pixel lies in its tile. It also has a copy of every sprite of another worker
//! that touches its tile: a ghost. A step of a worker:
//!
//! 1. [`routes`]: finds the sprites that touch other tiles now or touched other tiles before, and writes messages.
//! 2. [`Exchange::round`](crate::Exchange::round): sends and receives the messages.
//! 3. [`inbox`]: applies the messages: ghosts move, come, change and go; sprites change owners.
//! 4. `World::step`: the collisions of all residents.
//! 5. [`events`]: keeps the pairs that belong to the tile, and converts their ids.

mod events;
mod id_list;
mod ids;
mod inbox;
mod masks;
mod outbox;
mod paths;
mod rebalance;
mod residents;
mod routes;
mod shape;
mod sprites;
mod state;
mod step;

pub use sprites::Moving;
pub use state::Tiles;
pub use step::{StepTimes, TilesStep};
