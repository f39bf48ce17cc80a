//! The Python exceptions of the errors of the libraries.

use ::mask::MaskError;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyValueError};

/// Returns the exception of an error of a mask: `MemoryError` if the system refused memory, else `ValueError`.
pub(crate) fn mask_error(error: MaskError) -> PyErr {
    match error {
        MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => PyMemoryError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}
