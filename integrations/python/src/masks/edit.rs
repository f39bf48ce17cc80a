//! Methods that change a mask.

use super::Mask;
use super::cell::{EDIT, MaskCell};
use super::protocols::inside;
use crate::background::{self, FOR_BACKGROUND, RELEASES, words};
use crate::convert::{Truth, offset, offset_or_zero, point};
use crate::errors::{mask_error, or_memory_error};
use crate::shapes::AnyShape;
use pyo3::prelude::*;

/// Each method raises ``MemoryError`` and changes nothing if the system refuses memory.
#[pymethods]
impl Mask {
    /// Makes a pixel solid, or empty if ``solid`` is false.
    ///
    /// :raises IndexError: if the pixel is outside the mask.
    #[pyo3(signature = (at, solid=Truth(true)), text_signature = "($self, at, solid=True)")]
    pub(super) fn set(slf: &Bound<'_, Self>, at: &Bound<'_, PyAny>, solid: Truth) -> PyResult<()> {
        let at = point(at, "at")?;
        Mask::edit(slf, 0, move |mask| inside(mask, at).map(|()| mask.set(at, solid.0)))?
    }

    /// Makes every pixel solid.
    fn fill(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::set_all(slf, true)
    }

    /// Makes every pixel empty.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::set_all(slf, false)
    }

    /// Makes every solid pixel empty and every empty pixel solid.
    fn invert(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::edit(slf, EDIT, mask::Mask::invert)
    }

    /// Makes the pixels of a shape solid, or empty if ``solid`` is false. A shape is a :class:`Circle`, a :class:`Line`,
    /// a :class:`Polygon` or a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape,
    /// in whole pixels.
    #[pyo3(signature = (shape, at=None, solid=Truth(true)), text_signature = "($self, shape, at=(0, 0), solid=True)")]
    fn fill_shape(slf: &Bound<'_, Self>, shape: AnyShape, at: Option<&Bound<'_, PyAny>>, solid: Truth) -> PyResult<()> {
        let at = offset_or_zero(at, "at")?;
        Mask::edit_for(slf, shape.time_in(), move |mask| mask.fill_shape(&shape, at, solid.0))?.map_err(mask_error)
    }

    /// Makes the solid pixels of ``other`` solid in this mask.
    fn draw(slf: &Bound<'_, Self>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = offset(at, "at")?;
        Mask::edit_by(slf, &other.cell, move |mask, other| mask.draw(other, at))
    }

    /// Makes the solid pixels of ``other`` empty in this mask.
    fn erase(slf: &Bound<'_, Self>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = offset(at, "at")?;
        Mask::edit_by(slf, &other.cell, move |mask, other| mask.erase(other, at))
    }

    /// Inverts this mask at the solid pixels of ``other``.
    fn toggle(slf: &Bound<'_, Self>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = offset(at, "at")?;
        Mask::edit_by(slf, &other.cell, move |mask, other| mask.toggle(other, at))
    }

    /// Keeps only the solid pixels that ``other`` has too.
    fn intersect(slf: &Bound<'_, Self>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = offset(at, "at")?;
        Mask::edit_by(slf, &other.cell, move |mask, other| mask.intersect(other, at))
    }
}

impl Mask {
    /// Changes the mask by a function that takes up to `each` nanoseconds for each word of the mask. If the change fails,
    /// the mask stays as it was.
    ///
    /// # Errors
    /// Returns `MemoryError` if a snapshot exists and the system refuses the memory of a copy, and the error of a signal
    /// handler.
    #[inline]
    pub(crate) fn edit<R: Send + 'static>(
        slf: &Bound<'_, Mask>,
        each: u64,
        edit: impl FnOnce(&mut mask::Mask) -> R + Send + 'static,
    ) -> PyResult<R> {
        Mask::edit_for(slf, |mask| words(mask).saturating_mul(each), edit)
    }

    /// Changes the mask by a function that takes up to `time` nanoseconds.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::edit`].
    #[inline]
    pub(crate) fn edit_for<R: Send + 'static>(
        slf: &Bound<'_, Mask>,
        time: impl FnOnce(&mask::Mask) -> u64,
        edit: impl FnOnce(&mut mask::Mask) -> R + Send + 'static,
    ) -> PyResult<R> {
        let (py, cell) = (slf.py(), &slf.get().cell);
        let mut guard = cell.lock(py);
        let time = time(&guard);
        if time < RELEASES {
            let mask = guard.own().map_err(mask_error)?;
            return or_memory_error(|| edit(mask));
        }
        drop(guard);
        // The lock is taken and released without the interpreter, so a thread that waits for it never holds up this one.
        if time < FOR_BACKGROUND {
            return py.detach(|| cell.edit_detached(edit));
        }
        let mask = slf.clone().unbind();
        background::run(py, background::on_new_thread, move |_| mask.get().cell.edit_detached(edit))?
    }

    /// Makes every pixel solid, or every pixel empty.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::edit`].
    #[inline]
    pub(crate) fn set_all(slf: &Bound<'_, Mask>, solid: bool) -> PyResult<()> {
        let (py, cell) = (slf.py(), &slf.get().cell);
        let mut guard = cell.lock(py);
        if words(&guard) < RELEASES {
            return guard.set_all(solid).map_err(mask_error);
        }
        drop(guard);
        py.detach(|| cell.lock_detached().set_all(solid)).map_err(mask_error)
    }

    /// Changes the mask by another mask, which may be the same.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::edit`].
    #[inline]
    pub(crate) fn edit_by(
        slf: &Bound<'_, Mask>,
        other: &MaskCell,
        edit: impl FnOnce(&mut mask::Mask, &mask::Mask) + Send + 'static,
    ) -> PyResult<()> {
        let (py, cell) = (slf.py(), &slf.get().cell);
        if !std::ptr::eq(cell, other) {
            let (mut mask, other) = cell.lock_both(other, py);
            // The edit touches the words of the smaller mask.
            if words(&mask).min(words(&other)) < RELEASES {
                return mask.own().map_err(mask_error).map(|mask| edit(mask, &other));
            }
        }
        let other = other.snapshot(py);
        Mask::edit(slf, EDIT, move |mask| edit(mask, &other))
    }
}
