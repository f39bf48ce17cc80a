//! Numbers as arguments of pygame's methods.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};

/// Two numbers as pygame takes them: a sequence of two, or a tuple of one such sequence. Floats are truncated, and whole
/// numbers keep their lowest 32 bits.
#[derive(Clone, Copy)]
pub(super) struct TwoNumbers(pub(super) [i32; 2]);

impl<'py> FromPyObject<'_, 'py> for TwoNumbers {
    type Error = PyErr;

    #[inline]
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<TwoNumbers> {
        if let Ok(tuple) = value.cast::<PyTuple>() {
            match tuple.len() {
                2 => {
                    let x = number(tuple.get_borrowed_item(0)?)?;
                    return Ok(TwoNumbers([x, number(tuple.get_borrowed_item(1)?)?]));
                }
                1 if tuple.get_borrowed_item(0)?.len().is_ok() => return tuple.get_borrowed_item(0)?.extract(),
                length => return Err(PyTypeError::new_err(format!("expected two numbers, got {length} values"))),
            }
        }
        if value.is_instance_of::<PyDict>() || !value.len().is_ok_and(|length| length == 2) {
            return Err(wrong(value));
        }
        let item = |i: usize| value.get_item(i).map_err(|_| wrong(value)).and_then(|item| number(item.as_borrowed()));
        Ok(TwoNumbers([item(0)?, item(1)?]))
    }
}

/// Returns two numbers of an argument that is not extracted by its name.
///
/// # Errors
/// Returns a `TypeError` with the name of the argument.
#[inline]
pub(super) fn two_numbers(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i32; 2]> {
    match value.extract::<TwoNumbers>() {
        Ok(numbers) => Ok(numbers.0),
        // pyo3 words the errors of other arguments so.
        Err(error) => Err(PyTypeError::new_err(format!("argument '{name}': {}", error.value(value.py())))),
    }
}

/// Truncates a number to 32 bits. A float outside the range becomes the least number of 32 bits, as on a processor.
#[inline]
fn number(value: Borrowed<'_, '_, PyAny>) -> PyResult<i32> {
    if value.is_instance_of::<PyFloat>() {
        let float = value.extract::<f64>()?;
        let fits = float > f64::from(i32::MIN) - 1.0 && float < f64::from(i32::MAX) + 1.0;
        return Ok(if fits { float as i32 } else { i32::MIN });
    }
    value.extract::<i64>().map(|number| number as i32).map_err(|_| wrong(value))
}

#[cold]
fn wrong(value: Borrowed<'_, '_, PyAny>) -> PyErr {
    let name = value.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected two numbers, got {name}"))
}

/// A number of 32 bits as C functions take it: `TypeError` for floats, `OverflowError` for numbers out of range.
#[derive(Clone, Copy)]
pub(crate) struct Int(pub(super) i32);

impl<'py> FromPyObject<'_, 'py> for Int {
    type Error = PyErr;

    #[inline]
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Int> {
        let number = value.extract::<i64>()?;
        let int = i32::try_from(number).map(Int);
        int.map_err(|_| PyOverflowError::new_err(format!("expected a number of 32 bits, got {number}")))
    }
}
