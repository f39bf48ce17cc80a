//! Questions about two masks, or about a mask and a shape.

use super::Mask;
use super::cell::each_word;
use crate::arrays;
use crate::convert::{RectTuple, offset, offset_or_zero, rect_tuple, tuple};
use crate::fractions::Rule;
use crate::shapes::AnyShape;
use numpy::PyArray1;
use pyo3::prelude::*;

#[pymethods]
impl Mask {
    /// Returns whether a solid pixel of this mask and a solid pixel of ``other`` share a place.
    fn overlaps(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<bool> {
        let at = offset(at, "at")?;
        self.cell.scan_pair(&other.cell, py, each_word(1), move |mask, other| mask.overlaps(other, at))
    }

    /// Returns whether this mask and ``other`` overlap at each of many offsets, as :meth:`overlaps` does at one: bool of shape
    /// (N,). One call takes less time than a call for each offset.
    ///
    /// ``offsets`` are whole numbers of shape (N, 2), the positions of the top-left pixel of ``other`` in this mask.
    ///
    /// :raises ValueError: if the shape is wrong, or if an offset has a fraction or is not one of 32 bits.
    fn overlaps_at<'py>(
        &self,
        py: Python<'py>,
        other: &Mask,
        offsets: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let offsets = arrays::pixel_rows::<2>(offsets, "offsets", Rule::Offset)?;
        let count = offsets.len() as u64;
        let time = move |mask: &mask::Mask, other: &mask::Mask| {
            // A test takes 20 ns, and stops at the first word in which both have a pixel.
            each_word(1)(mask, other).saturating_add(20).saturating_mul(count)
        };
        let found = self.cell.scan_pair(&other.cell, py, time, move |mask, other| {
            arrays::list(offsets.iter().map(|&at| mask.overlaps(other, at)))
        })??;
        Ok(arrays::owned(py, found))
    }

    /// Returns the topmost, then leftmost pixel that both masks have, as ``(x, y)`` in this mask, or ``None``.
    fn overlap_first(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
        let at = offset(at, "at")?;
        Ok(self
            .cell
            .scan_pair(&other.cell, py, each_word(1), move |mask, other| mask.overlap_first(other, at))?
            .map(tuple))
    }

    /// Returns the number of pixels that both masks have.
    fn overlap_area(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<u64> {
        let at = offset(at, "at")?;
        self.cell.scan_pair(&other.cell, py, each_word(1), move |mask, other| mask.overlap_area(other, at))
    }

    /// Returns the smallest rectangle around the pixels that both masks have, as ``(left, top, width, height)`` in this
    /// mask, or ``None``.
    fn overlap_bounds(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Option<RectTuple>> {
        let at = offset(at, "at")?;
        Ok(self
            .cell
            .scan_pair(&other.cell, py, each_word(1), move |mask, other| mask.overlap_bounds(other, at))?
            .map(rect_tuple))
    }

    /// Returns a mask of the size of this mask with the pixels that both masks have.
    fn overlap_mask<'py>(slf: &Bound<'py, Self>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let at = offset(at, "at")?;
        let shared = slf
            .get()
            .cell
            .scan_pair(&other.cell, slf.py(), each_word(4), move |mask, other| mask.overlap_mask(other, at))?;
        Mask::like(slf, Ok(shared))
    }

    /// Returns the direction in which the solid pixels of ``other`` enter this mask: a unit vector ``(x, y)`` that points
    /// from ``other`` to this mask. Returns ``None`` if the masks do not overlap, or if no direction is the steepest.
    fn overlap_normal(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Option<(f64, f64)>> {
        let at = offset(at, "at")?;
        Ok(self
            .cell
            .scan_pair(&other.cell, py, each_word(10), move |mask, other| mask.overlap_normal(other, at))?
            .map(tuple))
    }

    /// Returns whether a shape covers a solid pixel. A shape is a :class:`Circle`, a :class:`Line`, a :class:`Polygon` or
    /// a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape in this mask.
    #[pyo3(signature = (shape, at=None), text_signature = "($self, shape, at=(0, 0))")]
    fn overlaps_shape(&self, py: Python<'_>, shape: AnyShape, at: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let at = offset_or_zero(at, "at")?;
        self.cell.scan_for(py, shape.time_in(), move |mask| mask.overlaps(&shape, at))
    }

    /// Returns the topmost, then leftmost solid pixel that a shape covers, as ``(x, y)`` in this mask, or ``None``.
    #[pyo3(signature = (shape, at=None), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_first(
        &self,
        py: Python<'_>,
        shape: AnyShape,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(i32, i32)>> {
        let at = offset_or_zero(at, "at")?;
        Ok(self.cell.scan_for(py, shape.time_in(), move |mask| mask.overlap_first(&shape, at))?.map(tuple))
    }

    /// Returns the number of solid pixels that a shape covers.
    #[pyo3(signature = (shape, at=None), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_area(&self, py: Python<'_>, shape: AnyShape, at: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let at = offset_or_zero(at, "at")?;
        self.cell.scan_for(py, shape.time_in(), move |mask| mask.overlap_area(&shape, at))
    }

    /// Returns the smallest rectangle around the solid pixels that a shape covers, as ``(left, top, width, height)`` in
    /// this mask, or ``None``.
    #[pyo3(signature = (shape, at=None), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_bounds(
        &self,
        py: Python<'_>,
        shape: AnyShape,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<RectTuple>> {
        let at = offset_or_zero(at, "at")?;
        Ok(self.cell.scan_for(py, shape.time_in(), move |mask| mask.overlap_bounds(&shape, at))?.map(rect_tuple))
    }
}
