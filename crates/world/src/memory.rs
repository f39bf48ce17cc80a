//! Memory that is asked for, so that a refusal is an error.
//!
//! The lists of the standard library end the program where the system refuses them memory. Here a list whose length
//! comes from the number of sprites or pairs is made through these functions: what gives a `Result` then gives
//! [`WorldError::NoMemory`], and what gives a value panics with its words.

use crate::WorldError;
use std::collections::TryReserveError;

impl From<TryReserveError> for WorldError {
    fn from(_: TryReserveError) -> WorldError {
        WorldError::NoMemory
    }
}

/// An empty list with room for so many.
pub(crate) fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, WorldError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// A list of what comes.
pub(crate) fn try_collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, WorldError> {
    let mut list = try_with_capacity(items.size_hint().0)?;
    try_extend(&mut list, items)?;
    Ok(list)
}

/// A copy of a list.
pub(crate) fn try_clone<T: Clone>(list: &[T]) -> Result<Vec<T>, WorldError> {
    let mut copy = try_with_capacity(list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// Adds what comes to a list.
pub(crate) fn try_extend<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Result<(), WorldError> {
    for item in items {
        try_push(list, item)?;
    }
    Ok(())
}

/// Adds one to a list.
#[inline(always)]
pub(crate) fn try_push<T>(list: &mut Vec<T>, item: T) -> Result<(), WorldError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// Makes a list so long. It is as it was where that is refused.
pub(crate) fn try_resize<T: Clone>(list: &mut Vec<T>, count: usize, new: T) -> Result<(), WorldError> {
    list.try_reserve(count.saturating_sub(list.len()))?;
    list.resize(count, new);
    Ok(())
}

/// The value, where there is no error to be given back.
///
/// # Panics
/// With the words of the error.
#[track_caller]
pub(crate) fn or_panic<T>(value: Result<T, WorldError>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}
