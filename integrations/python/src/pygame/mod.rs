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

use pyo3::prelude::*;

/// The native part of `hitmask.pygame`.
#[pymodule]
pub(crate) mod _pygame {
    use crate::masks::{PYGAME, Subclass};
    use pyo3::prelude::*;
    use pyo3::types::PyType;

    #[pymodule_export]
    use super::class::PygameMask;
    #[pymodule_export]
    use super::host::bind;
    #[pymodule_export]
    use super::sprites::{collide_mask, group_hits, sprite_hits};
    #[pymodule_export]
    use super::surface_in::{from_surface, from_threshold};

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        let is_over = |class: &Bound<'_, PyType>| class.is_subclass_of::<PygameMask>();
        let _ = PYGAME.set(Subclass { is_over, make: PygameMask::of_class });
        Ok(())
    }
}
