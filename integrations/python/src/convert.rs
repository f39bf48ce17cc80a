//! Python values to pixels, rectangles and sizes.
//!
//! A number is a Python number or a NumPy scalar; a pair is a tuple, a list, an array or a `pygame.Vector2`. A wrong type
//! is a `TypeError`, and a number that is not finite or out of range a `ValueError`. Both name the argument.

use crate::arrays::try_array;
use crate::fractions::{Place, Rule};
use mask::Rect;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyString, PyTuple};

/// Returns the pixel that a point lies in.
pub(crate) fn point(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i32; 2]> {
    pixels(value.as_borrowed(), name, Rule::Point)
}

/// Returns the place of a sprite: a position, rounded to the nearest pixel.
pub(crate) fn place(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i32; 2]> {
    pixels(value.as_borrowed(), name, Rule::Place)
}

/// Returns an offset between two masks, in whole pixels.
pub(crate) fn offset(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i32; 2]> {
    pixels(value.as_borrowed(), name, Rule::Offset)
}

/// Returns an offset, or no offset for an argument that is left out.
pub(crate) fn offset_or_zero(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<[i32; 2]> {
    value.map_or(Ok([0, 0]), |value| offset(value, name))
}

/// Returns the way that a sprite moves by, in whole pixels.
pub(crate) fn way(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i32; 2]> {
    pixels(value.as_borrowed(), name, Rule::Way)
}

/// Returns two finite numbers, x and y: a place between pixels, or a factor for each axis.
pub(crate) fn finite(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; 2]> {
    let numbers = reals(value, name)?;
    numbers.iter().try_for_each(|&number| check_finite(number, name))?;
    Ok(numbers)
}

/// Checks that a number is neither NaN nor infinite.
pub(crate) fn check_finite(number: f64, name: &str) -> PyResult<()> {
    match number.is_finite() {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!("{name} must be finite, got {number}"))),
    }
}

/// Returns two numbers, x and y, which may be infinite or NaN.
pub(crate) fn reals(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; 2]> {
    items(value.as_borrowed(), name, "two numbers, x and y", |number, name| real(number, name))
}

#[inline]
fn pixels(value: Borrowed<'_, '_, PyAny>, name: &str, rule: Rule) -> PyResult<[i32; 2]> {
    items(value, name, "two numbers, x and y", |number, name| whole(number, name, rule))
}

/// Returns the place of a sprite. Whole numbers of Python and NumPy are whole pixels.
pub(crate) fn any_place(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Place> {
    let numbers = items(value.as_borrowed(), name, "two numbers, x and y", |number, name| {
        let is_whole = !number.is_instance_of::<PyFloat>() && number.extract::<i32>().is_ok();
        Ok((is_whole, whole(number, name, Rule::Place)?, real(number, name)?))
    })?;
    Ok(match numbers.iter().all(|(is_whole, ..)| *is_whole) {
        true => Place::Whole(numbers.map(|(_, whole, _)| whole)),
        false => Place::Real(numbers.map(|(.., real)| real)),
    })
}

/// Returns a rectangle in pixels: left, top, width and height. Python passes a tuple, a list, an array or a `pygame.Rect`.
/// The corner is a point, and the sides are whole.
pub(crate) fn rect(value: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<Rect> {
    let numbers = items(value, name, "four numbers: left, top, width and height", |number, _| Ok(number.to_owned()))?;
    let [left, top, width, height] = &numbers;
    let corner = |number: &Bound<'_, PyAny>, name: &str| whole(number.as_borrowed(), name, Rule::Point);
    let side = |number: &Bound<'_, PyAny>, name: &str| {
        let side = whole(number.as_borrowed(), name, Rule::Offset)?;
        u32::try_from(side).map_err(|_| PyValueError::new_err(format!("{name} must be at least 0, got {side}")))
    };
    Ok(Rect::new(corner(left, "left")?, corner(top, "top")?, side(width, "width")?, side(height, "height")?))
}

/// Extracts a whole number of 32 bits. A fraction is treated by a rule.
#[inline]
fn whole(value: Borrowed<'_, '_, PyAny>, name: &str, rule: Rule) -> PyResult<i32> {
    if !value.is_instance_of::<PyFloat>() {
        match value.extract::<i32>() {
            Ok(number) => return rule.checked(number, name),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                return Err(rule.out_of_range(name, &value.to_string()));
            }
            Err(_) => {}
        }
    }
    rule.whole(real(value, name)?, || name)
}

#[inline]
fn real(value: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<f64> {
    value.extract::<f64>().map_err(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => Rule::Offset.out_of_range(name, &value.to_string()),
        false => PyTypeError::new_err(format!("{name} must have numbers as items, got {}", type_name(value))),
    })
}

/// Extracts the `N` items of a sequence.
#[inline]
fn items<'a, 'py, T, const N: usize>(
    value: Borrowed<'a, 'py, PyAny>,
    name: &str,
    expected: &str,
    item: impl Fn(Borrowed<'_, 'py, PyAny>, &str) -> PyResult<T>,
) -> PyResult<[T; N]> {
    let length = |got: usize| PyValueError::new_err(format!("{name} must be {expected}, got {got} values"));
    if let Ok(tuple) = value.cast::<PyTuple>() {
        if tuple.len() != N {
            return Err(length(tuple.len()));
        }
        return try_array(|i| item(tuple.get_borrowed_item(i)?, name));
    }
    let no_sequence = || PyTypeError::new_err(format!("{name} must be {expected}, got {}", type_name(value)));
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        return Err(no_sequence());
    }
    match value.len() {
        Ok(got) if got == N => try_array(|i| item(value.get_item(i).map_err(|_| no_sequence())?.as_borrowed(), name)),
        Ok(got) => Err(length(got)),
        Err(_) => Err(no_sequence()),
    }
}

/// Defines whole numbers, each with the error for one that is out of range.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($type:ty): $range:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(pub(crate) $type);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                in_range(value.extract(), value, $range).map($name)
            }
        }
    )*};
}

numbers! {
    /// A side of a mask in pixels.
    Side(u32): "expected a width or a height from 0 to 4294967295";
    /// A count.
    Count(u32): "expected a whole number from 0 to 4294967295";
    /// A number of things in memory.
    Size(usize): "expected a whole number from 0 to 18446744073709551615";
    /// The bits of layers.
    Layers(u32): "layers must be from 0 to 4294967295, a bit for each layer";
    /// The largest number of corners of a convex part.
    MaxCorners(u32): "max_corners must be from 3 to 4294967295";
    /// The largest distance that a search for a free place goes, in pixels.
    Limit(u32): "limit must be from 0 to 4294967295, in pixels";
}

/// The form of a rectangle in Python: left, top, width and height.
pub(crate) type RectTuple = (i32, i32, u32, u32);

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
    in_range(value.extract::<i32>(), value, "expected a whole number from -2147483648 to 2147483647")
}

/// Turns Python's `OverflowError` for a number that is too large into a `ValueError` that says the range.
fn in_range<T>(number: PyResult<T>, value: Borrowed<'_, '_, PyAny>, range: &str) -> PyResult<T> {
    number.map_err(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => PyValueError::new_err(format!("{range}, got {}", value.to_owned())),
        false => error,
    })
}

pub(crate) fn type_name(value: Borrowed<'_, '_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string())
}
