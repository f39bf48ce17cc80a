//! Masks from arrays and pictures, and arrays from masks.

use super::Mask;
use crate::convert::{Side, integer, rect};
use crate::errors::mask_error;
use crate::{arrays, background};
use mask::{MaskError, PixelLayout, Rect, Solid};
use numpy::{PyArray2, PyArray3, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, get_array_module};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyType};

#[pymethods]
impl Mask {
    /// Returns the mask of an array of shape (height, width), of booleans or numbers.
    ///
    /// With ``above``, a pixel is solid if its number is greater; NaN is never solid. Without it, a pixel is solid if its
    /// item is True, or a whole number other than 0. An array of real numbers, such as probabilities, needs ``above``.
    ///
    /// :raises TypeError: if the items are no numbers, or if they are real numbers and ``above`` is missing.
    /// :raises ValueError: if the array does not have two dimensions, if it is too large, or if ``above`` is not finite.
    #[classmethod]
    #[pyo3(signature = (array, above=None))]
    fn from_array<'py>(
        cls: &Bound<'py, PyType>,
        array: &Bound<'py, PyAny>,
        above: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let array = arrays::as_array(array)?;
        // NumPy copies an array to the other order in many times the time of the mask.
        if array.ndim() == 2 && array.is_fortran_contiguous() && !array.is_c_contiguous() {
            let array = arrays::bools(&array.getattr(intern!(py, "T"))?, above)?;
            let [height, width] = size(array.shape())?;
            let (items, column) = (array.as_slice()?, height as usize);
            let band = |top: usize, rows: u32| mask::Mask::from_alpha(width, rows, &items[top..], [column, 1], 0);
            return Mask::of_class(cls, in_bands(py, [width, height], band)?);
        }
        let array = arrays::bools(&array, above)?;
        let size @ [width, _] = size(array.shape())?;
        let items = array.as_slice()?;
        let row = width as usize;
        let band = |top: usize, height: u32| mask::Mask::from_alpha(width, height, &items[top * row..], [1, row], 0);
        Mask::of_class(cls, in_bands(py, size, band)?)
    }

    /// Returns an array of shape (height, width) and type bool. Solid pixels are True.
    pub(super) fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mask = self.cell.snapshot(py);
        let (width, height) = (mask.width() as usize, mask.height() as usize);
        let array = arrays::empty::<bool>(py, [height, width])?;
        if width > 0 {
            let mut items = array.try_readwrite().map_err(arrays::taken)?;
            let items = items.as_slice_mut()?;
            in_chunks(py, items, width, |y, row| {
                for (word, pixels) in mask.row_words(y).zip(row.chunks_mut(64)) {
                    for (x, pixel) in pixels.iter_mut().enumerate() {
                        *pixel = word >> x & 1 != 0;
                    }
                }
            })?;
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
        let make = move || mask::Mask::from_words(width.0, height, &words);
        of(cls, background::timed(cls.py(), stride as u64 * u64::from(height), make)?)
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
            in_chunks(py, words, stride, |y, row| {
                row.iter_mut().zip(mask.row_words(y)).for_each(|(word, bits)| *word = bits);
            })?;
        }
        Ok(array)
    }

    /// Returns the mask of bits: uint8 of shape (height, bytes in a row), as ``numpy.packbits(array, axis=1)`` returns them, and
    /// as PBM files and other 1-bit pictures have them. Rows may have more bytes than the width needs.
    ///
    /// With the ``bitorder`` "big", as in NumPy, the leftmost pixel is the highest bit of a byte; with "little", it is the lowest.
    /// For the bytes of a file: ``np.frombuffer(data, np.uint8).reshape(height, -1)``.
    ///
    /// :raises TypeError: if the items are not uint8.
    /// :raises ValueError: if the rows are too short for the width, the bit order is another, or the mask would be too large.
    #[classmethod]
    #[pyo3(signature = (width, bits, *, bitorder="big"))]
    fn from_bits<'py>(
        cls: &Bound<'py, PyType>,
        width: Side,
        bits: &Bound<'py, PyAny>,
        bitorder: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_high_first = match bitorder {
            "big" => true,
            "little" => false,
            other => return Err(PyValueError::new_err(format!("bitorder must be 'big' or 'little', got '{other}'"))),
        };
        let array = arrays::as_array(bits)?;
        let (width, row, shape) = (width.0, width.0.div_ceil(8) as usize, array.shape());
        if shape.len() != 2 || shape[1] < row {
            let message = format!(
                "bits for a width of {width} must have the shape (height, bytes in a row), at least {row} bytes, got {shape:?}"
            );
            return Err(PyValueError::new_err(message));
        }
        let (height, stride) = (u32::try_from(shape[0]).unwrap_or(u32::MAX), shape[1]);
        let array = bytes_of(&array, "bits")?;
        let array = array.readonly();
        let bytes = array.as_slice()?;
        // The lowest bit of a word is the leftmost pixel.
        let word = |part: &[u8]| {
            let mut word = [0; 8];
            word.iter_mut().zip(part).for_each(|(to, &byte)| *to = byte);
            let word = u64::from_le_bytes(word);
            if is_high_first { word.reverse_bits().swap_bytes() } else { word }
        };
        let lines = bytes.chunks_exact(stride.max(1));
        let words = arrays::list(lines.flat_map(|line| line[..row].chunks(8)).map(word))?;
        of(cls, background::timed(cls.py(), words.len() as u64, move || mask::Mask::from_words(width, height, &words))?)
    }

    /// Returns the mask of a picture: uint8 of shape (height, width, 4) with red, green, blue and alpha.
    ///
    /// ``order`` is the order of the channels in memory: "rgba", "bgra", "argb", "abgr", or "rgb" and "bgr" of three channels,
    /// with an alpha of 255. A number 0xAARRGGBB, such as a pixel of Cairo or Qt, is "bgra" on little-endian processors.
    ///
    /// Arrays with gaps between rows are not copied. Instead of an array, ``pixels`` may be the memory of a surface: bytes, a
    /// memoryview or any other buffer, with its ``size``, the width and the height, and if rows have gaps, its ``stride``, the number
    /// of bytes from a row to the next.
    ///
    /// At most one rule says which pixels are solid. ``alpha_above``: an alpha greater than the threshold, from 0 to 255.
    /// ``color_key``: a color other than ``(red, green, blue)``; alpha is ignored. ``luma_above``: a brightness greater than
    /// the threshold; alpha is ignored. The default is ``alpha_above=127``.
    ///
    /// ``frame`` is a rectangle ``(left, top, width, height)`` of the picture, such as a frame of a sprite sheet. Only its
    /// pixels are read.
    ///
    /// :raises TypeError: if the items are not uint8, or if two rules are given.
    /// :raises ValueError: if the shape is wrong, a threshold is not from 0 to 255, the frame is not inside the picture, or the
    ///     picture is too large.
    #[classmethod]
    #[pyo3(signature = (
        pixels, *, order="rgba", size=None, stride=None, frame=None, alpha_above=None, color_key=None, luma_above=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn from_rgba<'py>(
        cls: &Bound<'py, PyType>,
        pixels: &Bound<'py, PyAny>,
        order: &str,
        size: Option<[Side; 2]>,
        stride: Option<&Bound<'py, PyAny>>,
        frame: Option<&Bound<'py, PyAny>>,
        alpha_above: Option<Channel>,
        color_key: Option<[Channel; 3]>,
        luma_above: Option<Channel>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let solid = solid((alpha_above, color_key, luma_above))?;
        let (layout, channels) = layout(order)?;
        let frame = frame.map(|frame| rect(frame.as_borrowed(), "frame")).transpose()?;
        let rows = match (size, stride) {
            (Some([Side(width), Side(height)]), stride) => {
                let stride = stride.map(|stride| integer(stride.as_borrowed())).transpose()?;
                Rows::of_buffer(pixels, [width, height], stride, channels, frame)?
            }
            (None, None) => Rows::of_array(pixels, channels, frame)?,
            (None, Some(_)) => {
                return Err(PyTypeError::new_err("stride needs size, the width and the height of the picture"));
            }
        };
        let size @ [width, _] = rows.size;
        let array = rows.bytes.readonly();
        let bytes = array.as_slice()?;
        let band = |top: usize, height: u32| {
            // A frame of no pixels may begin after the last byte.
            let pixels = bytes.get(rows.first + top * rows.stride..).unwrap_or(&[]);
            mask::Mask::from_pixels(width, height, pixels, layout.stride(rows.stride), solid)
        };
        Mask::of_class(cls, in_bands(py, size, band)?)
    }

    /// Makes the pixels of a picture transparent where the mask is not solid, as after a game has dug into the mask of a terrain.
    ///
    /// ``pixels`` is an array of uint8 and of the shape (height, width, 4) of the mask, which is changed in place. Alpha becomes
    /// 0; the colors, and all pixels where the mask is solid, stay as they are.
    ///
    /// :raises TypeError: if ``pixels`` is not an array of uint8.
    /// :raises ValueError: if the shape is wrong, or if the array is read-only.
    fn clear_alpha(&self, pixels: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = pixels.py();
        let mask = self.cell.snapshot(py);
        let Ok(array) = pixels.cast::<PyUntypedArray>() else {
            let name = pixels.get_type().name()?;
            return Err(PyTypeError::new_err(format!("pixels must be an array of uint8 to change, got {name}")));
        };
        let expected = [mask.height() as usize, mask.width() as usize, 4];
        if array.shape() != expected {
            let message = format!("pixels must have the shape {expected:?} of the mask, got {:?}", array.shape());
            return Err(PyValueError::new_err(message));
        }
        let Ok(array) = array.cast::<PyArray3<u8>>() else {
            return Err(PyTypeError::new_err(format!("pixels must be uint8, got an array of {}", array.dtype())));
        };
        // A part of a larger picture has gaps between its rows.
        let packed = if array.is_c_contiguous() { array } else { &array.call_method0("copy")?.cast_into()? };
        if !array.getattr("flags")?.getattr("writeable")?.is_truthy()? {
            return Err(PyValueError::new_err("pixels must not be read-only: change a copy, pixels.copy()"));
        }
        let mut picture = packed.try_readwrite().map_err(arrays::taken)?;
        let bytes = picture.as_slice_mut()?;
        match bytes.len() < 4 * SMALL {
            true => mask.clear_alpha(bytes),
            false => py.detach(|| mask.clear_alpha(bytes)),
        }
        .map_err(mask_error)?;
        drop(picture);
        if !packed.is(array) {
            array.set_item(PySlice::full(py), packed)?;
        }
        Ok(())
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
        let edges = contours.iter().map(|contour| contour.len() as u64).sum::<u64>();
        let time = 4 * u64::from(width.0.div_ceil(64)) * u64::from(height.0) + 100 * edges;
        of(cls, background::timed(cls.py(), time, move || mask::Mask::from_contours(width.0, height.0, &contours))?)
    }
}

/// The rows of a picture in an array of bytes.
struct Rows<'py> {
    bytes: Bound<'py, PyArrayDyn<u8>>,
    /// The first byte of the first pixel.
    first: usize,
    stride: usize,
    size: [u32; 2],
}

impl<'py> Rows<'py> {
    /// Returns the rows of an array of shape (height, width, channels). Copies the array only if pixels of a row are apart, or
    /// if rows go up.
    fn of_array(object: &Bound<'py, PyAny>, channels: usize, frame: Option<Rect>) -> PyResult<Rows<'py>> {
        let mut array = arrays::as_array(object)?;
        if let Some(frame) = frame
            && array.ndim() == 3
        {
            array = cut(&array, frame)?;
        }
        let shape = array.shape();
        if shape.len() != 3 || shape[2] != channels {
            let advice = match shape {
                [_, _] => {
                    "; an array with a number for each pixel becomes a mask with Mask.from_array(pixels, above=127)"
                }
                [_, _, 3] => "; three channels are read with order=\"rgb\" or \"bgr\"",
                [_] => "; the memory of a surface needs size=(width, height)",
                _ => "",
            };
            let message = format!("pixels must have the shape (height, width, {channels}), got {shape:?}{advice}");
            return Err(PyValueError::new_err(message));
        }
        let size @ [width, height] = size(shape)?;
        let row = width as usize * channels;
        let stride = match *array.strides() {
            [stride, pixel, 1] if pixel == channels as isize => stride.max(0) as usize,
            _ => 0,
        };
        if !array.is_c_contiguous() && stride >= row && row > 0 && height > 0 && array.cast::<PyArray3<u8>>().is_ok() {
            // One list of all bytes, with the gaps.
            let (length, py) = ((height as usize - 1) * stride + row, array.py());
            let tricks = py.import(intern!(py, "numpy.lib.stride_tricks"))?;
            let bytes = tricks.call_method1(intern!(py, "as_strided"), (&array, (length,), (1,)))?;
            return Ok(Rows { bytes: bytes.cast_into()?, first: 0, stride, size });
        }
        Ok(Rows { bytes: bytes_of(&array, "pixels")?, first: 0, stride: row, size })
    }

    /// Returns the rows of any object with memory.
    fn of_buffer(
        object: &Bound<'py, PyAny>,
        [width, height]: [u32; 2],
        stride: Option<i32>,
        channels: usize,
        frame: Option<Rect>,
    ) -> PyResult<Rows<'py>> {
        let upward = |stride| {
            let advice = "make the mask of the rows from the bottom, and call flipped_y()";
            PyValueError::new_err(format!("stride must not be negative, got {stride}: {advice}"))
        };
        let stride = stride.map(|stride| u64::try_from(stride).map_err(|_| upward(stride))).transpose()?;
        let py = object.py();
        let frombuffer = intern!(py, "frombuffer");
        let bytes = if object.len().is_ok_and(|length| length == 0) {
            arrays::empty::<u8>(py, [0, 0])?.into_any() // NumPy has no array of empty memory
        } else {
            get_array_module(py)?.call_method1(frombuffer, (object, "uint8"))?
        };
        let bytes: Bound<'py, PyArrayDyn<u8>> = bytes.cast_into()?;
        let (row, length) = (u64::from(width) * channels as u64, bytes.len() as u64);
        let step = stride.unwrap_or(row);
        if step < row {
            return Err(mask_error(MaskError::WrongStride { width, unit: "bytes", expected: row, got: step }));
        }
        let above = u128::from(height.saturating_sub(1)) * u128::from(step);
        let least = if row == 0 || height == 0 { 0 } else { above + u128::from(row) };
        let expected = u64::try_from(least).unwrap_or(u64::MAX);
        if length < expected || stride.is_none() && length > expected {
            let unit = "bytes";
            return Err(mask_error(MaskError::WrongLength { width, height, unit, expected, got: length }));
        }
        let (mut first, mut size) = (0, [width, height]);
        if let Some(frame) = frame {
            check_frame(frame, size)?;
            first = frame.top as usize * step as usize + frame.left as usize * channels;
            size = [frame.width, frame.height];
        }
        Ok(Rows { bytes, first, stride: step as usize, size })
    }
}

/// Returns the array of an array of bytes, contiguous: the array itself, or a copy. `what` names the array in errors.
fn bytes_of<'py>(array: &Bound<'py, PyUntypedArray>, what: &str) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let Ok(bytes) = array.cast::<PyArrayDyn<u8>>() else {
        return Err(PyTypeError::new_err(format!("{what} must be uint8, got an array of {}", array.dtype())));
    };
    if bytes.is_c_contiguous() {
        return Ok(bytes.clone());
    }
    Ok(arrays::cast_to(array, "uint8")?.cast_into()?)
}

/// Returns the layout of an order of channels, and the number of channels.
fn layout(order: &str) -> PyResult<(PixelLayout, usize)> {
    let layout = match order {
        "rgba" => PixelLayout::RGBA,
        "bgra" => PixelLayout::BGRA,
        "argb" => PixelLayout::ARGB,
        "abgr" => PixelLayout::ABGR,
        "rgb" => PixelLayout::RGB,
        "bgr" => PixelLayout::BGR,
        other => {
            let message = format!("order must be 'rgba', 'bgra', 'argb', 'abgr', 'rgb' or 'bgr', got '{other}'");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok((layout, order.len()))
}

/// Returns the result of a library call as an object of a class.
fn of<'py>(class: &Bound<'py, PyType>, mask: Result<mask::Mask, MaskError>) -> PyResult<Bound<'py, PyAny>> {
    Mask::of_class(class, mask.map_err(mask_error)?)
}

/// The number of pixels that are read or written between two looks for signals.
const BAND: usize = 1 << 26;
/// The number of pixels up to which a mask is made without releasing the interpreter.
const SMALL: usize = 1 << 15;

/// Makes a mask of a size from its rows. `make` makes the mask of some rows, from the index of the first and their number.
///
/// # Errors
/// Returns the errors of masks, and the error of a signal handler.
fn in_bands(
    py: Python<'_>,
    [width, height]: [u32; 2],
    make: impl Fn(usize, u32) -> Result<mask::Mask, MaskError> + Sync,
) -> PyResult<mask::Mask> {
    let rows = (BAND / (width as usize).max(1)).max(1) as u32;
    if height <= rows {
        let is_small = (width as usize * height as usize) < SMALL;
        return if is_small { make(0, height) } else { py.detach(|| make(0, height)) }.map_err(mask_error);
    }
    let mut whole = py.detach(|| mask::Mask::new(width, height)).map_err(mask_error)?;
    for top in (0..height).step_by(rows as usize) {
        py.check_signals()?;
        py.detach(|| {
            let band = make(top as usize, rows.min(height - top))?;
            whole.draw(&band, [0, top as i32]);
            Ok(())
        })
        .map_err(mask_error)?;
    }
    Ok(whole)
}

/// Writes the rows of an array, from the first on, and looks for signals in between.
fn in_chunks<T: Send>(
    py: Python<'_>,
    items: &mut [T],
    width: usize,
    write: impl Fn(u32, &mut [T]) + Sync,
) -> PyResult<()> {
    let rows = (BAND / width).max(1);
    for (chunk, items) in items.chunks_mut(rows * width).enumerate() {
        py.detach(|| {
            for (y, row) in items.chunks_exact_mut(width).enumerate() {
                write((chunk * rows + y) as u32, row);
            }
        });
        py.check_signals()?;
    }
    Ok(())
}

/// Returns the part of an array of shape (height, width, ...) in a frame, without a copy.
fn cut<'py>(array: &Bound<'py, PyUntypedArray>, frame: Rect) -> PyResult<Bound<'py, PyUntypedArray>> {
    check_frame(frame, size(array.shape())?)?;
    let part = |from: i32, side: u32| PySlice::new(array.py(), from as isize, from as isize + side as isize, 1);
    Ok(array.get_item((part(frame.top, frame.height), part(frame.left, frame.width)))?.cast_into()?)
}

/// Checks that a frame lies inside its picture.
fn check_frame(frame: Rect, [width, height]: [u32; 2]) -> PyResult<()> {
    let is_inside =
        frame.left >= 0 && frame.top >= 0 && frame.right() <= width.into() && frame.bottom() <= height.into();
    if is_inside { Ok(()) } else { Err(mask_error(MaskError::FrameOutside { frame, width, height })) }
}

/// Returns the rule of the arguments `alpha_above`, `color_key` and `luma_above`.
///
/// # Errors
/// Returns `TypeError` if there are several.
pub(crate) fn solid(rule: (Option<Channel>, Option<[Channel; 3]>, Option<Channel>)) -> PyResult<Solid> {
    match rule {
        (None, None, None) => Ok(Solid::default()),
        (Some(Channel(threshold)), None, None) => Ok(Solid::AlphaAbove(threshold)),
        (None, Some(color), None) => Ok(Solid::ColorKey(color.map(|Channel(value)| value))),
        (None, None, Some(Channel(threshold))) => Ok(Solid::LumaAbove(threshold)),
        _ => Err(PyTypeError::new_err("expected at most one of alpha_above, color_key and luma_above, got several")),
    }
}

/// A value of a color channel, 0 to 255.
#[derive(Clone, Copy)]
pub(crate) struct Channel(pub(crate) u8);

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
