//! Allocation that returns an error if the system refuses the memory.
//!
//! A list of the standard library aborts the program if the system refuses memory. Lists whose length depends on the
//! number of sprites or pairs therefore grow through these functions. A function that returns a `Result`
//! then returns [`WorldError::NoMemory`]. A function that returns a plain value panics with the message of this error.

use crate::WorldError;
pub(crate) use mask::shared::memory::{
    try_append, try_clone, try_collect, try_extend, try_push, try_resize, try_with_capacity,
};
use std::collections::TryReserveError;

/// Converts a refused allocation to [`WorldError::NoMemory`].
impl From<TryReserveError> for WorldError {
    fn from(_: TryReserveError) -> WorldError {
        WorldError::NoMemory
    }
}

/// The value of a result, for functions whose return type has no error.
///
/// # Panics
/// Panics with the message of the error.
#[track_caller]
pub(crate) fn or_panic<T>(value: Result<T, impl Into<WorldError>>) -> T {
    mask::shared::memory::or_panic(value.map_err(Into::into))
}
