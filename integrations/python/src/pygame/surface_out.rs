//! Surfaces of masks.

use super::class::{PygameMask, cell};
use super::host;
use super::theirs::to_pygame;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The bit of `pygame.SRCALPHA`.
const SRCALPHA: u32 = 0x0001_0000;

#[pymethods]
impl PygameMask {
    /// to_surface(surface=None, setsurface=None, unsetsurface=None, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255), dest=(0, 0), area=None) -> Surface
    ///
    /// Draws the mask on a surface and returns the surface. Without ``surface``, the surface is new and as large as the
    /// mask. Set pixels take their color from ``setsurface`` or ``setcolor``, other pixels from ``unsetsurface`` or
    /// ``unsetcolor``. With ``None`` for a color, these pixels stay as they are. ``dest`` is the place on the surface.
    /// ``area`` is the rectangle of the mask to draw.
    #[pyo3(
        signature = (*args, **kwargs),
        text_signature = "($self, surface=None, setsurface=None, unsetsurface=None, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255), dest=(0, 0), area=None)"
    )]
    fn to_surface<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mask = cell(slf).snapshot(py);
        if args.is_empty() && mask.width() > 0 && mask.height() > 0 {
            let color = |name: &str, default: [u8; 4]| match kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(name))? {
                None => Ok::<_, PyErr>(Some((default, 0))),
                Some(given) => Ok(given.extract::<[u8; 4]>().ok().map(|color| (color, 1))),
            };
            let set = color("setcolor", [255; 4])?;
            let unset = color("unsetcolor", [0, 0, 0, 255])?;
            if let (Some((set, named_set)), Some((unset, named_unset))) = (set, unset)
                && kwargs.map_or(0, |kwargs| kwargs.len()) == named_set + named_unset
            {
                return new_surface(py, &mask, set, unset);
            }
        }
        to_pygame(py, &mask)?.getattr(intern!(py, "to_surface"))?.call(args, kwargs)
    }
}

/// The number of pixels up to which the interpreter is kept.
const SMALL: usize = 1 << 17;

/// Returns a new surface of the size of a mask with two colors of red, green, blue and alpha.
fn new_surface<'py>(py: Python<'py>, mask: &::mask::Mask, set: [u8; 4], unset: [u8; 4]) -> PyResult<Bound<'py, PyAny>> {
    let host = host::get(py)?;
    let surface = host.surface_type.bind(py).call1(((mask.width(), mask.height()), SRCALPHA, 32))?;
    let view = surface.call_method1(intern!(py, "get_view"), (intern!(py, "0"),))?;
    let array = host.frombuffer.bind(py).call1((view, &host.uint32))?;
    let mut pixels =
        array.cast::<PyArray1<u32>>()?.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    // The surfaces that pygame makes with alpha hold blue, green, red and alpha, from the lowest byte.
    let [set, unset] = [set, unset].map(|[r, g, b, a]| u32::from_le_bytes([b, g, r, a]));
    let pixels = pixels.as_slice_mut()?;
    match pixels.len() < SMALL {
        true => paint(mask, pixels, set, unset),
        false => py.detach(|| paint(mask, pixels, set, unset)),
    }
    Ok(surface)
}

/// Fills rows of pixels with one of two values.
fn paint(mask: &::mask::Mask, pixels: &mut [u32], set: u32, unset: u32) {
    // The four pixels of each half byte.
    let quads: [[u32; 4]; 16] =
        std::array::from_fn(|bits| std::array::from_fn(|x| if bits >> x & 1 == 1 { set } else { unset }));
    let (width, height) = (mask.width() as usize, mask.height() as usize);
    let words = mask.as_columns();
    for (y, row) in pixels.chunks_exact_mut(width).enumerate() {
        for (column, pixels) in row.chunks_mut(64).enumerate() {
            let mut word = words[column * height + y];
            let (whole, rest) = pixels.as_chunks_mut::<4>();
            for quad in whole {
                *quad = quads[word as usize & 15];
                word >>= 4;
            }
            rest.copy_from_slice(&quads[word as usize & 15][..rest.len()]);
        }
    }
}
