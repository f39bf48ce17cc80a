//! Python's own syntax for masks: items, operators, comparison, copies, pickles, text.

use super::Mask;
use super::cell::each_word;
use crate::background;
use crate::background::words;
use crate::convert::{Truth, point};
use crate::errors::mask_error;
use crate::objects::{copy_attributes, deepcopy_attributes};
use mask::MaskError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyBytes, PySlice, PyTuple, PyType};

/// The content of a pickle: a function, its arguments, and the attributes that a subclass adds.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>, Bound<'py, PyBytes>), Option<Bound<'py, PyAny>>);

/// Combines two masks of one size.
fn combine<'py>(
    slf: &Bound<'py, Mask>,
    other: &Mask,
    combine: impl FnOnce(&mut mask::Mask, &mask::Mask) + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let py = slf.py();
    let [mask, other] = [slf.get(), other].map(|mask| mask.cell.snapshot(py));
    let size = |mask: &mask::Mask| [mask.width(), mask.height()];
    let ([width, height], [other_width, other_height]) = (size(&mask), size(&other));
    if size(&mask) != size(&other) {
        return Err(PyValueError::new_err(format!(
            "masks must have equal sizes, got {width} x {height} and {other_width} x {other_height}; \
             `draw`, `erase`, `toggle` and `intersect` combine masks of any size"
        )));
    }
    let combined = background::timed(py, 4 * words(&mask), move || {
        mask.try_clone().map(|mut result| {
            combine(&mut result, &other);
            result
        })
    })?;
    Mask::like(slf, combined)
}

fn from_bytes<'py>(class: &Bound<'py, PyType>, data: PyBackedBytes) -> PyResult<Bound<'py, PyAny>> {
    let mask = background::timed(class.py(), data.len() as u64, move || mask::Mask::from_bytes(&data))?;
    Mask::of_class(class, mask.map_err(mask_error)?)
}

/// Returns the mask of a pickle: an object of a class with the mask of some bytes.
#[pyfunction]
#[pyo3(signature = (class_, data))]
pub(crate) fn _restore<'py>(class_: &Bound<'py, PyType>, data: PyBackedBytes) -> PyResult<Bound<'py, PyAny>> {
    if !class_.is_subclass_of::<Mask>()? {
        return Err(PyTypeError::new_err(format!("expected a class of masks, got {}", class_.name()?)));
    }
    from_bytes(class_, data)
}

#[pymethods]
impl Mask {
    /// Returns whether a pixel is solid: ``mask[x, y]``.
    ///
    /// :raises IndexError: if the pixel is outside the mask.
    fn __getitem__(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<bool> {
        let at = point(at, "pixel").map_err(|error| no_part(at, error))?;
        self.cell.read(py, |mask| inside(mask, at).map(|()| mask.contains(at)))
    }

    /// Makes a pixel solid or empty: ``mask[x, y] = True``.
    ///
    /// :raises IndexError: if the pixel is outside the mask.
    fn __setitem__(slf: &Bound<'_, Self>, at: &Bound<'_, PyAny>, solid: Truth) -> PyResult<()> {
        Mask::set(slf, at, solid)
    }

    /// Returns the array of :meth:`to_array`, for NumPy: ``np.asarray(mask)``. It is a copy, so a change of it does not change
    /// the mask.
    ///
    /// :raises ValueError: if ``copy`` is False, because a mask has a bit for each pixel and no array.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy.is_some_and(|copy| copy.is_truthy().is_ok_and(|copy| !copy)) {
            return Err(PyValueError::new_err(
                "copy must not be False: a mask has a bit for each pixel, and an array of it is always a copy",
            ));
        }
        let array = self.to_array(py)?.into_any();
        match dtype {
            Some(dtype) => array.call_method1(intern!(py, "astype"), (dtype,)),
            None => Ok(array),
        }
    }

    fn __contains__(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.contains(py, at)
    }

    /// A mask is true if a pixel is solid.
    fn __bool__(&self, py: Python<'_>) -> bool {
        !self.cell.read(py, mask::Mask::is_empty)
    }

    fn __or__<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<Bound<'py, PyAny>> {
        combine(slf, other, |mask, other| mask.draw(other, [0, 0]))
    }

    fn __and__<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<Bound<'py, PyAny>> {
        combine(slf, other, |mask, other| mask.intersect(other, [0, 0]))
    }

    fn __xor__<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<Bound<'py, PyAny>> {
        combine(slf, other, |mask, other| mask.toggle(other, [0, 0]))
    }

    fn __sub__<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<Bound<'py, PyAny>> {
        combine(slf, other, |mask, other| mask.erase(other, [0, 0]))
    }

    fn __invert__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let inverted = |mask: &mask::Mask| -> Result<_, MaskError> {
            let mut inverted = mask.try_clone()?;
            inverted.invert();
            Ok(inverted)
        };
        Mask::like(slf, slf.get().cell.scan(slf.py(), 4, inverted)?)
    }

    /// Masks are equal if their sizes and their solid pixels are equal.
    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Mask>() else { return Ok(py.NotImplemented()) };
        let equal = || self.cell.scan_pair(&other.get().cell, py, each_word(1), |mask, other| mask == other);
        let object = |value: bool| Ok(PyBool::new(py, value).to_owned().into_any().unbind());
        match op {
            CompareOp::Eq => object(equal()?),
            CompareOp::Ne => object(!equal()?),
            _ => Ok(py.NotImplemented()),
        }
    }

    /// Returns a copy of the mask. The pixels are copied at the first change of either.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Mask::of_class(&slf.get_type(), slf.get().cell.snapshot(slf.py()))
    }

    /// Returns a copy of the mask, with copies of the attributes that a subclass adds.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = Mask::copy(slf)?;
        copy_attributes(slf, &copy)?;
        Ok(copy)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let copy = Mask::copy(slf)?;
        deepcopy_attributes(slf, &copy, memo)?;
        Ok(copy)
    }

    /// Returns the mask as bytes that :meth:`from_bytes` reads, on every platform.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.cell.scan(py, 8, mask::Mask::to_bytes)?;
        PyBytes::new_with(py, bytes.len(), |data| {
            data.copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// Returns the mask that :meth:`to_bytes` saved.
    ///
    /// :raises ValueError: if the bytes are not a saved mask.
    #[classmethod]
    fn from_bytes<'py>(cls: &Bound<'py, PyType>, data: PyBackedBytes) -> PyResult<Bound<'py, PyAny>> {
        from_bytes(cls, data)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let restore = py.import(intern!(py, "hitmask._hitmask"))?.getattr(intern!(py, "_restore"))?;
        let attributes = slf.getattr_opt(intern!(py, "__dict__"))?.filter(|own| own.is_truthy().unwrap_or(false));
        Ok((restore, (slf.get_type(), slf.get().to_bytes(py)?), attributes))
    }

    /// Returns the mask as text: ``#`` for a solid pixel, ``.`` for an empty one, a line for each row.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.cell.scan(py, 400, ToString::to_string)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (width, height, count) = self.cell.scan(py, 1, |mask| (mask.width(), mask.height(), mask.count()))?;
        Ok(format!("<Mask: {width} x {height} pixels, {count} solid>"))
    }
}

/// Returns the error for an item that is no pixel. The error for a slice says how to cut out a part.
fn no_part(at: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let is_slice = |item: &Bound<'_, PyAny>| item.is_instance_of::<PySlice>();
    match is_slice(at) || at.cast::<PyTuple>().is_ok_and(|items| items.iter().any(|item| is_slice(&item))) {
        true => PyTypeError::new_err(
            "pixel must be two numbers, mask[x, y], got a slice: cut a part out of the array, \
             Mask.from_array(mask.to_array()[top:bottom, left:right])",
        ),
        false => error,
    }
}

/// Checks that a pixel is inside the mask.
pub(super) fn inside(mask: &mask::Mask, [x, y]: [i32; 2]) -> PyResult<()> {
    let within = |c: i32, side: u32| u32::try_from(c).is_ok_and(|c| c < side);
    if within(x, mask.width()) && within(y, mask.height()) {
        return Ok(());
    }
    Err(PyIndexError::new_err(format!(
        "pixel ({x}, {y}) is outside the mask of {} x {} pixels",
        mask.width(),
        mask.height()
    )))
}
