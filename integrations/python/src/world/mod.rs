//! The class `World` and what its methods return. Each file holds the methods of one kind.

mod cell;
mod class;
mod columns;
mod contacts;
mod copies;
mod errors;
mod masks;
mod moves;
mod options;
mod pool;
mod queries;
mod rays;
mod results;
mod slots;
mod sprites;
mod step;
mod values;

pub(crate) use class::World;
pub(crate) use contacts::Contacts;
pub(crate) use moves::{Moves, SweepHits};
pub(crate) use pool::{on_pool, register_at_fork};
pub(crate) use rays::RayHits;
pub(crate) use results::{Moved, Overlap, SpriteHit, SweepHit};
pub(crate) use step::Step;
pub(crate) use values::Sprites;
