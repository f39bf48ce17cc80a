//! New masks of a class that Python names: `Mask`, the class of pygame, or a subclass.

use super::cell::Content;
use super::class::Mask;
use crate::errors::mask_error;
use crate::pygame::PygameMask;
use ::mask::MaskError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

impl Mask {
    /// Returns a new object of a class, which is `Mask` or a subclass, with a mask. No `__init__` runs.
    pub(crate) fn of_class<'py>(class: &Bound<'py, PyType>, mask: impl Into<Content>) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let base = py.get_type::<Mask>();
        if class.is(&base) {
            return Ok(Bound::new(py, Mask::from_rust(mask))?.into_any());
        }
        if class.is_subclass_of::<PygameMask>()? {
            return PygameMask::of_class(class, mask);
        }
        let object = base.call_method1(intern!(py, "__new__"), (class, 0, 0))?;
        object.cast::<Mask>()?.get().cell.replace(py, mask.into());
        Ok(object)
    }

    /// Returns the result of a library call as an object of the class of `slf`.
    pub(crate) fn like<'py>(
        slf: &Bound<'py, Mask>,
        mask: Result<::mask::Mask, MaskError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Mask::of_class(&slf.get_type(), mask.map_err(mask_error)?)
    }
}
