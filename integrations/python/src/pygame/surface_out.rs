//! Surfaces of masks.

use super::class::{PygameMask, cell};
use super::host::{self, Host};
use super::lent;
use super::pixels::{self, SurfaceArg};
use super::theirs::to_pygame;
use crate::arrays::list;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};

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
        let host = host::get(py)?;
        if let Some(request) = Request::new(host, args, kwargs)?
            && let Some(surface) = request.draw(&mask)?
        {
            return Ok(surface);
        }
        let drawn = lent::call(host, &to_pygame(py, &mask)?.getattr(intern!(py, "to_surface"))?, args, kwargs)?;
        let named = kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(intern!(py, "surface")))?;
        match args.iter().next().or(named) {
            // pygame has drawn on a copy.
            Some(surface) if !surface.is_none() && !surface.is(&drawn) => {
                pixels::copy(&SurfaceArg::new(host, &drawn)?, &SurfaceArg::new(host, &surface)?)?;
                Ok(surface)
            }
            _ => Ok(drawn),
        }
    }
}

/// The arguments of most calls: colors, and perhaps the surface to draw on.
struct Request<'a, 'py> {
    host: &'a Host,
    py: Python<'py>,
    surface: Option<Bound<'py, PyAny>>,
    /// The colors of set and unset pixels.
    colors: [Color<'py>; 2],
}

enum Color<'py> {
    /// The pixels stay as they are.
    Keep,
    /// Red, green, blue and alpha.
    Rgba([u8; 4]),
    Named(Bound<'py, PyAny>),
}

impl<'py> Color<'py> {
    /// Returns the color of an argument, or `None` if it is a number: a mapped color here, and none in other functions
    /// of pygame.
    fn new(given: Option<Bound<'py, PyAny>>, default: [u8; 4]) -> Option<Color<'py>> {
        Some(match given {
            None => Color::Rgba(default),
            Some(given) if given.is_none() => Color::Keep,
            Some(given) if given.is_instance_of::<PyInt>() => return None,
            Some(given) => match given.cast::<PyTuple>().map(|tuple| tuple.extract::<(u8, u8, u8, u8)>()) {
                Ok(Ok((r, g, b, a))) => Color::Rgba([r, g, b, a]),
                _ => Color::Named(given),
            },
        })
    }
}

impl<'a, 'py> Request<'a, 'py> {
    /// Returns the arguments, or `None` if there are others or if pygame reads one of them in a way of its own.
    fn new(
        host: &'a Host,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Request<'a, 'py>>> {
        let py = args.py();
        let named = |name| kwargs.map_or(Ok(None), |kwargs: &Bound<'py, PyDict>| kwargs.get_item(name));
        let (set, unset) = (named(intern!(py, "setcolor"))?, named(intern!(py, "unsetcolor"))?);
        let known = usize::from(set.is_some()) + usize::from(unset.is_some());
        let surface = args.iter().next();
        let is_drawn_on = surface.as_ref().is_none_or(|surface| surface.get_type().is(host.surface_type.bind(py)));
        if args.len() > 1 || !is_drawn_on || kwargs.map_or(0, |kwargs| kwargs.len()) != known {
            return Ok(None);
        }
        let (set, unset) = (Color::new(set, [255; 4]), Color::new(unset, [0, 0, 0, 255]));
        Ok(set.zip(unset).map(|(set, unset)| Request { host, py, surface, colors: [set, unset] }))
    }

    /// Draws a mask, and returns the surface. Returns `None` if pygame itself must draw.
    fn draw(&self, mask: &mask::Mask) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, size) = (self.py, [mask.width(), mask.height()]);
        match &self.surface {
            _ if size.contains(&0) => Ok(None),
            Some(surface) => self.draw_on(surface, mask),
            None => {
                let surface = self.host.surface_type.bind(py).call1(((size[0], size[1]), SRCALPHA, 32))?;
                // New surfaces have no bytes between their rows, and begin with zeros, as if both colors were clear.
                let bytes = 4 * size[0] as usize * size[1] as usize;
                let Some(paint) = self.paint(&surface) else { return Ok(None) };
                if bytes > SMALL {
                    return self.draw_on(&surface, mask);
                }
                let pixels = PyBytes::new_with(py, bytes, |pixels| {
                    let rows = pixels.chunks_exact_mut(4 * size[0] as usize);
                    rows.zip(0..).for_each(|(row, y)| paint.row(mask.row_words(y), row));
                    Ok(())
                })?;
                let view = self.host.get_view.bind(py).call1((&surface, intern!(py, "0")))?;
                view.call_method1(intern!(py, "write"), (pixels, 0))?;
                Ok(Some(surface))
            }
        }
    }

    fn draw_on(&self, surface: &Bound<'py, PyAny>, mask: &mask::Mask) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.py;
        let arg = SurfaceArg::new(self.host, surface)?;
        let size = arg.size()?;
        if arg.bytes_of_a_pixel()? != 4 || size.contains(&0) {
            return Ok(None);
        }
        let Some(paint) = self.paint(surface) else { return Ok(None) };
        let rows = arg.rows(size, 4)?;
        let buffer = rows.buffer()?;
        let Some(cells) = pixels::cells_mut(&buffer, py).filter(|cells| rows.fit(cells.len())) else { return Ok(None) };
        let width = mask.width().min(size[0]) as usize;
        let mut row = list(std::iter::repeat_n(0, 4 * width))?;
        for y in 0..mask.height().min(size[1]) {
            let cells = &cells[rows.of(y as usize)][..4 * width];
            if paint.keeps() {
                pixels::read_cells(cells, &mut row);
            }
            paint.row(mask.row_words(y), &mut row);
            pixels::write(&row, cells);
        }
        Ok(Some(surface.clone()))
    }

    /// Returns the colors as pixels of a surface, or `None` if pygame must raise an error.
    fn paint(&self, surface: &Bound<'py, PyAny>) -> Option<Paint> {
        let map = |color: &Bound<'py, PyAny>| Some(Some(self.host.pixel(surface, color).ok()?.to_le_bytes()));
        let pixel = |color: &Color<'py>| match color {
            Color::Keep => Some(None),
            // The surfaces that pygame makes with alpha hold blue, green, red and alpha, from the lowest byte.
            Color::Rgba([r, g, b, a]) if self.surface.is_none() => Some(Some([*b, *g, *r, *a])),
            Color::Rgba([r, g, b, a]) => map((*r, *g, *b, *a).into_pyobject(self.py).ok()?.as_any()),
            // Names are colors here, but not for `map_rgb`.
            Color::Named(name) if name.is_instance_of::<PyString>() => {
                map(&self.host.color_type.bind(self.py).call1((name,)).ok()?)
            }
            Color::Named(color) => map(color),
        };
        Some(Paint::new([pixel(&self.colors[0])?, pixel(&self.colors[1])?]))
    }
}

/// The bytes up to which a new surface is written at once, which takes less time than a buffer.
const SMALL: usize = 1 << 14;

/// The pixels of set and unset bits, of four bytes each.
#[expect(clippy::large_enum_variant, reason = "there is one for a call, and nobody moves it")]
enum Paint {
    /// Set and unset pixels of each half byte: one table for all rows.
    Both([[[u8; 4]; 4]; 16]),
    /// Only the bits that are set after an exclusive or with a number.
    Some([u8; 4], u64),
    Nothing,
}

impl Paint {
    fn new(colors: [Option<[u8; 4]>; 2]) -> Paint {
        match colors {
            [Some(set), Some(unset)] => {
                let quad = |bits: usize| std::array::from_fn(|x| [unset, set][bits >> x & 1]);
                Paint::Both(std::array::from_fn(quad))
            }
            [Some(color), None] => Paint::Some(color, 0),
            [None, Some(color)] => Paint::Some(color, u64::MAX),
            [None, None] => Paint::Nothing,
        }
    }

    /// Returns whether some pixels stay as they are.
    fn keeps(&self) -> bool {
        !matches!(self, Paint::Both(_))
    }

    /// Paints a row.
    fn row(&self, words: impl Iterator<Item = u64>, row: &mut [u8]) {
        let (pixels, _) = row.as_chunks_mut::<4>();
        for (mut word, pixels) in words.zip(pixels.chunks_mut(64)) {
            match *self {
                Paint::Both(ref quads) => {
                    let (whole, rest) = pixels.as_chunks_mut::<4>();
                    for quad in whole {
                        *quad = quads[word as usize & 15];
                        word >>= 4;
                    }
                    rest.copy_from_slice(&quads[word as usize & 15][..rest.len()]);
                }
                Paint::Some(color, inverted) => {
                    word = (word ^ inverted) & u64::MAX >> (64 - pixels.len());
                    while word != 0 {
                        pixels[word.trailing_zeros() as usize] = color;
                        word &= word - 1;
                    }
                }
                Paint::Nothing => {}
            }
        }
    }
}
