//! The Python exceptions of the errors of the libraries.

use mask::MaskError;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, PyResult};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use world::bindings::refused_memory;

/// Returns the exception of an error of a mask: `MemoryError` if the system refused memory, else `ValueError`.
pub(crate) fn mask_error(error: MaskError) -> PyErr {
    match error {
        MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => PyMemoryError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Prevents the report of panics that [`or_memory_error`] turns into exceptions. The report would itself need memory.
///
/// The hook is one of this native module: other modules have their own.
pub(crate) fn silence_refused_memory() {
    let report = take_hook();
    set_hook(Box::new(move |panic| {
        if refused_memory(panic.payload()).is_none() {
            report(panic);
        }
    }));
}

/// Calls a function of a library that panics if the system refuses memory.
///
/// # Errors
/// Returns `MemoryError` for such a panic. Goes on with any other panic.
#[inline]
pub(crate) fn or_memory_error<R>(call: impl FnOnce() -> R) -> PyResult<R> {
    catch_unwind(AssertUnwindSafe(call)).map_err(memory_error)
}

#[cold]
fn memory_error(panic: Box<dyn Any + Send>) -> PyErr {
    match refused_memory(&*panic).map(str::to_owned) {
        Some(message) => PyMemoryError::new_err(message),
        None => resume_unwind(panic),
    }
}
