//! The native module of the Python package `hitmask`. The folder `python/hitmask` holds the Python side of the package:
//! the names that users import, the type stubs, and the docstrings of modules.
//!
//! The module holds glue and no collision logic. `convert.rs` and `errors.rs` serve all classes.

mod arrays;
mod background;
mod convert;
mod errors;
mod fractions;
mod mask;
mod objects;
mod pygame;
mod records;
mod shapes;
mod sheets;
mod world;

use pyo3::prelude::*;

/// The native part of hitmask. Import `hitmask` instead.
#[pymodule]
mod _hitmask {
    use super::*;

    #[pymodule_export]
    use super::mask::_restore;
    #[pymodule_export]
    use super::mask::{Component, Contour, Mask, RayHit, Sweep, SweepHit, Turntable};
    #[pymodule_export]
    use super::pygame::_pygame;
    #[pymodule_export]
    use super::shapes::{Affine, Circle, Line, Polygon};
    #[pymodule_export]
    use super::sheets::_sheets;
    #[pymodule_export]
    use super::world::{
        Blocked, Carried, Contact, Contacts, Impact, Moved, Moves, Near, RayHits, Remainder, Sprite, SpriteRayHit,
        SpriteSweepHit, Sprites, Step, SweepHits, Sweeps, Swept, World, cross_areas, cross_pairs,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        errors::silence_refused_memory();
        super::world::register_at_fork(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
