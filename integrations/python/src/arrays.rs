//! NumPy arrays in and out. Every array that goes out is a new one.

use crate::fractions::{Place, Rule};
use numpy::ndarray::{Array, Array2, ArrayView2, Dimension, Ix1, Ix2, Ix3};
use numpy::{
    IntoPyArray, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray2,
    PyUntypedArray, PyUntypedArrayMethods, ToPyArray, get_array_module,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::collections::TryReserveError;
use std::convert::Infallible;

/// Returns an array of shape (N, `W`) with the given rows.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn rows<'py, T: numpy::Element + Copy, const W: usize>(
    py: Python<'py>,
    rows: &[[T; W]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    grid(py, rows.as_flattened(), [rows.len(), W])
}

/// Returns an array with the given items, in row-major order.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn grid<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    items: &[T],
    shape: [usize; 2],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let array = empty(py, shape)?;
    array.try_readwrite().map_err(taken)?.as_slice_mut()?.copy_from_slice(items);
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

/// Why no shape of this file is wrong.
const FITS: &str = "the number of items is the product of the sides";

/// The number of bytes up to which an array gets a copy of its items. The object that owns the memory of a list would take
/// more time.
const COPIED: usize = 1024;

/// Returns an array of shape (N,) with the given items. Long lists are not copied.
pub(crate) fn owned<T: numpy::Element>(py: Python<'_>, items: Vec<T>) -> Bound<'_, PyArray1<T>> {
    if size_of_val(&*items) <= COPIED { PyArray1::from_slice(py, &items) } else { PyArray1::from_vec(py, items) }
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

/// Returns the items of an array of exactly this type, `W` in a row, without a call of Python, or `None` if the array is
/// of another type or its items are apart.
fn exact<T, const W: usize>(array: &Bound<'_, PyUntypedArray>) -> Option<PyResult<Vec<[T; W]>>>
where
    T: numpy::Element + Copy,
{
    let array = array.cast::<PyArrayDyn<T>>().ok().filter(|array| array.is_c_contiguous())?;
    let items = array.try_readonly().ok()?;
    Some(list(items.as_slice().ok()?.as_chunks::<W>().0.iter().copied()))
}

/// Checks that an array has the shape (N, `W`). An empty list has this shape too.
fn check_rows<const W: usize>(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<()> {
    match array.shape() {
        [0] => Ok(()),
        [_, width] if *width == W => Ok(()),
        shape => Err(PyValueError::new_err(format!("{what} must have the shape (N, {W}), got {shape:?}"))),
    }
}

/// Returns an integer array of shape (N, `W`) as rows of numbers. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not whole numbers, and `ValueError` if the shape is wrong or a number is not one
/// of `T`.
pub(crate) fn integer_rows<'py, T, const W: usize>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<[T; W]>>
where
    T: numpy::Element + Copy + TryFrom<i64>,
{
    let array = as_array(object)?;
    check_rows::<W>(&array, what)?;
    integer_chunks(&array, what)
}

/// Rows of numbers, as an array has them.
pub(crate) enum Rows<const W: usize> {
    Whole(Vec<[i32; W]>),
    /// Whole numbers of another type than 32 bits.
    Wide(Vec<[i64; W]>),
    Real(Vec<[f64; W]>),
}

impl<const W: usize> Rows<W> {
    /// Reads an array of shape (N, `W`). `what` names the array in errors.
    ///
    /// # Errors
    /// Returns `TypeError` if the items are not numbers, and `ValueError` if the shape is wrong.
    pub(crate) fn new(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Rows<W>> {
        let array = as_array(object)?;
        check_rows::<W>(&array, what)?;
        match array.dtype().kind() {
            b'f' => real_chunks(&array, what).map(Rows::Real),
            _ => match exact(&array) {
                Some(rows) => rows.map(Rows::Whole),
                None => integer_chunks(&array, what).map(Rows::Wide),
            },
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Rows::Whole(rows) => rows.len(),
            Rows::Wide(rows) => rows.len(),
            Rows::Real(rows) => rows.len(),
        }
    }

    /// Returns the rows as pixels, by a rule for each column. A row without `is_used` may have any numbers.
    ///
    /// # Errors
    /// Returns `ValueError` if a number is refused by its rule.
    pub(crate) fn pixels(
        self,
        rules: [Rule; W],
        what: &str,
        is_used: impl Fn(usize) -> bool,
    ) -> PyResult<Vec<[i32; W]>> {
        fn convert<T, const W: usize>(
            rows: &[[T; W]],
            is_used: impl Fn(usize) -> bool,
            whole: impl Fn(usize, usize, &T) -> PyResult<i32>,
        ) -> PyResult<Vec<[i32; W]>> {
            try_list(rows.iter().enumerate().map(|(index, row)| match is_used(index) {
                true => try_array(|column| whole(index, column, &row[column])),
                false => Ok([0; W]),
            }))
        }
        let name = |index: usize| move || format!("{what}[{index}]");
        match self {
            Rows::Whole(rows) => Ok(rows),
            Rows::Wide(rows) => convert(&rows, is_used, |index, column, &number| {
                i32::try_from(number).map_err(|_| rules[column].out_of_range(name(index)(), &number.to_string()))
            }),
            Rows::Real(rows) => {
                convert(&rows, is_used, |index, column, &number| rules[column].whole(number, name(index)))
            }
        }
    }
}

impl Rows<2> {
    /// Returns the rows if their numbers are real.
    pub(crate) fn real(&self) -> Option<PyResult<Vec<[f64; 2]>>> {
        if let Rows::Real(rows) = self { Some(list(rows.iter().copied())) } else { None }
    }

    /// Returns the rows as places of sprites.
    ///
    /// # Errors
    /// Returns `ValueError` if a number is out of range.
    pub(crate) fn places(self, what: &str) -> PyResult<Vec<Place>> {
        let real = self.real().transpose()?;
        let whole = self.pixels([Rule::Place; 2], what, |_| true)?;
        match real {
            Some(real) => list(real.into_iter().map(Place::Real)),
            None => list(whole.into_iter().map(Place::Whole)),
        }
    }
}

/// Returns an array of shape (N, `W`) as pixels, by one rule. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not numbers, and `ValueError` if the shape is wrong or a number is refused.
pub(crate) fn pixel_rows<const W: usize>(object: &Bound<'_, PyAny>, what: &str, rule: Rule) -> PyResult<Vec<[i32; W]>> {
    Rows::new(object, what)?.pixels([rule; W], what, |_| true)
}

/// Returns the items of an integer array of any shape, in row-major order. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not whole numbers, and `ValueError` if a number is not one of `T`.
pub(crate) fn integers<T>(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<Vec<T>>
where
    T: numpy::Element + Copy + TryFrom<i64>,
{
    Ok(integer_chunks::<T, 1>(array, what)?.into_flattened())
}

fn integer_chunks<T, const W: usize>(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<Vec<[T; W]>>
where
    T: numpy::Element + Copy + TryFrom<i64>,
{
    if array.is_empty() {
        return Ok(Vec::new());
    }
    let number = |number: i64| {
        T::try_from(number).map_err(|_| PyValueError::new_err(format!("{what}: {number} is out of range")))
    };
    let row = |row: &[i64; W]| try_array(|column| number(row[column]));
    if let Some(items) = exact(array) {
        return items;
    }
    // NumPy's own whole numbers have 64 bits.
    if let Some(items) = exact::<i64, W>(array) {
        return try_list(items?.iter().map(row));
    }
    let array = &plain(array)?;
    if let Some(items) = exact(array) {
        return items;
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        let dtype = array.dtype();
        return Err(PyTypeError::new_err(format!("{what} must be whole numbers, got an array of {dtype}")));
    }
    let is_u64 = array.dtype().kind() == b'u' && array.dtype().itemsize() == 8;
    if is_u64 && let Some(items) = exact::<u64, W>(&cast_to(array, "uint64")?.cast_into()?) {
        // A number beyond 63 bits is out of range for every `T` that is not u64.
        let number = |number: u64| {
            let small = i64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
            small.ok_or_else(|| PyValueError::new_err(format!("{what}: {number} is out of range")))
        };
        return try_list(items?.iter().map(|row| try_array(|column| number(row[column]))));
    }
    let wide = cast_to(array, "int64")?;
    let wide = wide.cast::<PyArrayDyn<i64>>()?.readonly();
    try_list(wide.as_slice()?.as_chunks::<W>().0.iter().map(row))
}

/// Returns the items of an array of numbers, in row-major order. `what` names the array in errors.
///
/// # Errors
/// Returns `TypeError` if the items are not numbers.
pub(crate) fn reals(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<Vec<f64>> {
    Ok(real_chunks::<1>(array, what)?.into_flattened())
}

fn real_chunks<const W: usize>(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<Vec<[f64; W]>> {
    if array.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(items) = exact(array) {
        return items;
    }
    if !matches!(array.dtype().kind(), b'f' | b'i' | b'u') {
        return Err(PyTypeError::new_err(format!("{what} must be numbers, got an array of {}", array.dtype())));
    }
    let array = cast_to(array, "float64")?.cast_into()?;
    exact(&array).unwrap_or_else(|| Err(PyValueError::new_err(format!("{what} must be numbers in memory"))))
}

/// Makes an array of results, up to the first error.
#[inline]
pub(crate) fn try_array<T, const N: usize>(item: impl Fn(usize) -> PyResult<T>) -> PyResult<[T; N]> {
    let mut error = None;
    let items: [Option<T>; N] = std::array::from_fn(|i| match error {
        None => item(i).map_err(|found| error = Some(found)).ok(),
        Some(_) => None,
    });
    match error {
        None => Ok(items.map(|item| item.expect("every item was made"))),
        Some(error) => Err(error),
    }
}

/// Returns an array of shape (H, W) as bytes: a byte is 0 if the item is not greater than `above`, or without it, if the item
/// is 0. The result is contiguous.
///
/// # Errors
/// Returns `ValueError` if the array does not have two dimensions, and `TypeError` if the items are no numbers or `above` is
/// missing. Returns the errors of [`threshold`].
pub(crate) fn bools<'py>(
    object: &Bound<'py, PyAny>,
    above: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let (py, array) = (object.py(), as_array(object)?);
    let shape = array.shape();
    if shape.len() != 2 {
        return Err(PyValueError::new_err(format!("array must have the shape (height, width), got {shape:?}")));
    }
    let dtype = array.dtype();
    let array = match (dtype.kind(), above) {
        (b'b' | b'u' | b'i' | b'f', Some(above)) => {
            get_array_module(py)?.call_method1(intern!(py, "greater"), (array, threshold(above)?))?
        }
        (b'b' | b'u', None) if dtype.itemsize() == 1 && array.is_c_contiguous() => array.into_any(),
        (b'b' | b'u' | b'i', None) => cast_to(&array, "bool")?,
        // An array without items, such as that of an empty list, has no item to ask about.
        (b'f', None) if array.is_empty() => cast_to(&array, "bool")?,
        (b'f', None) => {
            return Err(PyTypeError::new_err(format!(
                "array has real numbers ({dtype}), and it is unclear which of them are solid: with above=0.5, those \
                 greater than 0.5; or give the result of a comparison, such as array > 0.5"
            )));
        }
        _ => {
            return Err(PyTypeError::new_err(format!("array must be of booleans or numbers, got an array of {dtype}")));
        }
    };
    let array = array.cast_into::<PyUntypedArray>()?;
    let array = if array.is_c_contiguous() { array.into_any() } else { cast_to(&array, "bool")? };
    let bytes = array.call_method1(intern!(py, "view"), ("uint8",))?;
    Ok(bytes.cast_into::<PyArray2<u8>>()?.readonly())
}

/// Returns the argument `above` if it is a finite number. NumPy compares it, so that a large whole number stays exact.
fn threshold<'a, 'py>(above: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyAny>> {
    let number = if above.len().is_ok() { None } else { above.extract::<f64>().ok() };
    match number {
        Some(number) if number.is_finite() => Ok(above),
        Some(number) => Err(PyValueError::new_err(format!("above must be finite, got {number}"))),
        None => {
            let name = above.get_type().name()?;
            Err(PyTypeError::new_err(format!("above must be a number, got {name}")))
        }
    }
}

/// An array of results. A short one becomes an array of NumPy when Python first asks for it: many calls have an array for each
/// value, and most callers read few of them.
pub(crate) struct Late<T, D: Dimension> {
    /// The items, or none if the array is long or came from Python.
    items: Array<T, D>,
    array: PyOnceLock<Py<PyArray<T, D>>>,
}

/// An array of results of shape (N,).
pub(crate) type Late1<T> = Late<T, Ix1>;
/// An array of results of shape (N, W).
pub(crate) type Late2<T> = Late<T, Ix2>;
/// An array of results of shape (N, H, W).
pub(crate) type Late3<T> = Late<T, Ix3>;

impl<T: numpy::Element, D: Dimension> Late<T, D> {
    fn new(py: Python<'_>, items: Array<T, D>) -> Late<T, D> {
        if items.len() * size_of::<T>() <= COPIED {
            return Late { items, array: PyOnceLock::new() };
        }
        Late::made(py, items.into_pyarray(py))
    }

    fn made(py: Python<'_>, array: Bound<'_, PyArray<T, D>>) -> Late<T, D> {
        let cell = PyOnceLock::new();
        cell.get_or_init(py, || array.unbind());
        Late { items: Array::from_shape_simple_fn(D::default(), || unreachable!("the array is empty")), array: cell }
    }
}

impl<'py, T: numpy::Element, D: Dimension> IntoPyObject<'py> for &Late<T, D> {
    type Target = PyArray<T, D>;
    type Output = Bound<'py, PyArray<T, D>>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Bound<'py, PyArray<T, D>>, Infallible> {
        // Two threads may make the array at once; both get the first one.
        Ok(self.array.get_or_init(py, || self.items.to_pyarray(py).unbind()).bind(py).clone())
    }
}

impl<'py, T: numpy::Element, D: Dimension> FromPyObject<'_, 'py> for Late<T, D> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Late<T, D>> {
        Ok(Late::made(value.py(), value.cast::<PyArray<T, D>>()?.to_owned()))
    }
}

/// Returns an array of shape (N,) with the given items.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn column<T: numpy::Element>(py: Python<'_>, items: impl Iterator<Item = T>) -> PyResult<Late1<T>> {
    Ok(late(py, list(items)?))
}

/// Returns an array of shape (N, `W`) with the given rows.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn table<T: numpy::Element, const W: usize>(
    py: Python<'_>,
    rows: impl Iterator<Item = [T; W]>,
) -> PyResult<Late2<T>> {
    Ok(late_rows(py, list(rows)?))
}

/// Returns an array of shape (N, `H`, `W`) with the given tables.
///
/// # Errors
/// Returns `MemoryError` if the system refuses memory.
pub(crate) fn tables<T: numpy::Element, const H: usize, const W: usize>(
    py: Python<'_>,
    tables: impl Iterator<Item = [[T; W]; H]>,
) -> PyResult<Late3<T>> {
    let tables = list(tables)?;
    let shape = (tables.len(), H, W);
    let items = tables.into_flattened().into_flattened();
    Ok(Late::new(py, Array::from_shape_vec(shape, items).expect(FITS)))
}

/// Returns an array of shape (N,) with the given items.
pub(crate) fn late<T: numpy::Element>(py: Python<'_>, items: Vec<T>) -> Late1<T> {
    Late::new(py, Array::from_vec(items))
}

/// Returns an array of shape (N, `W`) with the given rows.
pub(crate) fn late_rows<T: numpy::Element, const W: usize>(py: Python<'_>, rows: Vec<[T; W]>) -> Late2<T> {
    let shape = (rows.len(), W);
    Late::new(py, Array::from_shape_vec(shape, rows.into_flattened()).expect(FITS))
}

/// Returns an array of shape (N, `W`) with the given rows. Long lists are not copied.
pub(crate) fn owned_rows<T: numpy::Element, const W: usize>(
    py: Python<'_>,
    rows: Vec<[T; W]>,
) -> Bound<'_, PyArray2<T>> {
    let shape = [rows.len(), W];
    owned_grid(py, rows.into_flattened(), shape)
}

/// Returns an array with the given items, in row-major order. Long lists are not copied.
///
/// # Panics
/// Panics if the number of items is not the product of the sides.
pub(crate) fn owned_grid<T: numpy::Element>(
    py: Python<'_>,
    items: Vec<T>,
    shape: [usize; 2],
) -> Bound<'_, PyArray2<T>> {
    if size_of_val(&*items) <= COPIED {
        return ArrayView2::from_shape(shape, &items).expect(FITS).to_pyarray(py);
    }
    Array2::from_shape_vec(shape, items).expect(FITS).into_pyarray(py)
}
