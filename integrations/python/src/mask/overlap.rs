//! Questions about two masks, or about a mask and a shape.

use super::Mask;
use crate::convert::{Point, RectTuple, rect_tuple, tuple};
use crate::shapes::AnyShape;
use pyo3::prelude::*;

#[pymethods]
impl Mask {
    /// Returns whether a solid pixel of this mask and a solid pixel of ``other`` share a place.
    fn overlaps(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<bool> {
        self.cell.scan_pair(&other.cell, py, 1, |mask, other| mask.overlaps(other, at))
    }

    /// Returns the topmost, then leftmost pixel that both masks have, as ``(x, y)`` in this mask, or ``None``.
    fn overlap_first(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<Option<(i32, i32)>> {
        Ok(self.cell.scan_pair(&other.cell, py, 1, |mask, other| mask.overlap_first(other, at))?.map(tuple))
    }

    /// Returns the number of pixels that both masks have.
    fn overlap_area(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<u64> {
        self.cell.scan_pair(&other.cell, py, 1, |mask, other| mask.overlap_area(other, at))
    }

    /// Returns the smallest rectangle around the pixels that both masks have, as ``(left, top, width, height)`` in this
    /// mask, or ``None``.
    fn overlap_bounds(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<Option<RectTuple>> {
        Ok(self.cell.scan_pair(&other.cell, py, 1, |mask, other| mask.overlap_bounds(other, at))?.map(rect_tuple))
    }

    /// Returns a mask of the size of this mask with the pixels that both masks have.
    fn overlap_mask<'py>(slf: &Bound<'py, Self>, other: &Mask, at: Point) -> PyResult<Bound<'py, PyAny>> {
        let shared = slf.get().cell.scan_pair(&other.cell, slf.py(), 1, |mask, other| mask.overlap_mask(other, at))?;
        Mask::like(slf, Ok(shared))
    }

    /// Returns the direction in which the solid pixels of ``other`` enter this mask: a unit vector ``(x, y)`` that points
    /// from ``other`` to this mask. Returns ``None`` if the masks do not overlap, or if no direction is the steepest.
    fn overlap_normal(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<Option<(f64, f64)>> {
        Ok(self.cell.scan_pair(&other.cell, py, 4, |mask, other| mask.overlap_normal(other, at))?.map(tuple))
    }

    /// Returns whether a shape covers a solid pixel. A shape is a :class:`Circle`, a :class:`Line`, a :class:`Polygon` or
    /// a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape in this mask.
    #[pyo3(signature = (shape, at=Point([0, 0])), text_signature = "($self, shape, at=(0, 0))")]
    fn overlaps_shape(&self, py: Python<'_>, shape: AnyShape<'_>, at: Point) -> PyResult<bool> {
        self.cell.scan(py, 1, |mask| mask.overlaps_shape(&shape, at))
    }

    /// Returns the topmost, then leftmost solid pixel that a shape covers, as ``(x, y)`` in this mask, or ``None``.
    #[pyo3(signature = (shape, at=Point([0, 0])), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_first(&self, py: Python<'_>, shape: AnyShape<'_>, at: Point) -> PyResult<Option<(i32, i32)>> {
        Ok(self.cell.scan(py, 1, |mask| mask.overlap_shape_first(&shape, at))?.map(tuple))
    }

    /// Returns the number of solid pixels that a shape covers.
    #[pyo3(signature = (shape, at=Point([0, 0])), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_area(&self, py: Python<'_>, shape: AnyShape<'_>, at: Point) -> PyResult<u64> {
        self.cell.scan(py, 1, |mask| mask.overlap_shape_area(&shape, at))
    }

    /// Returns the smallest rectangle around the solid pixels that a shape covers, as ``(left, top, width, height)`` in
    /// this mask, or ``None``.
    #[pyo3(signature = (shape, at=Point([0, 0])), text_signature = "($self, shape, at=(0, 0))")]
    fn overlap_shape_bounds(&self, py: Python<'_>, shape: AnyShape<'_>, at: Point) -> PyResult<Option<RectTuple>> {
        Ok(self.cell.scan(py, 1, |mask| mask.overlap_shape_bounds(&shape, at))?.map(rect_tuple))
    }
}
