//! Methods that change a mask.

use super::Mask;
use super::cell::EDIT;
use super::protocols::inside;
use crate::convert::{Truth, offset, offset_or_zero, point};
use crate::errors::mask_error;
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
        Mask::edit(slf, EDIT, ::mask::Mask::invert)
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
