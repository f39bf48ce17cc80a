//! The masks of a world.

use super::World;
use super::errors::world_error;
use super::pace::{ALL, Work};
use super::slots::MaskSlot;
use crate::arrays;
use crate::convert::{Count, offset_or_zero};
use crate::masks::{Mask, mask_of};
use crate::shapes::AnyShape;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Pixels that are drawn on a mask of a world: another mask or a shape.
enum Stencil {
    Mask(Arc<mask::Mask>),
    Shape(AnyShape),
}

impl<'py> FromPyObject<'_, 'py> for Stencil {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Stencil> {
        if let Ok(mask) = value.cast::<Mask>() {
            return Ok(Stencil::Mask(mask.get().cell.snapshot(value.py())));
        }
        match value.extract::<AnyShape>() {
            Ok(shape) => Ok(Stencil::Shape(shape)),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(PyTypeError::new_err(format!(
                "expected a Mask, a Circle, a Line, a Polygon or a rectangle (left, top, width, height), got {}",
                value.get_type().name()?
            ))),
            Err(error) => Err(error),
        }
    }
}

impl Stencil {
    /// Returns how many values of sprites take as long to change as a mask of the world takes.
    fn items(&self) -> usize {
        match self {
            Stencil::Mask(_) => 1,
            Stencil::Shape(shape) => 1 + (shape.time(u64::MAX) / 100).min(1 << 50) as usize,
        }
    }
}

#[pymethods]
impl World {
    /// Adds a mask and returns its number. Sprites name the mask by this number. Masks and sprites are numbered apart, each from 0, so
    /// the number of a mask in the place of a sprite is no error if there is such a sprite. The world and ``mask`` share the memory of
    /// the pixels. Later changes of ``mask`` do not change the mask of the world.
    ///
    /// :raises MemoryError: if the system refuses memory.
    fn add_mask(&self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<u32> {
        let mask = mask_of(mask, "mask")?.get().cell.snapshot(py);
        self.cell.note_mask(&mask);
        self.cell.write(py, move |world| Ok(world.add_mask(mask).map_err(world_error)?.index() as u32))
    }

    /// Returns a mask of the world as a :class:`Mask`, without a copy of the pixels. Changes of the result do not change
    /// the mask of the world.
    ///
    /// :raises IndexError: if the world has no such mask.
    fn mask(&self, py: Python<'_>, mask: MaskSlot) -> PyResult<Mask> {
        let shared = self.cell.read(py, move |world| Ok(world.mask(mask.id(world)?).cloned()))?;
        Ok(Mask::from_rust(shared.expect("the id is the id of a mask")))
    }

    /// The numbers of all masks, sorted: uint32 of shape (N,).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let ids = self.cell.read(py, |world| Ok(world.mask_ids().map(|id| id.index() as u32).collect::<Vec<_>>()))?;
        Ok(arrays::owned(py, ids))
    }

    /// Replaces the pixels of a mask by the pixels of another, which may have another size. All sprites that show the mask
    /// change with it. The world and ``new`` share the memory.
    ///
    /// :raises IndexError: if the world has no such mask.
    fn replace_mask(&self, py: Python<'_>, mask: MaskSlot, new: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = mask_of(new, "new")?.get().cell.snapshot(py);
        self.cell.note_mask(&new);
        let old = self.cell.call(py, Work::WriteMany(1), move |world| {
            let id = mask.id(world)?;
            world.replace_mask(id, new).map_err(world_error)
        })?;
        drop(old);
        Ok(())
    }

    /// Makes the pixels of a mask solid that ``what`` covers. ``what`` is a :class:`Mask`, a :class:`Circle`, a :class:`Line`, a
    /// :class:`Polygon` or a rectangle ``(left, top, width, height)``. ``at`` is the position ``(x, y)`` of the origin of
    /// ``what`` in the mask. All sprites that show the mask change with it.
    ///
    /// :raises IndexError: if the world has no such mask.
    #[pyo3(signature = (mask, what, at=None), text_signature = "($self, mask, what, at=(0, 0))")]
    fn draw_on_mask(
        &self,
        py: Python<'_>,
        mask: MaskSlot,
        what: Stencil,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let at = offset_or_zero(at, "at")?;
        self.edit_mask(py, mask, what.items(), move |mask| match &what {
            Stencil::Mask(other) => {
                mask.draw(other, at);
                Ok(())
            }
            Stencil::Shape(shape) => mask.fill_shape(shape, at, true),
        })
    }

    /// Makes the pixels of a mask empty that ``what`` covers, as an explosion does with terrain. The arguments are those of
    /// :meth:`draw_on_mask`.
    ///
    /// :raises IndexError: if the world has no such mask.
    #[pyo3(signature = (mask, what, at=None), text_signature = "($self, mask, what, at=(0, 0))")]
    fn erase_from_mask(
        &self,
        py: Python<'_>,
        mask: MaskSlot,
        what: Stencil,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let at = offset_or_zero(at, "at")?;
        self.edit_mask(py, mask, what.items(), move |mask| match &what {
            Stencil::Mask(other) => {
                mask.erase(other, at);
                Ok(())
            }
            Stencil::Shape(shape) => mask.fill_shape(shape, at, false),
        })
    }

    /// Rounds the angles of the sprites that show a mask to equal steps of a circle. ``None``, the default, shows each angle as given.
    ///
    /// Sprites that show equal angles share a rendered mask, so steps make crowds of rotating sprites fast. They cost truth: with 64
    /// steps, a sprite is shown up to 2.8 degrees off. Its place is rounded to half pixels too, and of a ``transform`` the scale and
    /// the shear to 12 bits.
    ///
    /// :raises IndexError: if the world has no such mask.
    /// :raises ValueError: if the number is not from 1 to 65536, or if a rotated mask would be too large.
    fn set_angle_steps(&self, py: Python<'_>, mask: MaskSlot, steps: Option<Count>) -> PyResult<()> {
        self.cell.call(py, Work::WriteMany(ALL), move |world| {
            let id = mask.id(world)?;
            world.set_angle_steps(id, steps.map(|steps| steps.0)).map_err(world_error)
        })
    }

    /// Removes a mask that no sprite shows, and returns it.
    ///
    /// :raises IndexError: if the world has no such mask.
    /// :raises ValueError: if a sprite shows the mask.
    fn remove_mask(&self, py: Python<'_>, mask: MaskSlot) -> PyResult<Mask> {
        let removed = self.cell.write(py, move |world| {
            let id = mask.id(world)?;
            world.remove_mask(id).map_err(world_error)
        })?;
        Ok(Mask::from_rust(removed))
    }
}

impl World {
    fn edit_mask(
        &self,
        py: Python<'_>,
        mask: MaskSlot,
        items: usize,
        edit: impl FnOnce(&mut mask::Mask) -> Result<(), mask::MaskError> + Send + 'static,
    ) -> PyResult<()> {
        self.cell.call(py, Work::WriteMany(items), move |world| {
            let id = mask.id(world)?;
            world.edit_mask(id, edit).map_err(world_error)
        })
    }
}
