//! Masks of surfaces.
//!
//! The pixels of a surface of 32 bits are read in place, through a NumPy array. A view of a surface locks it, so the view
//! goes before the function returns. pygame itself reads all other surfaces, and its mask is converted.

use super::args::Int;
use super::class::PygameMask;
use super::host::{self, Host};
use super::theirs::{from_pygame, memory_error};
use crate::convert::{rect, rect_tuple};
use crate::mask::{Channel, Mask};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::Arc;

/// The first bit of the alpha of the surfaces that pygame makes with ``SRCALPHA``.
const ALPHA_SHIFT: u32 = 24;

/// The number of bytes up to which pixels are copied, which takes less time than a NumPy array.
const SMALL: usize = 1 << 15;

/// from_surface(surface, threshold=127) -> Mask
///
/// Returns the mask of a surface. A pixel is set if it is not the color key, or, without a color key, if its alpha is
/// greater than ``threshold``.
#[pyfunction]
#[pyo3(signature = (surface, threshold=Int(127)), text_signature = "(surface, threshold=127)")]
pub(crate) fn from_surface<'py>(surface: &Bound<'py, PyAny>, threshold: Int) -> PyResult<Bound<'py, PygameMask>> {
    let py = surface.py();
    let host = host::get(py)?;
    let is_surface = surface.is_instance(host.surface_type.bind(py))?;
    if is_surface && let Some(mask) = of_32_bits(host, surface, threshold.0)? {
        return PygameMask::fresh(py, mask);
    }
    let theirs = host.from_surface.bind(py).call1((surface, threshold.0))?;
    as_ours(&theirs)
}

#[pymethods]
impl Mask {
    /// Returns the mask of a ``pygame.Surface``. A pixel is solid if it is not the color key of the surface, or, without a color
    /// key, if its alpha is greater than ``alpha_above``, from 0 to 255.
    ///
    /// ``frame`` is a rectangle ``(left, top, width, height)`` of the surface, such as a frame of a sprite sheet.
    ///
    /// :raises ImportError: if pygame is not installed.
    /// :raises ValueError: if the frame is not inside the surface, or if ``alpha_above`` is not from 0 to 255.
    #[classmethod]
    #[pyo3(
        name = "from_surface",
        signature = (surface, *, frame=None, alpha_above=Channel(127)),
        text_signature = "(surface, *, frame=None, alpha_above=127)"
    )]
    fn of_surface<'py>(
        cls: &Bound<'py, PyType>,
        surface: &Bound<'py, PyAny>,
        frame: Option<&Bound<'py, PyAny>>,
        alpha_above: Channel,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        py.import(intern!(py, "hitmask.pygame"))?;
        let host = host::get(py)?;
        if !surface.is_instance(host.surface_type.bind(py))? {
            let name = surface.get_type().name()?;
            return Err(PyTypeError::new_err(format!("surface must be a pygame.Surface, got {name}")));
        }
        let part = match frame {
            Some(frame) => {
                let frame = rect_tuple(rect(frame.as_borrowed(), "frame")?);
                &surface.call_method1(intern!(py, "subsurface"), (frame,))?
            }
            None => surface,
        };
        let threshold = i32::from(alpha_above.0);
        let mask = match of_32_bits(host, part, threshold)? {
            Some(mask) => Arc::new(mask),
            None => from_pygame(&host.from_surface.bind(py).call1((part, threshold))?)?.cell.snapshot(py),
        };
        Mask::of_class(cls, mask)
    }
}

/// from_threshold(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1) -> Mask
///
/// Returns the mask of the pixels of a surface that are near a color, or near the pixels of another surface. pygame
/// compares the pixels.
#[pyfunction]
#[pyo3(
    signature = (*args, **kwargs),
    text_signature = "(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1)"
)]
pub(crate) fn from_threshold<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PygameMask>> {
    as_ours(&host::get(args.py())?.from_threshold.bind(args.py()).call(args, kwargs)?)
}

/// Converts a mask of pygame.
fn as_ours<'py>(theirs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PygameMask>> {
    let mask = from_pygame(theirs)?;
    PygameMask::fresh(theirs.py(), mask.cell.snapshot(theirs.py()))
}

/// Returns the mask of a surface of 32 bits with the alpha in the highest byte and without a color key.
fn of_32_bits(host: &Host, surface: &Bound<'_, PyAny>, threshold: i32) -> PyResult<Option<::mask::Mask>> {
    let py = surface.py();
    let only_self = PyTuple::new(py, [surface])?;
    if cfg!(target_endian = "big") || !host.get_colorkey.bind(py).call1(&only_self)?.is_none() {
        return Ok(None);
    }
    // An alpha of eight bits from bit 24 on is in the highest of four bytes.
    if host.get_shifts.bind(py).call1(&only_self)?.cast::<PyTuple>()?.get_borrowed_item(3)?.extract::<u32>()?
        != ALPHA_SHIFT
    {
        return Ok(None);
    }
    let (width, height): (u32, u32) = host.get_size.bind(py).call1(&only_self)?.extract()?;
    let Ok(threshold) = u8::try_from(threshold) else {
        let mask = if threshold < 0 { ::mask::Mask::filled(width, height) } else { ::mask::Mask::new(width, height) };
        return mask.map(Some).map_err(memory_error);
    };
    if width == 0 || height == 0 {
        return ::mask::Mask::new(width, height).map(Some).map_err(memory_error);
    }
    let row = 4 * width as usize;
    let Ok(view) = host.get_view.bind(py).call1((surface, intern!(py, "0"))) else {
        return of_rows(host, surface, [width, height], threshold);
    };
    let count = row * height as usize;
    if count <= SMALL {
        let bytes = view.getattr(intern!(py, "raw"))?;
        let pixels = bytes.cast::<PyBytes>()?.as_bytes();
        if pixels.len() != count {
            return Ok(None);
        }
        return ::mask::Mask::from_alpha(width, height, &pixels[3..], [4, row], threshold)
            .map(Some)
            .map_err(memory_error);
    }
    let array = host.frombuffer.bind(py).call1((view, &host.uint8))?;
    let array = array.cast::<PyArray1<u8>>()?.readonly();
    let bytes = array.as_slice()?;
    if bytes.len() != count {
        return Ok(None);
    }
    let mask = py.detach(|| ::mask::Mask::from_alpha(width, height, &bytes[3..], [4, row], threshold));
    mask.map(Some).map_err(memory_error)
}

/// Returns the mask of a surface whose rows are apart, such as a part of another surface.
fn of_rows(
    host: &Host,
    surface: &Bound<'_, PyAny>,
    [width, height]: [u32; 2],
    threshold: u8,
) -> PyResult<Option<::mask::Mask>> {
    let py = surface.py();
    let view = surface.call_method1(intern!(py, "get_view"), (intern!(py, "2"),))?;
    // The view has the shape (width, height). A copy with y first is contiguous.
    let array = host.asarray.bind(py).call1((view,))?;
    let rows = array.getattr(intern!(py, "T"))?.call_method1(intern!(py, "ravel"), ("C",))?;
    let bytes = rows.call_method1(intern!(py, "view"), (&host.uint8,))?;
    drop(array);
    let bytes = bytes.cast::<PyArray1<u8>>()?.readonly();
    let bytes = bytes.as_slice()?;
    let strides = [4, 4 * width as usize];
    if bytes.len() != strides[1] * height as usize {
        return Ok(None);
    }
    let mask = py.detach(|| ::mask::Mask::from_alpha(width, height, &bytes[3..], strides, threshold));
    mask.map(Some).map_err(memory_error)
}
