//! Copies and saved worlds.

use super::World;
use super::errors::world_error;
use super::pace::{ALL, Work};
use crate::background;
use crate::masks::Mask;
use crate::objects::{copy_attributes, deepcopy_attributes};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyType};

/// The content of a pickle: a function, its arguments, and the attributes that a subclass adds.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>,), Option<Bound<'py, PyAny>>);

#[pymethods]
impl World {
    /// Returns a copy of the world, for example to roll back to. The ids, the ids of later sprites and the next step are those of the
    /// original. The copy shares the memory of the masks. A subclass makes an object of its own class, without a call of
    /// ``__init__``.
    ///
    /// :raises MemoryError: if the system refuses memory.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy =
            slf.get().cell.call(slf.py(), Work::ReadMany(ALL), |world| world.try_clone().map_err(world_error))?;
        World::of_class(&slf.get_type(), copy)
    }

    /// Returns a copy of the world, with copies of the attributes that a subclass adds.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = World::copy(slf)?;
        copy_attributes(slf, &copy)?;
        Ok(copy)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let copy = World::copy(slf)?;
        deepcopy_attributes(slf, &copy, memo)?;
        Ok(copy)
    }

    /// Returns the world as bytes that :meth:`from_bytes` reads, on every platform: the settings, the masks, the sprites
    /// with their ids and data, and the pairs of the last step. All packages of hitmask read and write this format, and it has a version.
    ///
    /// ``masks=False`` leaves the masks out, for a game that makes them from its pictures anyway: a sprite then takes a few bytes.
    #[pyo3(signature = (*, masks=true))]
    fn to_bytes<'py>(&self, py: Python<'py>, masks: bool) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.cell.call(py, Work::ReadMany(ALL), move |world| {
            let bytes = if masks { world.to_bytes() } else { world.to_bytes_without_masks() };
            bytes.map_err(world_error)
        })?;
        PyBytes::new_with(py, bytes.len(), |to| {
            to.copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// Returns the world that :meth:`to_bytes` saved. ``masks`` are the masks by their numbers, for a world that was saved without
    /// them. They may differ from the saved ones: the sprites then show the new pictures.
    ///
    /// :raises ValueError: if the bytes are not a saved world, if another version of the format was saved, or if a mask is missing.
    #[classmethod]
    #[pyo3(signature = (data, *, masks=None))]
    fn from_bytes<'py>(
        cls: &Bound<'py, PyType>,
        data: PyBackedBytes,
        masks: Option<Vec<PyRef<'py, Mask>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let masks = masks.map(|masks| masks.iter().map(|mask| mask.cell.snapshot(py)).collect::<Vec<_>>());
        let time = 20 * data.len() as u64;
        let world = background::timed(py, time, move || match masks {
            Some(masks) => world::World::from_bytes_with_masks(&data, |id| masks.get(id.index()).cloned()),
            None => world::World::from_bytes(&data),
        })?;
        World::of_class(cls, world.map_err(world_error)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let restore = slf.get_type().getattr(intern!(py, "from_bytes"))?;
        let attributes = slf.getattr_opt(intern!(py, "__dict__"))?.filter(|own| own.is_truthy().unwrap_or(false));
        Ok((restore, (slf.get().to_bytes(py, true)?,), attributes))
    }
}
