//! The Python exceptions of the errors of the libraries.

use ::mask::MaskError;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, PyResult};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};

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
        if !is_refused_memory(panic.payload()) {
            report(panic);
        }
    }));
}

/// The first words of the messages of the libraries if the system refuses memory.
pub(crate) const REFUSED: &str = "no memory";

fn is_refused_memory(panic: &(dyn Any + Send)) -> bool {
    panic.downcast_ref::<String>().is_some_and(|message| message.starts_with(REFUSED))
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
    match panic.downcast::<String>() {
        Ok(message) if message.starts_with(REFUSED) => PyMemoryError::new_err(*message),
        Ok(message) => resume_unwind(message),
        Err(panic) => resume_unwind(panic),
    }
}
