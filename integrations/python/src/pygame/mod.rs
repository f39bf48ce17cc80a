//! `hitmask.pygame`: the class `Mask` of pygame and its functions, by pygame's rules.
//!
//! pygame is never a requirement. The Python module `hitmask.pygame` imports pygame and hands its objects to
//! [`host::bind`]; nothing here imports pygame.

mod args;
mod class;
mod combine;
mod components;
mod edits;
mod host;
mod lent;
mod pixels;
mod questions;
mod sprites;
mod surface_in;
mod surface_out;
mod theirs;

pub(crate) use class::PygameMask;
use pyo3::prelude::*;

/// The native part of `hitmask.pygame`.
#[pymodule]
pub(crate) mod _pygame {
    #[pymodule_export]
    use super::class::PygameMask;
    #[pymodule_export]
    use super::host::bind;
    #[pymodule_export]
    use super::sprites::{collide_mask, group_hits, sprite_hits};
    #[pymodule_export]
    use super::surface_in::{from_surface, from_threshold};
}
