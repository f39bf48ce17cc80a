//! The Python exceptions of the errors of a world.

use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use world::WorldError;

/// Returns the exception of an error: `IndexError` for an empty slot, `MemoryError` if the system refused memory, else
/// `ValueError`.
pub(super) fn world_error(error: WorldError) -> PyErr {
    match error {
        WorldError::StaleSprite(id) => no_sprite(id.index() as i64),
        WorldError::StaleMask(id) => no_mask(id.index() as i64),
        WorldError::NoMemory => PyMemoryError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Returns the exception for a slot without a sprite.
pub(super) fn no_sprite(slot: i64) -> PyErr {
    PyIndexError::new_err(format!(
        "the world has no sprite {slot}: it was despawned or never spawned; `id in world` tells whether there is a sprite"
    ))
}

/// Returns the exception for a mask id without a mask.
pub(super) fn no_mask(slot: i64) -> PyErr {
    PyIndexError::new_err(format!(
        "the world has no mask {slot}: it was removed or never added; use a number that add_mask returned"
    ))
}
