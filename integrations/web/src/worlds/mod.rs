//! The class `RawWorld`. Each file holds the methods of one kind.

mod carry;
mod class;
mod contacts;
mod errors;
mod fields;
mod free;
mod limits;
mod masks;
mod moves;
mod places;
mod positions;
mod queries;
mod saved;
mod sprites;
mod step;
mod terrain;
mod transforms;
mod who;

pub(crate) use class::RawWorld;
use class::{HIT_FROM_INSIDE, ON_LAYERS, WITH_SENSORS, parts, slot, slots};
