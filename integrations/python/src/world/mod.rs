//! The class `World` and what its methods return. Each file holds the methods of one kind.

mod cell;
mod class;
mod columns;
mod contacts;
mod copies;
mod cross;
mod errors;
mod lease;
mod masks;
mod moves;
mod options;
mod pace;
mod places;
mod pool;
mod queries;
mod rays;
mod remainder;
mod results;
mod slots;
mod sprites;
mod step;
mod table;
mod value;
mod values;

pub(crate) use class::World;
pub(crate) use contacts::{Contact, Contacts, Impact};
pub(crate) use cross::{cross_areas, cross_pairs};
pub(crate) use moves::{Moves, SweepHits, Sweeps};
pub(crate) use pool::{on_pool, register_at_fork};
pub(crate) use rays::RayHits;
pub(crate) use remainder::Remainder;
pub(crate) use results::{Blocked, Carried, Moved, Near, SpriteRayHit, SpriteSweepHit, Swept};
pub(crate) use step::Step;
pub(crate) use values::{Sprite, Sprites};
