//! The Python exceptions of the errors of a world.

use ::world::WorldError;
use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};

/// Returns the exception of an error: `IndexError` for an empty slot, `MemoryError` if the system refused memory, else
/// `ValueError`.
pub(super) fn world_error(error: WorldError) -> PyErr {
    let value_error = |message: String| PyValueError::new_err(message);
    match error {
        WorldError::StaleSprite(id) => no_sprite(id.index() as i64),
        WorldError::StaleMask(id) => no_mask(id.index() as i64),
        WorldError::MaskInUse { mask, sprites } => value_error(format!(
            "cannot remove mask {}: {sprites} sprites show it; despawn them or set another mask first",
            mask.index()
        )),
        WorldError::OutOfRange { at: [x, y] } => value_error(format!(
            "position ({x}, {y}) is out of range: both coordinates must be from -2**30 to 2**30; clip the position"
        )),
        WorldError::PivotOutOfRange { pivot: [x, y] } => value_error(format!(
            "pivot ({x}, {y}) is out of range: both coordinates must be from -2**26 to 2**26; use a pixel near the mask"
        )),
        WorldError::NotAnAngle { degrees } => {
            value_error(format!("angle must be finite, got {degrees}; give degrees clockwise"))
        }
        WorldError::NotAScale { scale: [x, y] } => value_error(format!(
            "scale ({x}, {y}) is not valid: both factors must be finite and greater than 0; use flip_x or flip_y to mirror"
        )),
        WorldError::CannotTransform { mask, source } => value_error(format!(
            "cannot scale and rotate mask {}: {source}; use a smaller mask, a smaller scale or another angle",
            mask.index()
        )),
        WorldError::TooManyPairs { limit } => value_error(format!(
            "more than {limit} pairs: raise World.set_limits(pairs=...), or spread the sprites or use layers"
        )),
        WorldError::NoMemory => PyMemoryError::new_err(error.to_string()),
        error => value_error(error.to_string()),
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
