//! Allocation that returns an error if the system refuses the memory.
//!
//! The lists of the standard library abort the program if an allocation fails. Every list whose length depends on the
//! input is therefore built by these functions. A function that returns a `Result` then returns
//! [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`]. A function that returns a value panics with the message of
//! the error.

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
    /// Converts the error to [`MaskError::OutOfMemory`] for a mask of the given size.
    pub(crate) fn for_mask(width: u32, height: u32) -> impl Fn(AllocError) -> MaskError {
        move |AllocError| MaskError::OutOfMemory { width, height }
    }

    /// Converts the error to [`MaskError::NoMemory`] for a list of `count` items.
    pub(crate) fn for_list(count: usize, unit: &'static str) -> impl Fn(AllocError) -> MaskError {
        move |AllocError| MaskError::NoMemory { count: count as u64, unit }
    }
}

/// Returns an empty list with capacity for `count` items.
pub(crate) fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, AllocError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// Returns a list of `count` default values, such as zeros.
pub(crate) fn try_zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(count)?;
    list.resize(count, T::default());
    Ok(list)
}

/// Copies a slice into a new list.
pub(crate) fn try_copy<T: Copy>(items: &[T]) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(items.len())?;
    list.extend_from_slice(items);
    Ok(list)
}

/// Collects an iterator into a list.
pub(crate) fn try_collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, AllocError> {
    let mut list = try_with_capacity(items.size_hint().0)?;
    for item in items {
        try_push(&mut list, item)?;
    }
    Ok(list)
}

/// Appends an item to a list.
#[inline(always)]
pub(crate) fn try_push<T>(list: &mut Vec<T>, item: T) -> Result<(), AllocError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// Returns the value of a `Result`, for functions whose signature has no error.
///
/// # Panics
/// Panics with the message of the error if the value is an error.
#[track_caller]
pub(crate) fn or_panic<T>(value: Result<T, MaskError>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}
