//! Fallible allocation.
//!
//! A list of the standard library aborts the program if the system refuses memory. Lists whose length depends on the
//! number of sprites or pairs therefore grow through the functions of this module. A function that returns a `Result`
//! then returns [`WorldError::NoMemory`]. A function that returns a plain value panics with the message of this error.

use crate::WorldError;
use std::collections::TryReserveError;

/// Converts a refused allocation to [`WorldError::NoMemory`].
impl From<TryReserveError> for WorldError {
    fn from(_: TryReserveError) -> WorldError {
        WorldError::NoMemory
    }
}

/// Returns an empty list with room for `count` items.
pub(crate) fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, WorldError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// Collects the items of an iterator into a list.
pub(crate) fn try_collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, WorldError> {
    let mut list = try_with_capacity(items.size_hint().0)?;
    try_extend(&mut list, items)?;
    Ok(list)
}

/// Returns a copy of a list.
pub(crate) fn try_clone<T: Clone>(list: &[T]) -> Result<Vec<T>, WorldError> {
    let mut copy = try_with_capacity(list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// Appends copies of some items to a list. On error, the list is unchanged.
pub(crate) fn try_append<T: Clone>(list: &mut Vec<T>, items: &[T]) -> Result<(), WorldError> {
    list.try_reserve(items.len())?;
    list.extend_from_slice(items);
    Ok(())
}

/// Appends the items of an iterator to a list. On error, the list keeps the items that were appended before.
pub(crate) fn try_extend<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Result<(), WorldError> {
    for item in items {
        try_push(list, item)?;
    }
    Ok(())
}

/// Appends an item to a list.
#[inline(always)]
pub(crate) fn try_push<T>(list: &mut Vec<T>, item: T) -> Result<(), WorldError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// Resizes a list to `count` items. Added items are clones of `new`. On error, the list is unchanged.
pub(crate) fn try_resize<T: Clone>(list: &mut Vec<T>, count: usize, new: T) -> Result<(), WorldError> {
    list.try_reserve(count.saturating_sub(list.len()))?;
    list.resize(count, new);
    Ok(())
}

/// Returns the value of a result, for functions whose return type has no error.
///
/// # Panics
/// Panics with the message of the error.
#[track_caller]
pub(crate) fn or_panic<T>(value: Result<T, WorldError>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}
