//! The class `Turntable`.

use super::Mask;
use crate::convert::{Count, reals, tuple};
use crate::errors::mask_error;
use pyo3::prelude::*;

/// A mask rotated about an origin by equal angles. Each rotated mask is made once and kept.
///
/// ``origin`` is a point ``(x, y)`` of the mask. The rotated masks take at most 64 MiB; the oldest are dropped first.
///
/// :raises ValueError: if the number of angles is not from 1 to 65536, or if the origin is not finite.
#[pyclass(frozen, module = "hitmask")]
pub(crate) struct Turntable(mask::Turntable);

#[pymethods]
impl Turntable {
    #[new]
    fn new(py: Python<'_>, mask: &Mask, angles: Count, origin: &Bound<'_, PyAny>) -> PyResult<Turntable> {
        mask::Turntable::new(mask.cell.snapshot(py), angles.0, reals(origin, "origin")?)
            .map(Turntable)
            .map_err(mask_error)
    }

    /// Returns the mask rotated clockwise by ``index / angles`` of a circle, and the position of its top-left pixel
    /// relative to the origin.
    ///
    /// :raises ValueError: if the result would be too large.
    fn turned(&self, py: Python<'_>, index: Count) -> PyResult<(Mask, (i32, i32))> {
        let (mask, at) = py.detach(|| self.0.turned(index.0)).map_err(mask_error)?;
        Ok((Mask::from_rust(mask), tuple(at)))
    }

    /// Returns the index of the angle nearest to a number of degrees clockwise.
    ///
    /// :raises ValueError: if the number is not finite.
    fn index_of(&self, degrees: f64) -> PyResult<u32> {
        self.0.index_of(degrees).map_err(mask_error)
    }

    /// The number of angles in a circle.
    #[getter]
    fn angles(&self) -> u32 {
        self.0.angles()
    }

    fn __repr__(&self) -> String {
        format!("<Turntable of {} angles>", self.0.angles())
    }
}
