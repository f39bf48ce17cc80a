//! Allocation that returns an error if the system refuses the memory, for `mask` and `world`.
//!
//! The lists of the standard library abort the program if an allocation fails. A list whose length depends on the input
//! is therefore built by these functions or with `try_reserve`. A function that returns a `Result` then returns an
//! error of its crate, such as [`MaskError::OutOfMemory`]. A function that returns a value panics with the message of
//! the error (see [`or_panic`]).

use crate::MaskError;
use alloc::collections::TryReserveError;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;

/// Converts a refused allocation to [`MaskError::OutOfMemory`] for a mask of the given size.
pub(crate) fn for_mask(width: u32, height: u32) -> impl Fn(TryReserveError) -> MaskError {
    move |_| MaskError::OutOfMemory { width, height }
}

/// Converts a refused allocation to [`MaskError::NoMemory`] for a list of `count` items.
pub(crate) fn for_list(count: usize, unit: &'static str) -> impl Fn(TryReserveError) -> MaskError {
    move |_| MaskError::NoMemory { count: count as u64, unit }
}

/// Returns an empty list with capacity for `count` items.
#[doc(hidden)]
pub fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

pub(crate) fn try_zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = try_with_capacity(count)?;
    list.resize(count, T::default());
    Ok(list)
}

/// Copies a list.
#[doc(hidden)]
pub fn try_clone<T: Clone>(items: &[T]) -> Result<Vec<T>, TryReserveError> {
    let mut list = try_with_capacity(items.len())?;
    list.extend_from_slice(items);
    Ok(list)
}

/// Collects an iterator into a list. If the lower bound of its size hint is exact, the list allocates only once.
#[doc(hidden)]
pub fn try_collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, TryReserveError> {
    let mut list = try_with_capacity(items.size_hint().0)?;
    try_extend(&mut list, items)?;
    Ok(list)
}

/// Appends the items of an iterator to a list. On error, the list keeps the items appended so far.
#[doc(hidden)]
pub fn try_extend<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Result<(), TryReserveError> {
    list.try_reserve(items.size_hint().0)?;
    for item in items {
        try_push(list, item)?;
    }
    Ok(())
}

/// Appends clones of some items to a list. On error, the list is unchanged.
#[doc(hidden)]
pub fn try_append<T: Clone>(list: &mut Vec<T>, items: &[T]) -> Result<(), TryReserveError> {
    list.try_reserve(items.len())?;
    list.extend_from_slice(items);
    Ok(())
}

/// Appends an item to a list. On error, the list is unchanged and the item is dropped.
#[doc(hidden)]
#[inline(always)]
pub fn try_push<T>(list: &mut Vec<T>, item: T) -> Result<(), TryReserveError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// Resizes a list to `count` items. Added items are clones of `new`. On error, the list is unchanged.
#[doc(hidden)]
pub fn try_resize<T: Clone>(list: &mut Vec<T>, count: usize, new: T) -> Result<(), TryReserveError> {
    list.try_reserve(count.saturating_sub(list.len()))?;
    list.resize(count, new);
    Ok(())
}

/// Unwraps a `Result`, for functions whose signature has no error.
///
/// # Panics
/// Panics with the message of the error if `value` is an error.
#[doc(hidden)]
#[track_caller]
pub fn or_panic<T, E: core::fmt::Display>(value: Result<T, E>) -> T {
    value.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the message of a panic that refused memory has caused ([`or_panic`]), or `None` for any other panic.
/// Bindings turn such a panic into the error of their language. The payload is text and not a type of its own, because
/// a program in Rust prints it.
#[must_use]
pub fn refused_memory(panic: &(dyn Any + Send)) -> Option<&str> {
    let message =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied())?;
    message.starts_with(REFUSED).then_some(message)
}

/// The first words of the errors of `mask` and `world` about refused memory. Their tests hold them to it.
pub const REFUSED: &str = "no memory";
