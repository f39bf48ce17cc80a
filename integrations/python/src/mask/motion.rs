//! Rays, sweeps and ways out.

use super::{Contact, Mask, RayHit};
use crate::arrays;
use crate::convert::{Point, tuple};
use numpy::PyArray2;
use pyo3::prelude::*;

#[pymethods]
impl Mask {
    /// Returns the first solid pixel on the line from ``start`` to ``end``, both included, or ``None``.
    fn cast_ray(&self, py: Python<'_>, start: Point, end: Point) -> PyResult<Option<RayHit>> {
        Ok(self.cell.scan(py, 1, |mask| mask.cast_ray(start, end))?.map(RayHit::from))
    }

    /// Returns all solid pixels on the line from ``start`` to ``end``, in the order of the line: int32 of shape (N, 2).
    fn solid_on_line<'py>(&self, py: Python<'py>, start: Point, end: Point) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let pixels = self.cell.scan(py, 1, |mask| arrays::list(mask.solid_on_line(start, end)))??;
        arrays::rows(py, &pixels)
    }

    /// Moves ``other`` from the offset ``start`` to the offset ``end`` and returns the first contact, or ``None`` if the
    /// way is free.
    ///
    /// The way is the line of whole-pixel steps, both ends included, and every step is tested: a fast or thin mask never
    /// passes through this mask.
    fn sweep(&self, py: Python<'_>, other: &Mask, start: Point, end: Point) -> PyResult<Option<Contact>> {
        let sweep = self.cell.scan_pair(&other.cell, py, 64, |mask, other| mask.sweep(other, start, end))?;
        Ok(sweep.hit.map(Contact::from))
    }

    /// Returns the shortest move ``(dx, dy)`` of ``other`` after which the masks do not overlap, or ``None`` if they do
    /// not overlap at ``at``.
    fn penetration(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<Option<(i32, i32)>> {
        Ok(self.cell.scan_pair(&other.cell, py, 64, |mask, other| other.penetration(mask, back(at)))?.map(tuple))
    }

    /// Returns the first move of ``other`` along the direction ``(dx, dy)`` after which the masks do not overlap. Returns
    /// ``None`` if they do not overlap at ``at``, or if the direction is ``(0, 0)``.
    fn penetration_along(
        &self,
        py: Python<'_>,
        other: &Mask,
        at: Point,
        direction: Point,
    ) -> PyResult<Option<(i32, i32)>> {
        let moved = |mask: &::mask::Mask, other: &::mask::Mask| other.penetration_along(mask, back(at), direction);
        Ok(self.cell.scan_pair(&other.cell, py, 64, moved)?.map(tuple))
    }
}

/// The offset of a mask in the frame of the other one. Moves of this package belong to the second mask.
fn back(at: Point) -> [i32; 2] {
    let [x, y]: [i32; 2] = at.into();
    [x.wrapping_neg(), y.wrapping_neg()]
}
