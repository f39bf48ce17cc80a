//! Copies and saved worlds.

use super::World;
use super::cell::{ALL, Work};
use super::errors::world_error;
use crate::errors::REFUSED;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Write};

/// Bytes to which a world is written. The only error is refused memory.
struct Bytes(Vec<u8>);

impl Write for Bytes {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0.try_reserve(part.len()).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.0.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[pymethods]
impl World {
    /// Returns a copy of the world, for example to roll back to. Slots, later slots and the next step are those of the
    /// original. The copy shares the memory of the masks.
    ///
    /// :raises MemoryError: if the system refuses memory.
    fn copy(&self, py: Python<'_>) -> PyResult<World> {
        let copy = self.cell.call(py, Work::ReadMany(ALL), |world| world.try_clone().map_err(world_error))?;
        Ok(World::from_rust(copy))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<World> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<World> {
        self.copy(py)
    }

    /// Returns the world as bytes that :meth:`from_bytes` reads, on every platform: the settings, the masks, the sprites
    /// with their slots and data, and the pairs of the last step. The format is CBOR and has a version.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.cell.call(py, Work::ReadMany(ALL), |world| {
            let mut bytes = Bytes(Vec::new());
            ciborium::into_writer(&*world, &mut bytes).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            Ok(bytes.0)
        })?;
        PyBytes::new_with(py, bytes.len(), |to| {
            to.copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// Returns the world that :meth:`to_bytes` saved.
    ///
    /// :raises ValueError: if the bytes are not a saved world, or if a newer version of the package saved it.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<World> {
        let world: ::world::World = py.detach(|| {
            ciborium::from_reader(data).map_err(|error| {
                let cause = match error {
                    ciborium::de::Error::Semantic(_, cause) => cause,
                    other => other.to_string(),
                };
                match cause.starts_with(REFUSED) {
                    true => PyMemoryError::new_err(cause),
                    false => PyValueError::new_err(format!(
                        "the bytes are not a saved world: {cause}; use the bytes of to_bytes"
                    )),
                }
            })
        })?;
        Ok(World::from_rust(world))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<World>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }
}
