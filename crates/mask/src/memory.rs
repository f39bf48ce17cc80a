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
pub(crate) struct AllocError;

impl From<TryReserveError> for AllocError {
    fn from(_: TryReserveError) -> AllocError {
        AllocError
    }
}

impl AllocError {
    /// While a mask of this size was made.
    pub(crate) fn for_mask(width: u32, height: u32) -> impl Fn(AllocError) -> MaskError {
        move |AllocError| MaskError::OutOfMemory { width, height }
    }

    /// While so many of something else were kept.
    pub(crate) fn for_list(count: usize, unit: &'static str) -> impl Fn(AllocError) -> MaskError {
        move |AllocError| MaskError::NoMemory { count: count as u64, unit }
    }
}

/// An empty list with room for so many.
pub(crate) fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, AllocError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// So many zeros, or whatever else there is by default.
pub(crate) fn try_zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(count)?;
    list.resize(count, T::default());
    Ok(list)
}

/// A copy of a list.
pub(crate) fn try_copy<T: Copy>(items: &[T]) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(items.len())?;
    list.extend_from_slice(items);
    Ok(list)
}

/// A list of what comes.
pub(crate) fn try_collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(items.size_hint().0)?;
    for item in items {
        try_push(&mut list, item)?;
    }
    Ok(list)
}

/// Adds one to a list.
#[inline(always)]
pub(crate) fn try_push<T>(list: &mut Vec<T>, item: T) -> Result<(), AllocError> {
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
pub(crate) fn or_panic<T>(value: Result<T, MaskError>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}
