//! Methods that change a mask.

use super::args::{Int, MaskArg, TwoNumbers};
use super::class::{PygameMask, cell};
use super::questions::is_inside;
use pyo3::exceptions::PyIndexError;
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
        let at @ [x, y] = pos.extract::<TwoNumbers>()?.0;
        cell(slf).edit(slf.py(), |mask| match is_inside(mask, at) {
            true => {
                mask.set(at, value.0 != 0);
                Ok(())
            }
            false => Err(PyIndexError::new_err(format!("{x}, {y} is out of bounds"))),
        })?
    }

    /// fill() -> None
    ///
    /// Sets all pixels.
    fn fill(slf: &Bound<'_, Self>) -> PyResult<()> {
        cell(slf).edit(slf.py(), ::mask::Mask::fill)
    }

    /// clear() -> None
    ///
    /// Clears all pixels.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        cell(slf).edit(slf.py(), ::mask::Mask::clear)
    }

    /// invert() -> None
    ///
    /// Sets the clear pixels and clears the set pixels.
    fn invert(slf: &Bound<'_, Self>) -> PyResult<()> {
        cell(slf).edit(slf.py(), ::mask::Mask::invert)
    }

    /// draw(other, offset) -> None
    ///
    /// Sets the pixels of ``other`` in this mask.
    fn draw(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<()> {
        cell(slf).edit_by(other.cell(), slf.py(), |mask, other| mask.draw(other, offset.0))
    }

    /// erase(other, offset) -> None
    ///
    /// Clears the pixels of ``other`` in this mask.
    fn erase(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<()> {
        cell(slf).edit_by(other.cell(), slf.py(), |mask, other| mask.erase(other, offset.0))
    }
}
