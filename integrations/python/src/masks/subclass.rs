//! New masks of a class that Python names: `Mask`, the class of pygame, or a subclass.

use super::cell::Content;
use super::class::Mask;
use crate::errors::mask_error;
use mask::MaskError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::OnceLock;

/// How objects of a subclass of `Mask` are made that has fields of its own.
pub(crate) struct Subclass {
    /// Whether a class is the subclass, or a subclass of it.
    pub(crate) is_over: fn(&Bound<'_, PyType>) -> PyResult<bool>,
    pub(crate) make: for<'py> fn(&Bound<'py, PyType>, Content) -> PyResult<Bound<'py, PyAny>>,
}

/// The class of `hitmask.pygame`, which its module sets when it is made.
pub(crate) static PYGAME: OnceLock<Subclass> = OnceLock::new();

impl Mask {
    /// Returns a new object of a class, which is `Mask` or a subclass, with a mask. No `__init__` runs.
    pub(crate) fn of_class<'py>(class: &Bound<'py, PyType>, mask: impl Into<Content>) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let base = py.get_type::<Mask>();
        if class.is(&base) {
            return Ok(Bound::new(py, Mask::from_rust(mask))?.into_any());
        }
        if let Some(pygame) = PYGAME.get()
            && (pygame.is_over)(class)?
        {
            return (pygame.make)(class, mask.into());
        }
        let object = base.call_method1(intern!(py, "__new__"), (class, 0, 0))?;
        object.cast::<Mask>()?.get().cell.replace(py, mask.into());
        Ok(object)
    }

    /// Returns the result of a library call as an object of the class of `slf`.
    pub(crate) fn like<'py>(
        slf: &Bound<'py, Mask>,
        mask: Result<mask::Mask, MaskError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Mask::of_class(&slf.get_type(), mask.map_err(mask_error)?)
    }
}
