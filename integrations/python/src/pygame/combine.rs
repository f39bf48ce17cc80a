//! Methods that make a mask of another size.

use super::args::TwoNumbers;
use super::class::{MaskArg, PygameMask, cell};
use super::theirs::memory_error;
use crate::background::words;
use crate::masks::{EDIT, Mask as PyMask, at_all_offsets};
use mask::{Mask, MaskError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

#[pymethods]
impl PygameMask {
    /// scale(scale) -> Mask
    ///
    /// Returns the mask scaled to a width and a height.
    ///
    /// :raises ValueError: if a side is negative.
    fn scale<'py>(slf: &Bound<'py, Self>, scale: TwoNumbers) -> PyResult<Bound<'py, PygameMask>> {
        let [Ok(width), Ok(height)] = scale.0.map(u32::try_from) else {
            return Err(PyValueError::new_err("cannot scale mask to negative size"));
        };
        let py = slf.py();
        let time = |mask: &Mask| 100 * (words(mask) + u64::from(width.div_ceil(64)) * u64::from(height));
        let scaled = cell(slf).scan_for(py, time, move |mask| mask.scaled(width, height))?.map_err(memory_error)?;
        Self::fresh(py, scaled)
    }

    /// convolve(other, output=None, offset=(0, 0)) -> Mask
    ///
    /// Returns a mask with a pixel for each offset at which the masks overlap: pixel ``(x, y)`` is set if ``other`` with
    /// its bottom-right pixel at ``(x, y)`` overlaps this mask. With ``output``, sets the pixels in this mask at
    /// ``offset`` and returns it.
    #[pyo3(
        signature = (other, output=None, offset=TwoNumbers([0, 0])),
        text_signature = "($self, other, output=None, offset=(0, 0))"
    )]
    fn convolve<'py>(
        slf: &Bound<'py, Self>,
        other: MaskArg<'_, 'py>,
        output: Option<&Bound<'py, PyAny>>,
        offset: TwoNumbers,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let all = cell(slf).scan_pair(other.cell(), py, at_all_offsets, convolved)?.map_err(memory_error)?;
        let Some(output) = output else {
            let all = match offset.0 {
                [0, 0] => all,
                at => moved(&all, at).map_err(memory_error)?,
            };
            return Self::fresh(py, all).map(Bound::into_any);
        };
        let Ok(mask) = output.cast::<PygameMask>() else {
            return Err(PyTypeError::new_err(format!("output must be a mask, got {}", output.get_type().name()?)));
        };
        PyMask::edit(mask.as_super(), EDIT, move |mask| mask.draw(&all, offset.0))?;
        Ok(output.clone())
    }
}

/// Returns all offsets at which two masks overlap. The size follows pygame's rule for masks without pixels too.
fn convolved(mask: &Mask, other: &Mask) -> Result<Mask, MaskError> {
    let side = |a: u32, b: u32| a.saturating_add(b).saturating_sub(1);
    let (width, height) = (side(mask.width(), other.width()), side(mask.height(), other.height()));
    let all = mask::shared::convolve(mask, other)?;
    if (all.width(), all.height()) == (width, height) { Ok(all) } else { Mask::new(width, height) }
}

/// Returns a mask of the same size with the pixels moved by an offset.
fn moved(mask: &Mask, at: [i32; 2]) -> Result<Mask, MaskError> {
    let mut moved = Mask::new(mask.width(), mask.height())?;
    moved.draw(mask, at);
    Ok(moved)
}
