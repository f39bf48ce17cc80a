//! Python values to pixels, rectangles and sizes.
//!
//! Whole numbers are taken from any type with `__index__`, so NumPy integers work and floats are a `TypeError`. A number
//! outside the range of its type is a `ValueError`.

use ::mask::Rect;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

/// Two whole numbers of 32 bits, x and y: an offset, a position or a pixel. Python passes a tuple, a list or an array.
#[derive(Clone, Copy)]
pub(crate) struct Point(pub(crate) [i32; 2]);

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> [i32; 2] {
        point.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Point {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Point> {
        Ok(Point(numbers(value, "two whole numbers, x and y", integer)?))
    }
}

/// A rectangle in pixels: left, top, width and height. Python passes a tuple, a list, an array or a `pygame.Rect`.
#[derive(Clone, Copy)]
pub(crate) struct PixelRect(pub(crate) Rect);

impl<'py> FromPyObject<'_, 'py> for PixelRect {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<PixelRect> {
        let [left, top, width, height] = numbers(value, "four whole numbers: left, top, width and height", integer)?;
        let side = |name: &str, side: i32| {
            u32::try_from(side).map_err(|_| PyValueError::new_err(format!("{name} must be at least 0, got {side}")))
        };
        Ok(PixelRect(Rect::new(left, top, side("width", width)?, side("height", height)?)))
    }
}

/// Two finite or infinite numbers, x and y: a place between pixels, or a factor for each axis.
#[derive(Clone, Copy)]
pub(crate) struct Place(pub(crate) [f64; 2]);

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Place> {
        let number = |number: Borrowed<'_, 'py, PyAny>| in_range(number.extract::<f64>(), number, "a finite number");
        Ok(Place(numbers(value, "two numbers, x and y", number)?))
    }
}

/// A side of a mask in pixels, from 0.
#[derive(Clone, Copy)]
pub(crate) struct Side(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Side {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Side> {
        in_range(value.extract::<u32>(), value, "a whole number from 0 to 4294967295").map(Side)
    }
}

/// The form of a rectangle in Python: left, top, width and height.
pub(crate) type RectTuple = (i32, i32, u32, u32);

/// A whole number from 0: a count, or the bits of layers.
#[derive(Clone, Copy)]
pub(crate) struct Count<T>(pub(crate) T);

impl<'py> FromPyObject<'_, 'py> for Count<u32> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Count<u32>> {
        in_range(value.extract::<u32>(), value, "a whole number from 0 to 4294967295").map(Count)
    }
}

impl<'py> FromPyObject<'_, 'py> for Count<usize> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Count<usize>> {
        in_range(value.extract::<usize>(), value, "a whole number from 0 to 18446744073709551615").map(Count)
    }
}

/// Whether an object is true in Python.
#[derive(Clone, Copy)]
pub(crate) struct Truth(pub(crate) bool);

impl<'py> FromPyObject<'_, 'py> for Truth {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Truth> {
        value.is_truthy().map(Truth)
    }
}

/// Returns the form of a rectangle in Python.
pub(crate) fn rect_tuple(rect: Rect) -> RectTuple {
    (rect.left, rect.top, rect.width, rect.height)
}

/// Returns the form of a pixel, offset or position in Python: a tuple of x and y.
pub(crate) fn tuple<T>([x, y]: [T; 2]) -> (T, T) {
    (x, y)
}

/// Extracts a whole number of 32 bits.
pub(crate) fn integer(value: Borrowed<'_, '_, PyAny>) -> PyResult<i32> {
    in_range(value.extract::<i32>(), value, "a whole number from -2147483648 to 2147483647")
}

/// Extracts `N` numbers of a sequence.
fn numbers<'py, T: Copy + Default, const N: usize>(
    value: Borrowed<'_, 'py, PyAny>,
    expected: &str,
    number: impl Fn(Borrowed<'_, 'py, PyAny>) -> PyResult<T>,
) -> PyResult<[T; N]> {
    let mut numbers = [T::default(); N];
    if let Ok(tuple) = value.cast::<PyTuple>()
        && tuple.len() == N
    {
        for (i, slot) in numbers.iter_mut().enumerate() {
            *slot = number(tuple.get_borrowed_item(i)?)?;
        }
        return Ok(numbers);
    }
    let no_sequence = || PyTypeError::new_err(format!("expected {expected}, got {}", type_name(value)));
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        return Err(no_sequence());
    }
    let length = value.len().map_err(|_| no_sequence())?;
    if length != N {
        return Err(PyValueError::new_err(format!("expected {expected}, got {length} values")));
    }
    for (i, slot) in numbers.iter_mut().enumerate() {
        let item = value.get_item(i).map_err(|_| no_sequence())?;
        *slot = number(item.as_borrowed())?;
    }
    Ok(numbers)
}

/// Turns Python's `OverflowError` for a number that is too large into a `ValueError` that says the range.
fn in_range<T>(number: PyResult<T>, value: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<T> {
    number.map_err(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => PyValueError::new_err(format!("expected {expected}, got {}", value.to_owned())),
        false => error,
    })
}

fn type_name(value: Borrowed<'_, '_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string())
}
