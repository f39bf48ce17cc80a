//! The masks of pygame itself: their words go through their buffers.
//!
//! A buffer has the shape (columns, rows). Its items are words of 64 pixels, or of 32 pixels on Windows.

use super::host;
use crate::errors::mask_error;
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

/// Returns a copy of a mask of pygame.
///
/// # Errors
/// Returns `TypeError` if the object is no mask.
pub(super) fn from_pygame(value: &Bound<'_, PyAny>) -> PyResult<mask::Mask> {
    let py = value.py();
    let is_theirs = match host::get(py) {
        Ok(host) => value.is_instance(host.mask_type.bind(py))?,
        Err(_) => false,
    };
    if !is_theirs {
        let name = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a mask, got {name}")));
    }
    let (width, height): (u32, u32) = value.call_method0(intern!(py, "get_size"))?.extract()?;
    if width == 0 || height == 0 {
        return mask::Mask::new(width, height).map_err(mask_error);
    }
    let buffer = PyUntypedBuffer::get(value)?;
    let words = if buffer.item_size() == 8 {
        words_of::<u64>(buffer, py)?
    } else {
        let halves = words_of::<u32>(buffer, py)?;
        if halves.len() % height as usize != 0 {
            return Err(PyValueError::new_err("the buffer of the mask does not have the size of the mask"));
        }
        halves_to_words(&halves, height as usize)
    };
    mask::shared::from_columns(width, height, &words).map_err(mask_error)
}

/// Returns a mask of pygame with the pixels of a mask.
pub(super) fn to_pygame<'py>(py: Python<'py>, mask: &mask::Mask) -> PyResult<Bound<'py, PyAny>> {
    let theirs = host::get(py)?.mask_type.bind(py).call1(((mask.width(), mask.height()),))?;
    let words = mask::shared::as_columns(mask);
    if words.is_empty() {
        return Ok(theirs);
    }
    let view = host::get(py)?.memoryview.bind(py).call1((&theirs,))?;
    let bytes = view.call_method1(intern!(py, "cast"), ("B",))?;
    let buffer = PyBuffer::<u8>::get(&bytes)?;
    let content: Vec<u8> = if buffer.item_count() == words.len() * 8 && word_size(&view)? == 8 {
        words.iter().flat_map(|word| word.to_ne_bytes()).collect()
    } else {
        let columns = words.chunks_exact(mask.height() as usize);
        let halves = columns.flat_map(|column| {
            [0, 32].map(|shift| column.iter().map(move |word| (word >> shift) as u32)).into_iter().flatten()
        });
        halves.flat_map(u32::to_ne_bytes).take(buffer.item_count()).collect()
    };
    buffer.copy_from_slice(py, &content)?;
    Ok(theirs)
}

fn word_size(view: &Bound<'_, PyAny>) -> PyResult<usize> {
    view.getattr(intern!(view.py(), "itemsize"))?.extract()
}

/// Returns the items of a buffer.
fn words_of<T: pyo3::buffer::Element + Default>(buffer: PyUntypedBuffer, py: Python<'_>) -> PyResult<Vec<T>> {
    let buffer = buffer.into_typed::<T>()?;
    let mut words = crate::arrays::list(std::iter::repeat_n(T::default(), buffer.item_count()))?;
    buffer.copy_to_slice(py, &mut words)?;
    Ok(words)
}

/// Joins columns of words of 32 pixels to columns of words of 64 pixels.
fn halves_to_words(halves: &[u32], height: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(halves.len().div_ceil(2));
    for pair in halves.chunks(2 * height) {
        let (low, high) = pair.split_at(height);
        words.extend((0..height).map(|y| u64::from(low[y]) | high.get(y).map_or(0, |&half| u64::from(half) << 32)));
    }
    words
}

/// Returns the exception of a size or of memory: pygame raises `MemoryError` for both.
pub(super) fn memory_error(error: mask::MaskError) -> PyErr {
    match error {
        mask::MaskError::TooLarge { .. } => pyo3::exceptions::PyMemoryError::new_err(error.to_string()),
        error => mask_error(error),
    }
}
