//! NumPy arrays in and out. Every array that goes out is a new one.

use numpy::{PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2, PyUntypedArray};
use numpy::{PyUntypedArrayMethods, get_array_module};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::collections::TryReserveError;

/// Returns an array of shape (N, `W`) with the given rows.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn rows<'py, T: numpy::Element + Copy, const W: usize>(
    py: Python<'py>,
    rows: &[[T; W]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let array = empty(py, [rows.len(), W])?;
    array.try_readwrite().map_err(taken)?.as_slice_mut()?.copy_from_slice(rows.as_flattened());
    Ok(array)
}

/// Returns a new array whose items are arbitrary values.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn empty<'py, T: numpy::Element>(py: Python<'py>, shape: [usize; 2]) -> PyResult<Bound<'py, PyArray2<T>>> {
    // NumPy's own function raises `MemoryError`. The function of the crate `numpy` panics.
    let array = get_array_module(py)?.call_method1(intern!(py, "empty"), (shape, numpy::dtype::<T>(py)))?;
    Ok(array.cast_into()?)
}

/// Returns the error for an array that another thread of the library writes. New arrays cannot be in this state.
pub(crate) fn taken(error: numpy::BorrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Collects items into a list.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn list<T>(items: impl Iterator<Item = T>) -> PyResult<Vec<T>> {
    try_list(items.map(Ok))
}

/// Collects items into a list, up to the first error.
///
/// # Errors
/// Returns the error of an item, and `MemoryError` if the system refuses memory.
pub(crate) fn try_list<T>(items: impl Iterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(items.size_hint().0).map_err(no_memory)?;
    for item in items {
        if list.len() == list.capacity() {
            list.try_reserve(1).map_err(no_memory)?;
        }
        list.push(item?);
    }
    Ok(list)
}

/// Returns the error for a list that the system refuses memory for.
pub(crate) fn no_memory(error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(format!("no memory for a list: {error}"))
}

/// Returns an array of shape (N,) with the given items.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn column<T: numpy::Element>(py: Python<'_>, items: impl Iterator<Item = T>) -> PyResult<Py<PyArray1<T>>> {
    Ok(PyArray1::from_vec(py, list(items)?).unbind())
}

/// Returns an array of shape (N, `W`) with the given rows.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn table<T: numpy::Element, const W: usize>(
    py: Python<'_>,
    rows: impl Iterator<Item = [T; W]>,
) -> PyResult<Py<PyArray2<T>>> {
    Ok(owned_rows(py, list(rows)?).unbind())
}

/// Returns the array of any object that NumPy can make an array of.
pub(crate) fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let py = object.py();
    Ok(get_array_module(py)?.call_method1(intern!(py, "asarray"), (object,))?.cast_into()?)
}

/// Converts an array to another type of items, without a check of the values. The result is contiguous and aligned.
pub(crate) fn cast_to<'py>(array: &Bound<'py, PyUntypedArray>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    array.call_method1(intern!(py, "astype"), (dtype, "C"))
}

/// Returns an array with the same items that is contiguous and aligned: the array itself, or a copy.
///
/// The crate `numpy` reads wrong items if a stride is no multiple of the size of an item, as in a packed structured array.
pub(crate) fn plain<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = array.py();
    if array.is_c_contiguous() && array.getattr(intern!(py, "flags"))?.getattr(intern!(py, "aligned"))?.is_truthy()? {
        return Ok(array.clone());
    }
    Ok(array.call_method0(intern!(py, "copy"))?.cast_into()?)
}

/// Returns an integer array of shape (N, `W`) as rows of 32-bit numbers. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not whole numbers, and `ValueError` if the shape is wrong or a number is not one
/// of `T`.
pub(crate) fn integer_rows<'py, T, const W: usize>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<[T; W]>>
where
    T: numpy::Element + Copy + TryFrom<i64>,
{
    let array = as_array(object)?;
    let shape = array.shape();
    let is_empty_list = shape == [0];
    if !is_empty_list && (shape.len() != 2 || shape[1] != W) {
        return Err(PyValueError::new_err(format!("{what} must have the shape (N, {W}), got {shape:?}")));
    }
    let numbers = integers(&array, what)?;
    list(numbers.as_chunks::<W>().0.iter().copied())
}

/// Returns the items of an integer array of any shape, in row-major order. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not whole numbers, and `ValueError` if a number is not one of `T`.
pub(crate) fn integers<'py, T>(array: &Bound<'py, PyUntypedArray>, what: &str) -> PyResult<Vec<T>>
where
    T: numpy::Element + Copy + TryFrom<i64>,
{
    let py = array.py();
    if array.is_empty() {
        return Ok(Vec::new());
    }
    let flat = plain(array)?.call_method1(intern!(py, "reshape"), (-1,))?;
    if let Ok(exact) = flat.cast::<PyArray1<T>>() {
        return list(exact.readonly().as_array().iter().copied());
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        let dtype = array.dtype();
        return Err(PyTypeError::new_err(format!("{what} must be whole numbers, got an array of {dtype}")));
    }
    // A number beyond 64 bits with sign is out of range for every `T`, and turns negative here.
    let is_u64 = array.dtype().kind() == b'u' && array.dtype().itemsize() == 8;
    let wide = flat.call_method1(intern!(py, "astype"), ("int64",))?;
    let wide = wide.cast::<PyArray1<i64>>()?.readonly();
    let numbers = wide.as_slice()?.iter().map(|&number| {
        let in_range = if is_u64 && number < 0 { None } else { T::try_from(number).ok() };
        in_range.ok_or_else(|| {
            let shown = if is_u64 { (number as u64).to_string() } else { number.to_string() };
            PyValueError::new_err(format!("{what}: {shown} is out of range"))
        })
    });
    try_list(numbers)
}

/// Returns an array of shape (H, W) as bytes: a byte is 0 if the item is 0. The result is contiguous.
///
/// # Errors
/// Returns `ValueError` if the array does not have two dimensions.
pub(crate) fn bools<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let array = as_array(object)?;
    let shape = array.shape();
    if shape.len() != 2 {
        return Err(PyValueError::new_err(format!("array must have the shape (height, width), got {shape:?}")));
    }
    let is_byte = matches!(array.dtype().kind(), b'b' | b'u') && array.dtype().itemsize() == 1;
    let array = if is_byte && array.is_c_contiguous() { array.into_any() } else { cast_to(&array, "bool")? };
    let bytes = array.call_method1(intern!(array.py(), "view"), ("uint8",))?;
    Ok(bytes.cast_into::<PyArray2<u8>>()?.readonly())
}

/// Returns an array of shape (N, `W`) with the given rows, without a copy.
pub(crate) fn owned_rows<'py, T: numpy::Element, const W: usize>(
    py: Python<'py>,
    rows: Vec<[T; W]>,
) -> Bound<'py, PyArray2<T>> {
    let shape = [rows.len(), W];
    let flat = PyArray1::from_vec(py, rows.into_flattened());
    flat.reshape(shape).expect("the number of items is the product of the sides")
}
