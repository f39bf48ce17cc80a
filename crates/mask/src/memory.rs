//! Memory that is asked for, so that a refusal is an error.
//!
//! The lists of the standard library end the program where the system refuses them memory. Here a list whose
//! length comes from the input is made through these functions: what gives a `Result` then gives
//! [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`], and what gives a value panics with their words.

use crate::MaskError;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The system refused the memory for a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refused;

impl From<TryReserveError> for Refused {
    fn from(_: TryReserveError) -> Refused {
        Refused
    }
}

impl Refused {
    /// While a mask of this size was made.
    pub(crate) fn mask(width: u32, height: u32) -> impl Fn(Refused) -> MaskError {
        move |Refused| MaskError::OutOfMemory { width, height }
    }

    /// While so many of something else were kept.
    pub(crate) fn list(count: usize, unit: &'static str) -> impl Fn(Refused) -> MaskError {
        move |Refused| MaskError::NoMemory { count: count as u64, unit }
    }
}

/// An empty list with room for so many.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, Refused> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// So many zeros, or whatever else there is by default.
pub(crate) fn zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>, Refused> {
    let mut list = room(count)?;
    list.resize(count, T::default());
    Ok(list)
}

/// A copy of a list.
pub(crate) fn copy<T: Copy>(items: &[T]) -> Result<Vec<T>, Refused> {
    let mut list = room(items.len())?;
    list.extend_from_slice(items);
    Ok(list)
}

/// A list of what comes.
pub(crate) fn list<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, Refused> {
    let mut list = room(items.size_hint().0)?;
    for item in items {
        push(&mut list, item)?;
    }
    Ok(list)
}

/// Adds one to a list.
#[inline(always)]
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), Refused> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// The value, where there is no error to be given back.
///
/// # Panics
/// With the words of the error.
#[track_caller]
pub(crate) fn given<T>(value: Result<T, MaskError>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}
