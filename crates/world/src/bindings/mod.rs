//! Shared code of the packages for other languages. It is not part of the API.
//!
//! A sprite has one list of fields, [`sprite_fields`](crate::sprite_fields). Each package takes its setters, getters,
//! names and defaults from the list, so a new field is a line there, and each package says once, by a trait, how each
//! *type* of a field goes to its language and comes from there. What cannot be a macro (type stubs, headers) is made
//! from [`FIELDS`], or compared with it.

/// The clock of the stages of a step, for the bench.
pub mod clock {
    pub use crate::clock::*;
}

mod fields;
mod kept_masks;
mod picture_transform;
mod world;

pub use crate::sprites::position_at;
pub use fields::*;
pub use kept_masks::{KeptMask, KeptMasks};
pub use mask::Affine;
pub use mask::shared::memory::refused_memory;
pub use picture_transform::PictureTransform;
pub use world::{QueryOptions, box_of, under_map};
