//! The native module of the Python package `hitmask`. The folder `python/hitmask` holds the Python side of the package:
//! the names that users import, the type stubs, and the docstrings of modules.
//!
//! The module holds glue and no collision logic. `convert.rs` and `errors.rs` serve all classes.

mod arrays;
mod background;
mod convert;
mod errors;
mod fractions;
mod masks;
mod objects;
mod pygame;
mod records;
mod shapes;
mod sheets;
mod worlds;

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::wrap_pymodule;

/// The native part of hitmask. Import `hitmask` instead.
#[pymodule]
mod _hitmask {
    use super::*;

    #[pymodule_export]
    use super::masks::_coco;
    #[pymodule_export]
    use super::masks::_restore;
    #[pymodule_export]
    use super::masks::{Component, Contour, Mask, RayHit, Sweep, SweepHit, Turntable};
    #[pymodule_export]
    use super::masks::{from_labels, from_polygons};
    #[pymodule_export]
    use super::pygame::_pygame;
    #[pymodule_export]
    use super::shapes::{Affine, Circle, Line, Polygon};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        errors::silence_refused_memory();
        super::worlds::register_at_fork(module.py())?;
        // `add` would list the name in `__all__`.
        module.setattr("__getattr__", wrap_pyfunction!(super::__getattr__, module)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Returns what the module makes at its first use: a class of a world, or the part for sheets. Many programs use masks
/// alone.
#[pyfunction]
#[pyo3(pass_module)]
fn __getattr__<'py>(module: &Bound<'py, PyModule>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = module.py();
    let value = match name {
        "_sheets" => Some(wrap_pymodule!(sheets::_sheets)(py).into_bound(py).into_any()),
        _ if name.starts_with('_') => None,
        _ => wrap_pymodule!(worlds::_world)(py).bind(py).getattr_opt(name)?,
    };
    let Some(value) = value else {
        return Err(PyAttributeError::new_err(format!("module 'hitmask._hitmask' has no attribute '{name}'")));
    };
    if name.starts_with('_') {
        module.setattr(name, &value)?
    } else {
        module.add(name, &value)?
    }
    Ok(value)
}
