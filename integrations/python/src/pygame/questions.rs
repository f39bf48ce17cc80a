//! Questions about one mask or two masks.

use super::args::{Int, TwoNumbers};
use super::class::{MaskArg, PygameMask, cell};
use super::host;
use crate::masks::each_word;
use mask::Moments;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl PygameMask {
    /// overlap(other, offset) -> tuple[int, int] | None
    ///
    /// Returns a pixel that both masks have, as pygame chooses it, or ``None``. Vertical lines at every multiple of 64
    /// pixels in either mask cut the overlap into strips. The result is the topmost, then leftmost pixel of the leftmost
    /// strip that has one. ``overlap_first`` returns the topmost, then leftmost pixel of the whole overlap.
    fn overlap(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<Option<(i32, i32)>> {
        let ask =
            move |mask: &mask::Mask, other: &mask::Mask| mask::shared::overlap_first_by_strips(mask, other, offset.0);
        Ok(cell(slf).scan_pair(other.cell(), slf.py(), each_word(1), ask)?.map(|[x, y]| (x, y)))
    }

    /// overlap_area(other, offset) -> int
    ///
    /// Returns the number of pixels that both masks have.
    fn overlap_area(slf: &Bound<'_, Self>, other: MaskArg<'_, '_>, offset: TwoNumbers) -> PyResult<u64> {
        cell(slf).scan_pair(other.cell(), slf.py(), each_word(1), move |mask, other| mask.overlap_area(other, offset.0))
    }

    /// overlap_mask(other, offset) -> Mask
    ///
    /// Returns a mask of the size of this mask with the pixels that both masks have.
    fn overlap_mask<'py>(
        slf: &Bound<'py, Self>,
        other: MaskArg<'_, 'py>,
        offset: TwoNumbers,
    ) -> PyResult<Bound<'py, PygameMask>> {
        let py = slf.py();
        let shared = cell(slf)
            .scan_pair(other.cell(), py, each_word(4), move |mask, other| mask.overlap_mask(other, offset.0))?;
        Self::fresh(py, shared)
    }

    /// get_at(pos) -> int
    ///
    /// Returns 1 if the pixel is set, else 0.
    ///
    /// :raises IndexError: if the position is outside the mask.
    fn get_at(slf: &Bound<'_, Self>, pos: TwoNumbers) -> PyResult<u8> {
        let at = pos.0;
        cell(slf).read(slf.py(), |mask| match is_inside(mask, at) {
            true => Ok(u8::from(mask.contains(at))),
            false => Err(outside(mask, at)),
        })
    }

    /// get_size() -> tuple[int, int]
    ///
    /// Returns the width and the height in pixels.
    fn get_size(slf: &Bound<'_, Self>) -> (u32, u32) {
        slf.get().size()
    }

    /// get_rect(**kwargs) -> Rect
    ///
    /// Returns a ``pygame.Rect`` of the size of the mask at ``(0, 0)``. Each keyword sets an attribute of the rectangle.
    #[pyo3(signature = (**kwargs))]
    fn get_rect<'py>(slf: &Bound<'py, Self>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let rect = host::get(py)?.rect(py, slf.get().size())?;
        if let Some(kwargs) = kwargs {
            for (name, value) in kwargs {
                rect.setattr(name.cast()?, value)?;
            }
        }
        Ok(rect)
    }

    /// count() -> int
    ///
    /// Returns the number of set pixels.
    fn count(slf: &Bound<'_, Self>) -> PyResult<u64> {
        cell(slf).scan(slf.py(), 1, mask::Mask::count)
    }

    /// centroid() -> tuple[int, int]
    ///
    /// Returns the mean position of the set pixels, rounded down, or ``(0, 0)`` if no pixel is set.
    fn centroid(slf: &Bound<'_, Self>) -> PyResult<(u64, u64)> {
        let Moments { count, x, y, .. } = cell(slf).scan(slf.py(), 8, mask::Mask::moments)?;
        Ok((x / count.max(1), y / count.max(1)))
    }

    /// angle() -> float
    ///
    /// Returns the direction of the longest axis of the set pixels in degrees, from pygame's whole-number moments.
    fn angle(slf: &Bound<'_, Self>) -> PyResult<f64> {
        let Moments { count, x, y, xx, xy, yy, .. } = cell(slf).scan(slf.py(), 8, mask::Mask::moments)?;
        let Some(n) = std::num::NonZeroU64::new(count) else { return Ok(0.0) };
        let mean = |sum: u128| (sum / u128::from(n.get())) as i64;
        let (x, y) = ((x / n) as i64, (y / n) as i64);
        let across = 2 * (mean(xy) - x * y);
        let along = (mean(xx) - x * x) - (mean(yy) - y * y);
        Ok(-90.0 * (across as f64).atan2(along as f64) / std::f64::consts::PI)
    }

    /// outline(every=1) -> list[tuple[int, int]]
    ///
    /// Returns every ``every``-th pixel on the outline of the first connected component.
    #[pyo3(signature = (every=Int(1)), text_signature = "($self, every=1)")]
    fn outline(slf: &Bound<'_, Self>, every: Int) -> PyResult<Vec<(i32, i32)>> {
        let outline = cell(slf).scan(slf.py(), 50, mask::Mask::outline)?;
        let step = usize::try_from(every.0).ok().filter(|&step| step > 0).unwrap_or(usize::MAX);
        Ok(outline.into_iter().step_by(step).map(|[x, y]| (x, y)).collect())
    }
}

/// Returns whether a position is inside a mask.
#[inline]
pub(super) fn is_inside(mask: &mask::Mask, [x, y]: [i32; 2]) -> bool {
    u32::try_from(x).is_ok_and(|x| x < mask.width()) && u32::try_from(y).is_ok_and(|y| y < mask.height())
}

/// Returns the error of a position outside a mask.
#[cold]
pub(super) fn outside(mask: &mask::Mask, [x, y]: [i32; 2]) -> PyErr {
    let (width, height) = (mask.width(), mask.height());
    PyIndexError::new_err(format!("pos must be inside the mask of {width} x {height} pixels, got ({x}, {y})"))
}
