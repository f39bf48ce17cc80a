//! Methods that change a mask.

use super::args::{Int, TwoNumbers, two_numbers};
use super::class::{MaskArg, PygameMask};
use super::questions::{is_inside, outside};
use crate::masks::{EDIT, Mask};
use pyo3::prelude::*;

#[pymethods]
impl PygameMask {
    /// set_at(pos, value=1) -> None
    ///
    /// Sets the pixel, or clears it if ``value`` is 0.
    ///
    /// :raises IndexError: if the position is outside the mask.
    #[pyo3(signature = (pos, value=Int(1)), text_signature = "($self, pos, value=1)")]
    fn set_at(slf: &Bound<'_, Self>, pos: &Bound<'_, PyAny>, value: Int) -> PyResult<()> {
        // pygame looks at the value first.
        let at = two_numbers(pos, "pos")?;
        Mask::edit(slf.as_super(), 0, move |mask| match is_inside(mask, at) {
            true => {
                mask.set(at, value.0 != 0);
                Ok(())
            }
            false => Err(outside(mask, at)),
        })?
    }

    /// fill() -> None
    ///
    /// Sets all pixels.
    fn fill(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::set_all(slf.as_super(), true)
    }

    /// clear() -> None
    ///
    /// Clears all pixels.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::set_all(slf.as_super(), false)
    }

    /// invert() -> None
    ///
    /// Sets the clear pixels and clears the set pixels.
    fn invert(slf: &Bound<'_, Self>) -> PyResult<()> {
        Mask::edit(slf.as_super(), EDIT, mask::Mask::invert)
    }

    /// draw(other, offset) -> None
    ///
    /// Sets the pixels of ``other`` in this mask.
    fn draw(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<()> {
        Mask::edit_by(slf.as_super(), other.cell(), move |mask, other| mask.draw(other, offset.0))
    }

    /// erase(other, offset) -> None
    ///
    /// Clears the pixels of ``other`` in this mask.
    fn erase(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<()> {
        Mask::edit_by(slf.as_super(), other.cell(), move |mask, other| mask.erase(other, offset.0))
    }
}
