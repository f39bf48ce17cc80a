//! Values of options: one value for all sprites, or an array with a value for each.

use crate::arrays::{self, Rows};
use crate::convert::{self, reals};
use crate::fractions::Place;
use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};

/// The values of an option.
#[derive(Default)]
pub(crate) enum Column<T> {
    /// The option is not given.
    #[default]
    Absent,
    One(T),
    Each(Vec<T>),
}

impl<T: Copy> Column<T> {
    /// Returns the value of the sprite at an index, or `None` if the option is not given.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<T> {
        match self {
            Column::Absent => None,
            Column::One(value) => Some(*value),
            Column::Each(values) => Some(values[index]),
        }
    }

    /// Checks that an array has a value for each sprite.
    pub(super) fn check(&self, name: &str, sprites: usize) -> PyResult<()> {
        match self {
            Column::Each(values) if values.len() != sprites => Err(PyValueError::new_err(format!(
                "{name} must be one value or an array of {sprites} values, one for each sprite, got {}",
                values.len()
            ))),
            _ => Ok(()),
        }
    }

    /// Converts all values.
    pub(super) fn map<U>(self, f: impl Fn(T) -> PyResult<U>) -> PyResult<Column<U>> {
        Ok(match self {
            Column::Absent => Column::Absent,
            Column::One(value) => Column::One(f(value)?),
            Column::Each(values) => Column::Each(values.into_iter().map(f).collect::<PyResult<_>>()?),
        })
    }
}

/// Returns a scalar, or an array of shape (N,) with the items that `each` converts.
fn column<'py, T>(
    value: &Bound<'py, PyAny>,
    name: &str,
    one: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
    each: impl Fn(&Bound<'py, PyUntypedArray>) -> PyResult<Vec<T>>,
) -> PyResult<Column<T>> {
    let is_scalar = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>();
    if is_scalar {
        return one(value).map(Column::One);
    }
    let array = arrays::as_array(value)?;
    match array.ndim() {
        0 => one(value).map(Column::One),
        1 => each(&array).map(Column::Each),
        _ => Err(PyValueError::new_err(format!(
            "{name} must be one value or an array of the shape (N,), got {:?}",
            array.shape()
        ))),
    }
}

/// Returns whole numbers in the range of `T`.
pub(super) fn integers<T>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<T>>
where
    T: numpy::Element + Copy + TryFrom<i64> + TryFrom<i128>,
{
    let one = |value: &Bound<'_, PyAny>| {
        let number = value
            .extract::<i128>()
            .map_err(|_| PyTypeError::new_err(format!("{name} must be a whole number, got {}", type_name(value))))?;
        T::try_from(number).map_err(|_| PyValueError::new_err(format!("{name}: {number} is out of range")))
    };
    column(value, name, one, |array| arrays::integers(array, name))
}

/// Returns booleans. An array must have the type bool.
pub(super) fn bools(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<bool>> {
    let expected = |got: String| PyTypeError::new_err(format!("{name} must be True or False, got {got}"));
    let one = |value: &Bound<'_, PyAny>| value.extract::<bool>().map_err(|_| expected(type_name(value)));
    let each = |array: &Bound<'_, PyUntypedArray>| match array.cast::<PyArray1<bool>>() {
        // Read as bytes: for NumPy, every byte but 0 is true, and a `bool` of Rust is 0 or 1.
        Ok(array) => {
            let bytes = array.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?;
            arrays::list(bytes.readonly().as_array().iter().map(|&byte| byte != 0))
        }
        Err(_) if array.is_empty() => Ok(Vec::new()),
        Err(_) => Err(expected(format!("an array of {}", array.dtype()))),
    };
    column(value, name, one, each)
}

/// Returns numbers.
pub(super) fn floats(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<f64>> {
    let one = |value: &Bound<'_, PyAny>| {
        let number = value.extract::<f64>();
        number.map_err(|_| PyTypeError::new_err(format!("{name} must be a number, got {}", type_name(value))))
    };
    column(value, name, one, |array| arrays::reals(array, name))
}

/// Returns pairs of numbers. A number stands for both, a tuple of two numbers is a pair for all sprites, a NumPy array of
/// shape (N,) has a number for each sprite, and an array of shape (N, 2) a pair for each.
pub(super) fn factors(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<[f64; 2]>> {
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Column::One([number; 2]));
    }
    let array = arrays::as_array(value)?;
    match array.shape() {
        [2] if !value.is_instance_of::<PyUntypedArray>() => reals(value, name).map(Column::One),
        [_] => arrays::list(arrays::reals(&array, name)?.into_iter().map(|factor| [factor; 2])).map(Column::Each),
        [_, 2] => arrays::list(arrays::reals(&array, name)?.as_chunks::<2>().0.iter().copied()).map(Column::Each),
        shape => Err(PyValueError::new_err(format!(
            "{name} must be a number, a tuple of two numbers, or an array of the shape (N,) or (N, 2), got {shape:?}"
        ))),
    }
}

/// Returns points: a pair of numbers for all sprites, or an array of shape (N, 2) for each.
pub(super) fn points(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<[f64; 2]>> {
    let array = arrays::as_array(value)?;
    match array.shape() {
        [_, 2] => arrays::list(arrays::reals(&array, name)?.as_chunks::<2>().0.iter().copied()).map(Column::Each),
        _ => reals(value, name).map(Column::One),
    }
}

/// Returns linear maps, the numbers of a map row by row: an array of shape (2, 2) for all sprites, or of shape (N, 2, 2)
/// for each.
pub(super) fn maps(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<[f64; 4]>> {
    let array = arrays::as_array(value)?;
    let is_each = match array.shape() {
        [2, 2] => false,
        [_, 2, 2] => true,
        shape => {
            return Err(PyValueError::new_err(format!(
                "{name} must be an Affine, an array of the shape (2, 2) or (N, 2, 2), or False, got {shape:?}"
            )));
        }
    };
    let numbers = arrays::reals(&array, name)?;
    let rows = numbers.as_chunks::<4>().0;
    if is_each { arrays::list(rows.iter().copied()).map(Column::Each) } else { Ok(Column::One(rows[0])) }
}

/// Returns places of sprites, which may have fractions: a pair of numbers for all sprites, or an array of shape (N, 2) for
/// each.
pub(super) fn places(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Place>> {
    let one = || convert::any_place(value, name);
    if value.is_instance_of::<PyTuple>() && value.len()? == 2 && !value.get_item(0)?.is_instance_of::<PyTuple>() {
        return one().map(Column::One);
    }
    match arrays::as_array(value)?.shape() {
        [_, 2] => Rows::new(value, name)?.places(name).map(Column::Each),
        _ => one().map(Column::One),
    }
}

pub(super) fn type_name(value: &Bound<'_, PyAny>) -> String {
    convert::type_name(value.as_borrowed())
}
