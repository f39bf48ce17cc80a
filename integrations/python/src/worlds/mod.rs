//! The class `World` and what its methods return. Each file holds the methods of one kind.

mod cell;
mod class;
mod columns;
mod contacts;
mod copies;
mod cross;
mod errors;
mod fields;
mod lease;
mod masks;
mod moves;
mod options;
mod pace;
mod places;
mod pool;
mod queries;
mod query;
mod rays;
mod remainder;
mod results;
mod slots;
mod sprites;
mod step;
mod terrain;
mod values;
mod who;

pub(crate) use class::World;
pub(crate) use pool::{on_pool, register_at_fork};
use pyo3::prelude::*;

/// The classes of a world, and the functions of many masks.
#[pymodule]
pub(crate) mod _world {
    #[pymodule_export]
    use super::class::{World, WorldLimits};
    #[pymodule_export]
    use super::contacts::{Contact, Contacts, Impact};
    #[pymodule_export]
    use super::cross::{cross_areas, cross_pairs, suppress};
    #[pymodule_export]
    use super::moves::{Moves, SweepHits, Sweeps};
    #[pymodule_export]
    use super::rays::RayHits;
    #[pymodule_export]
    use super::remainder::Remainder;
    #[pymodule_export]
    use super::results::{Blocked, Carried, Moved, Neighbor, SpriteRayHit, SpriteSweepHit, Swept};
    #[pymodule_export]
    use super::step::Step;
    #[pymodule_export]
    use super::values::{Sprite, Sprites};
    #[pymodule_export]
    use super::who::Who;
}
