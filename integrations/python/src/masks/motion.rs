//! Rays, sweeps and ways out.

use super::cell::{at_all_offsets, on_a_line};
use super::{Mask, RayHit, Sweep};
use crate::arrays;
use crate::convert::{Limit, offset, point, rect, tuple};
use mask::Reach;
use numpy::PyArray2;
use pyo3::prelude::*;

#[pymethods]
impl Mask {
    /// Returns the first solid pixel on the line from ``start`` to ``end``, both included, or ``None``.
    fn cast_ray(&self, py: Python<'_>, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Option<RayHit>> {
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        Ok(self.cell.scan(py, 1, move |mask| mask.cast_ray(start, end))?.map(RayHit::from))
    }

    /// Returns all solid pixels on the line from ``start`` to ``end``, in the order of the line: int32 of shape (N, 2).
    fn solid_on_line<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        let pixels = self.cell.scan(py, 1, move |mask| arrays::list(mask.solid_on_line(start, end)))??;
        arrays::rows(py, &pixels)
    }

    /// Moves ``other`` from the offset ``start`` to the offset ``end``, and returns how far it comes as a :class:`Sweep`.
    ///
    /// The way is the line of whole-pixel steps, both ends included, and every step is tested: a fast or thin mask never
    /// passes through this mask.
    fn sweep(&self, py: Python<'_>, other: &Mask, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Sweep> {
        let (start, end) = (offset(start, "start")?, offset(end, "end")?);
        let sweep = move |mask: &mask::Mask, other: &mask::Mask| mask.sweep(other, start, end);
        Ok(self.cell.scan_pair(&other.cell, py, on_a_line, sweep)?.into())
    }

    /// Returns the shortest move ``(dx, dy)`` of this mask after which the masks do not overlap, or ``None`` if they do not
    /// overlap at ``at``. After the move, ``other`` is at the offset ``at`` minus the move.
    fn penetration(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
        let at = offset(at, "at")?;
        let moved = move |mask: &mask::Mask, other: &mask::Mask| mask.penetration(other, at);
        Ok(self.cell.scan_pair(&other.cell, py, at_all_offsets, moved)?.map(tuple))
    }

    /// Returns the Euclidean distance in pixels between the nearest solid pixels of the masks, or ``None`` if a mask has none. It is
    /// 0 if they share a pixel, and 1 if they touch side by side.
    fn distance(&self, py: Python<'_>, other: &Mask, at: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let at = offset(at, "at")?;
        let distance = move |mask: &mask::Mask, other: &mask::Mask| mask.distance(other, at);
        self.cell.scan_pair(&other.cell, py, on_a_line, distance)
    }

    /// Returns the offset nearest to ``at`` at which this mask and ``other`` share no pixel, or ``None`` if no offset up to ``limit``
    /// pixels away is free. If ``at`` is free, it is the result.
    ///
    /// Of several nearest offsets, it is the topmost, and of equally high ones the leftmost. With ``within``, a rectangle
    /// ``(left, top, width, height)`` in this mask, the solid pixels of ``other`` have to lie in it. So you pack sprites or words
    /// into a picture: find a place, draw the mask there, and go on with the next.
    ///
    /// :raises ValueError: if the limit is not from 0 to 2**32 - 1, if the offset has a fraction, or if a side is negative.
    #[pyo3(signature = (other, at, limit, *, within=None))]
    fn nearest_free(
        &self,
        py: Python<'_>,
        other: &Mask,
        at: &Bound<'_, PyAny>,
        limit: Limit,
        within: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(i32, i32)>> {
        let (at, mut reach) = (offset(at, "at")?, Reach::new(limit.0));
        if let Some(within) = within {
            reach = reach.inside(rect(within.as_borrowed(), "within")?);
        }
        let free = move |mask: &mask::Mask, other: &mask::Mask| mask.nearest_free(other, at, reach);
        Ok(self.cell.scan_pair(&other.cell, py, at_all_offsets, free)?.map(tuple))
    }

    /// Returns the first move of this mask along the direction ``(dx, dy)`` after which the masks do not overlap. Returns
    /// ``None`` if they do not overlap at ``at``, or if the direction is ``(0, 0)``.
    fn penetration_along(
        &self,
        py: Python<'_>,
        other: &Mask,
        at: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(i32, i32)>> {
        let (at, direction) = (offset(at, "at")?, offset(direction, "direction")?);
        let moved = move |mask: &mask::Mask, other: &mask::Mask| mask.penetration_along(other, at, direction);
        Ok(self.cell.scan_pair(&other.cell, py, on_a_line, moved)?.map(tuple))
    }
}
