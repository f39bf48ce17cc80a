//! Masks of surfaces.
//!
//! The pixels of most surfaces are read from their buffer, which locks a surface while it exists. pygame itself reads
//! the other surfaces, and its mask is converted.

use super::args::Int;
use super::class::PygameMask;
use super::host::{self, Host};
use super::lent;
use super::pixels::SurfaceArg;
use super::theirs::{from_pygame, memory_error};
use crate::convert::{rect, rect_tuple};
use crate::masks::{Channel, Mask};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// from_surface(surface, threshold=127) -> Mask
///
/// Returns the mask of a surface. A pixel is set if it is not the color key, or, without a color key, if its alpha is
/// greater than ``threshold``.
#[pyfunction]
#[pyo3(signature = (surface, threshold=Int(127)), text_signature = "(surface, threshold=127)")]
pub(crate) fn from_surface<'py>(surface: &Bound<'py, PyAny>, threshold: Int) -> PyResult<Bound<'py, PygameMask>> {
    let py = surface.py();
    let host = host::get(py)?;
    if host.is_surface(surface)?
        && let Some(mask) = of_surface(host, surface, threshold.0)?
    {
        return PygameMask::fresh(py, mask);
    }
    as_ours(&theirs(host, surface, threshold.0)?)
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
        if !host.is_surface(surface)? {
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
        let mask = match of_surface(host, part, threshold)? {
            Some(mask) => mask,
            None => from_pygame(&theirs(host, part, threshold)?)?,
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
    let host = host::get(args.py())?;
    as_ours(&lent::call(host, host.from_threshold.bind(args.py()), args, kwargs)?)
}

/// Returns pygame's own mask of a surface.
fn theirs<'py>(host: &Host, surface: &Bound<'py, PyAny>, threshold: i32) -> PyResult<Bound<'py, PyAny>> {
    host.from_surface.bind(surface.py()).call1((lent::to_read(host, surface)?, threshold))
}

/// Converts a mask of pygame.
fn as_ours<'py>(theirs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PygameMask>> {
    PygameMask::fresh(theirs.py(), from_pygame(theirs)?)
}

/// Returns the mask of a surface, or `None` if only pygame's own function knows its pixels.
fn of_surface(host: &Host, surface: &Bound<'_, PyAny>, threshold: i32) -> PyResult<Option<mask::Mask>> {
    let surface = SurfaceArg::new(host, surface)?;
    let key = surface.call(&host.get_colorkey)?;
    if !key.is_none() {
        return surface.other_than(&key);
    }
    let [red, green, blue, alpha] = surface.shifts()?;
    let all = match (alpha, u8::try_from(threshold)) {
        // An alpha of eight bits from bit 24 on is in the highest of four bytes.
        (24, Ok(threshold)) => return surface.alpha_above(threshold),
        (24, Err(_)) => threshold < 0,
        // Two channels that begin at bit 0: there is no alpha.
        _ if alpha == 0 && (red.min(green).min(blue) == 0 || surface.masks()?[3] == 0) => threshold < 255,
        _ => return Ok(None),
    };
    let [width, height] = surface.size()?;
    let mask = if all { mask::Mask::filled(width, height) } else { mask::Mask::new(width, height) };
    mask.map(Some).map_err(memory_error)
}
