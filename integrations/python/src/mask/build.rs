//! Masks from arrays and pictures, and arrays from masks.

use super::Mask;
use crate::arrays;
use crate::convert::{Side, integer};
use crate::errors::mask_error;
use ::mask::{MaskError, Solid};
use numpy::{PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

#[pymethods]
impl Mask {
    /// Returns the mask of an array of shape (height, width). A pixel is solid if its item is not 0 or False.
    ///
    /// :raises ValueError: if the array does not have two dimensions, or if it is too large.
    #[classmethod]
    fn from_array<'py>(cls: &Bound<'py, PyType>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let array = arrays::bools(array)?;
        let [width, height] = size(array.shape())?;
        let items = array.as_slice()?;
        of(cls, py.detach(|| ::mask::Mask::from_alpha(width, height, items, [1, width as usize], 0)))
    }

    /// Returns an array of shape (height, width) and type bool. Solid pixels are True.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mask = self.cell.snapshot(py);
        let (width, height) = (mask.width() as usize, mask.height() as usize);
        let array = arrays::empty::<bool>(py, [height, width])?;
        if width > 0 {
            let mut items = array.try_readwrite().map_err(arrays::taken)?;
            let items = items.as_slice_mut()?;
            py.detach(|| {
                for (y, row) in (0..).zip(items.chunks_exact_mut(width)) {
                    for (word, pixels) in mask.row_words(y).zip(row.chunks_mut(64)) {
                        for (x, pixel) in pixels.iter_mut().enumerate() {
                            *pixel = word >> x & 1 != 0;
                        }
                    }
                }
            });
        }
        Ok(array)
    }

    /// Returns the mask of words: uint64 of shape (height, (width + 63) // 64). The leftmost pixel is the lowest bit of the
    /// first word of its row. Bits beyond the width are ignored.
    ///
    /// :raises TypeError: if the items are not whole numbers.
    /// :raises ValueError: if the shape does not match the width, or if the mask would be too large.
    #[classmethod]
    fn from_words<'py>(
        cls: &Bound<'py, PyType>,
        width: Side,
        words: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = arrays::as_array(words)?;
        let (shape, stride) = (array.shape(), width.0.div_ceil(64) as usize);
        if shape.len() != 2 || shape[1] != stride {
            let width = width.0;
            let message = format!("words for a width of {width} must have the shape (height, {stride}), got {shape:?}");
            return Err(PyValueError::new_err(message));
        }
        let height = u32::try_from(shape[0]).unwrap_or(u32::MAX);
        let words = arrays::integers::<u64>(&array, "words")?;
        of(cls, cls.py().detach(|| ::mask::Mask::from_words(width.0, height, &words)))
    }

    /// Returns the words of the mask: uint64 of shape (height, (width + 63) // 64). The leftmost pixel is the lowest bit of
    /// the first word of its row. Bits beyond the width are 0.
    fn to_words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let mask = self.cell.snapshot(py);
        let (stride, height) = (mask.width().div_ceil(64) as usize, mask.height() as usize);
        let array = arrays::empty::<u64>(py, [height, stride])?;
        if stride > 0 {
            let mut words = array.try_readwrite().map_err(arrays::taken)?;
            let words = words.as_slice_mut()?;
            py.detach(|| {
                for (y, row) in (0..).zip(words.chunks_exact_mut(stride)) {
                    row.iter_mut().zip(mask.row_words(y)).for_each(|(word, bits)| *word = bits);
                }
            });
        }
        Ok(array)
    }

    /// Returns the mask of a picture: uint8 of shape (height, width, 4) with red, green, blue and alpha.
    ///
    /// At most one rule says which pixels are solid. ``alpha_above``: an alpha greater than the threshold, from 0 to 255.
    /// ``color_key``: a color other than ``(red, green, blue)``; alpha is ignored. ``luma_above``: a brightness greater than
    /// the threshold; alpha is ignored. The default is ``alpha_above=127``.
    ///
    /// :raises TypeError: if the items are not uint8, or if two rules are given.
    /// :raises ValueError: if the shape is wrong, a threshold is not from 0 to 255, or the picture is too large.
    #[classmethod]
    #[pyo3(signature = (pixels, *, alpha_above=None, color_key=None, luma_above=None))]
    fn from_rgba<'py>(
        cls: &Bound<'py, PyType>,
        pixels: &Bound<'py, PyAny>,
        alpha_above: Option<Channel>,
        color_key: Option<[Channel; 3]>,
        luma_above: Option<Channel>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let solid = match (alpha_above, color_key, luma_above) {
            (None, None, None) => Solid::default(),
            (Some(Channel(threshold)), None, None) => Solid::AlphaAbove(threshold),
            (None, Some(color), None) => Solid::NotColor(color.map(|Channel(value)| value)),
            (None, None, Some(Channel(threshold))) => Solid::LumaAbove(threshold),
            _ => {
                let message = "expected at most one of alpha_above, color_key and luma_above, got several";
                return Err(PyTypeError::new_err(message));
            }
        };
        let array = arrays::as_array(pixels)?;
        let shape = array.shape();
        if shape.len() != 3 || shape[2] != 4 {
            let message = format!("pixels must have the shape (height, width, 4), got {shape:?}");
            return Err(PyValueError::new_err(message));
        }
        let [width, height] = size(shape)?;
        let Ok(array) = array.cast::<PyArray3<u8>>() else {
            return Err(PyTypeError::new_err(format!("pixels must be uint8, got an array of {}", array.dtype())));
        };
        let array = if array.is_c_contiguous() {
            array.clone()
        } else {
            arrays::cast_to(array.as_untyped(), "uint8")?.cast_into()?
        };
        let array = array.readonly();
        let pixels = array.as_slice()?;
        of(cls, py.detach(|| ::mask::Mask::from_rgba8(width, height, pixels, solid)))
    }

    /// Returns the mask of a text: ``#`` is a solid pixel, ``.`` an empty one, and each row is a line.
    ///
    /// :raises ValueError: if a line has another character or another length than the first line.
    #[classmethod]
    fn from_text<'py>(cls: &Bound<'py, PyType>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        of(cls, text.parse())
    }

    /// Returns the mask whose solid pixels lie inside polygons along the edges of pixels, by the even-odd rule. Each
    /// contour is an integer array of shape (N, 2), or a :class:`Contour`.
    ///
    /// :raises ValueError: if the mask would be too large.
    #[classmethod]
    fn from_contours<'py>(
        cls: &Bound<'py, PyType>,
        width: Side,
        height: Side,
        contours: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let points = |contour: &Bound<'_, PyAny>| match contour.getattr("points") {
            Ok(points) => arrays::integer_rows::<i32, 2>(&points, "contour"),
            Err(_) => arrays::integer_rows::<i32, 2>(contour, "contour"),
        };
        let contours = contours.iter().map(points).collect::<PyResult<Vec<_>>>()?;
        of(cls, cls.py().detach(|| ::mask::Mask::from_contours(width.0, height.0, &contours)))
    }
}

/// Returns the result of a library call as an object of a class.
fn of<'py>(class: &Bound<'py, PyType>, mask: Result<::mask::Mask, MaskError>) -> PyResult<Bound<'py, PyAny>> {
    Mask::of_class(class, mask.map_err(mask_error)?)
}

/// A value of a color channel, 0 to 255.
#[derive(Clone, Copy)]
struct Channel(u8);

impl<'py> FromPyObject<'_, 'py> for Channel {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Channel> {
        let number = integer(value)?;
        let channel = u8::try_from(number).map(Channel);
        channel.map_err(|_| PyValueError::new_err(format!("a channel must be from 0 to 255, got {number}")))
    }
}

/// Returns the width and height of an array whose first sides are the height and the width.
fn size(shape: &[usize]) -> PyResult<[u32; 2]> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let size @ [width, height] = [side(shape[1]), side(shape[0])];
    if width == u32::MAX || height == u32::MAX {
        return Err(mask_error(MaskError::TooLarge { width, height }));
    }
    Ok(size)
}
