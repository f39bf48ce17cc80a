//! Methods that change a mask.

use super::Mask;
use super::protocols::inside;
use crate::convert::{Point, Truth};
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
    pub(super) fn set(&self, py: Python<'_>, at: Point, solid: Truth) -> PyResult<()> {
        self.cell.edit(py, |mask| inside(mask, at).map(|()| mask.set(at, solid.0)))?
    }

    /// Makes every pixel solid.
    fn fill(&self, py: Python<'_>) -> PyResult<()> {
        self.cell.edit(py, ::mask::Mask::fill)
    }

    /// Makes every pixel empty.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.cell.edit(py, ::mask::Mask::clear)
    }

    /// Makes every solid pixel empty and every empty pixel solid.
    fn invert(&self, py: Python<'_>) -> PyResult<()> {
        self.cell.edit(py, ::mask::Mask::invert)
    }

    /// Makes the pixels of a shape solid, or empty if ``solid`` is false. A shape is a :class:`Circle`, a :class:`Line`,
    /// a :class:`Polygon` or a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape.
    #[pyo3(signature = (shape, at=Point([0, 0]), solid=Truth(true)), text_signature = "($self, shape, at=(0, 0), solid=True)")]
    fn fill_shape(&self, py: Python<'_>, shape: AnyShape<'_>, at: Point, solid: Truth) -> PyResult<()> {
        self.cell.edit(py, |mask| mask.fill_shape(&shape, at, solid.0))?.map_err(mask_error)
    }

    /// Makes the solid pixels of ``other`` solid in this mask.
    fn draw(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<()> {
        self.cell.edit_by(&other.cell, py, |mask, other| mask.draw(other, at))
    }

    /// Makes the solid pixels of ``other`` empty in this mask.
    fn erase(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<()> {
        self.cell.edit_by(&other.cell, py, |mask, other| mask.erase(other, at))
    }

    /// Inverts this mask at the solid pixels of ``other``.
    fn toggle(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<()> {
        self.cell.edit_by(&other.cell, py, |mask, other| mask.toggle(other, at))
    }

    /// Keeps only the solid pixels that ``other`` has too.
    fn intersect(&self, py: Python<'_>, other: &Mask, at: Point) -> PyResult<()> {
        self.cell.edit_by(&other.cell, py, |mask, other| mask.intersect(other, at))
    }
}
