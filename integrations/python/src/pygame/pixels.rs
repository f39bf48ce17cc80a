//! The pixels of a surface of pygame.
//!
//! The rows of a subsurface lie in the memory of its parent, as far apart as the rows of the parent. So the memory is
//! always that of a surface without a parent. Rows are copied before they are read and after they are painted.

use super::host::Host;
use super::lent;
use super::theirs::memory_error;
use crate::arrays::list;
use mask::MaskError;
use pyo3::buffer::{PyBuffer, ReadOnlyCell};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::cell::Cell;
use std::ops::Range;

/// Copies the pixels of a surface into a surface of the same size and kind. Copies nothing if the target has changed since.
pub(super) fn copy(from: &SurfaceArg, to: &SurfaceArg) -> PyResult<()> {
    let (py, bytes, size) = (from.surface.py(), from.bytes_of_a_pixel()?, from.size()?);
    if (bytes, size) != (to.bytes_of_a_pixel()?, to.size()?) || size.contains(&0) {
        return Ok(());
    }
    let (from_rows, to_rows) = (from.rows(size, bytes)?, to.rows(size, bytes)?);
    let (from_buffer, to_buffer) = (from_rows.buffer()?, to_rows.buffer()?);
    let (Some(from), Some(to)) = (cells(&from_buffer, py), cells_mut(&to_buffer, py)) else { return Ok(()) };
    if from_rows.fit(from.len()) && to_rows.fit(to.len()) {
        let mut row = list(std::iter::repeat_n(0, from_rows.row))?;
        for y in 0..size[1] as usize {
            read(&from[from_rows.of(y)], &mut row, ReadOnlyCell::get);
            write(&row, &to[to_rows.of(y)]);
        }
    }
    Ok(())
}

/// A surface, as the only argument of methods of `pygame.Surface`.
pub(super) struct SurfaceArg<'a, 'py> {
    host: &'a Host,
    surface: &'a Bound<'py, PyAny>,
    only: Bound<'py, PyTuple>,
}

impl<'a, 'py> SurfaceArg<'a, 'py> {
    pub(super) fn new(host: &'a Host, surface: &'a Bound<'py, PyAny>) -> PyResult<SurfaceArg<'a, 'py>> {
        Ok(SurfaceArg { host, surface, only: PyTuple::new(surface.py(), [surface])? })
    }

    /// Calls a method of `pygame.Surface` that takes no arguments.
    pub(super) fn call(&self, method: &Py<PyAny>) -> PyResult<Bound<'py, PyAny>> {
        method.bind(self.surface.py()).call1(&self.only)
    }

    pub(super) fn size(&self) -> PyResult<[u32; 2]> {
        let (width, height) = self.call(&self.host.get_size)?.extract()?;
        Ok([width, height])
    }

    /// Returns the first bit of red, green, blue and alpha in a pixel, 0 for what a pixel does not have.
    pub(super) fn shifts(&self) -> PyResult<[u32; 4]> {
        four(&self.call(&self.host.get_shifts)?)
    }

    /// Returns the bits of red, green, blue and alpha in a pixel.
    pub(super) fn masks(&self) -> PyResult<[u32; 4]> {
        four(&self.call(&self.host.get_masks)?)
    }

    pub(super) fn bytes_of_a_pixel(&self) -> PyResult<usize> {
        self.call(&self.host.get_bytesize)?.extract()
    }

    /// Returns the mask of the pixels whose highest byte is greater than a threshold.
    pub(super) fn alpha_above(&self, threshold: u8) -> PyResult<Option<mask::Mask>> {
        // Alpha is the last of four bytes, and the first byte of a pixel is the one that counts.
        self.read(4, |size, rows, all| match all {
            Bytes::Copy(copy) => mask::Mask::from_alpha(size[0], size[1], &copy[3..], [4, rows.pitch], threshold),
            Bytes::Shared(cells) => {
                let row_of = rows.each(cells, |from, row| read(&from[3..], row, ReadOnlyCell::get));
                mask::Mask::from_alpha_rows(size, 4, threshold, row_of)
            }
        })
    }

    /// Returns the mask of the pixels that differ from a color key, or `None` if the pixels do not tell.
    ///
    /// pygame compares whole pixels with the key, and shows the key as a color. Two keys of one color differ in bits
    /// that belong to no channel, or in the number of a color of a palette.
    pub(super) fn other_than(&self, key: &Bound<'py, PyAny>) -> PyResult<Option<mask::Mask>> {
        let bytes = self.bytes_of_a_pixel()?;
        if bytes == 1 && self.size()?.map(u64::from).iter().product::<u64>() <= FEW_OF_PALETTE {
            return Ok(None);
        }
        let masks = if bytes == 1 { [0xff; 4] } else { self.masks()? };
        let channels = masks.iter().fold(0, |all, mask| all | mask);
        let key = match bytes {
            3 | 4 if masks.iter().all(|&mask| mask == 0 || mask >> mask.trailing_zeros() == 0xff) => {
                let parts = four(key)?.into_iter().zip(masks).filter(|&(_, mask)| mask != 0);
                parts.fold(0, |pixel, (part, mask)| pixel | part << mask.trailing_zeros())
            }
            1 | 2 => self.host.pixel(self.surface, key)?,
            _ => return Ok(None),
        };
        let (mask, look_alike) = match bytes {
            1 => self.other_than_pixel::<1>(key, channels),
            2 => self.other_than_pixel::<2>(key, channels),
            3 => self.other_than_pixel::<3>(key, channels),
            _ => self.other_than_pixel::<4>(key, channels),
        }?;
        let Some(mask) = mask else { return Ok(None) };
        let is_known = if bytes == 1 { self.is_key_where_empty(&mask)? } else { !look_alike };
        Ok(is_known.then_some(mask))
    }

    /// Returns the mask of the pixels of `N` bytes that differ from a pixel, and whether some of them have its color.
    fn other_than_pixel<const N: usize>(&self, key: u32, channels: u32) -> PyResult<(Option<mask::Mask>, bool)> {
        let (mut look_alike, mut pixels) = (false, Vec::new());
        let mut compare = |pixels: &[u8], row: &mut [u8]| {
            other_than::<N>(pixels, row, key);
            look_alike |= channels != u32::MAX >> (32 - 8 * N) && has_look_alike::<N>(pixels, key, channels);
        };
        let mask = self.read(N, |size, rows, all| match all {
            Bytes::Copy(copy) => {
                let [width, height] = size;
                let mut solid = vec![0; width as usize * height as usize];
                for (row, y) in solid.chunks_exact_mut(width as usize).zip(0..) {
                    compare(&copy[rows.of(y)], row);
                }
                mask::Mask::from_alpha(width, height, &solid, [1, width as usize], 0)
            }
            Bytes::Shared(cells) => {
                let row_of = rows.each(cells, |from, row| {
                    pixels.resize(from.len(), 0);
                    read(from, &mut pixels, ReadOnlyCell::get);
                    compare(&pixels, row);
                });
                mask::Mask::from_alpha_rows(size, 1, 0, row_of)
            }
        })?;
        Ok((mask, look_alike))
    }

    /// Returns whether pygame takes a pixel that is not solid in the mask for the color key.
    fn is_key_where_empty(&self, mask: &mask::Mask) -> PyResult<bool> {
        let py = self.surface.py();
        let mut pixels = (0..mask.height() as i32).flat_map(|y| (0..mask.width() as i32).map(move |x| [x, y]));
        let Some([x, y]) = pixels.find(|&at| !mask.contains(at)) else { return Ok(false) };
        let pixel = self.surface.call_method1(intern!(py, "subsurface"), (x, y, 1, 1))?;
        let theirs = self.host.from_surface.bind(py).call1((lent::to_read(self.host, &pixel)?,))?;
        Ok(theirs.call_method0(intern!(py, "count"))?.extract::<u32>()? == 0)
    }

    /// Returns the mask that `make` makes of the size, the rows and the memory of the surface. Returns `None` if the
    /// memory does not have the size of the surface.
    fn read(
        &self,
        bytes: usize,
        make: impl FnOnce([u32; 2], &Rows, Bytes) -> Result<mask::Mask, MaskError>,
    ) -> PyResult<Option<mask::Mask>> {
        let (py, size) = (self.surface.py(), self.size()?);
        if size.contains(&0) {
            return mask::Mask::new(size[0], size[1]).map(Some).map_err(memory_error);
        }
        let rows = self.rows(size, bytes)?;
        let (copy, buffer);
        let all = if rows.first == 0 && rows.end <= SMALL {
            copy = self.call(&self.host.get_buffer)?.getattr(intern!(py, "raw"))?.cast_into::<PyBytes>()?;
            Some(Bytes::Copy(copy.as_bytes()))
        } else {
            buffer = rows.buffer()?;
            cells(&buffer, py).map(Bytes::Shared)
        };
        let Some(all) = all.filter(|all| rows.fit(all.len())) else { return Ok(None) };
        make(size, &rows, all).map(Some).map_err(memory_error)
    }

    /// Returns where the rows are. No side of the surface may be 0.
    pub(super) fn rows(&self, [width, height]: [u32; 2], bytes: usize) -> PyResult<Rows<'a, 'py>> {
        let pitch = self.call(&self.host.get_pitch)?.extract()?;
        let whole = self.call(&self.host.get_abs_parent)?;
        let first = if whole.is(self.surface) {
            0
        } else {
            let (x, y): (usize, usize) = self.call(&self.host.get_abs_offset)?.extract()?;
            x * bytes + y * pitch
        };
        let row = width as usize * bytes;
        let end = first + (height as usize - 1) * pitch + row;
        Ok(Rows { host: self.host, whole, first, pitch, row, end })
    }
}

/// The pixels of a palette up to which pygame's own mask takes less time than a question about the key.
const FEW_OF_PALETTE: u64 = 48 * 48;

/// The bytes up to which pixels are copied, which takes less time than a buffer.
const SMALL: usize = 1 << 13;

/// Returns the items of a tuple of four numbers.
fn four(tuple: &Bound<'_, PyAny>) -> PyResult<[u32; 4]> {
    let tuple = tuple.cast::<PyTuple>()?;
    let item = |i: usize| tuple.get_borrowed_item(i)?.extract();
    Ok([item(0)?, item(1)?, item(2)?, item(3)?])
}

/// The rows of a surface in the memory of the surface without a parent.
pub(super) struct Rows<'a, 'py> {
    host: &'a Host,
    whole: Bound<'py, PyAny>,
    /// The place of the first row, the distance between two rows, the length of a row, and the end of the last row, in
    /// bytes.
    first: usize,
    pitch: usize,
    row: usize,
    end: usize,
}

impl Rows<'_, '_> {
    /// Returns the place of a row.
    pub(super) fn of(&self, y: usize) -> Range<usize> {
        let first = self.first + y * self.pitch;
        first..first + self.row
    }

    /// Returns a function that hands the bytes of a row to `convert`, for
    /// [`Mask::from_alpha_rows`](mask::Mask::from_alpha_rows).
    fn each(
        &self,
        cells: &[ReadOnlyCell<u8>],
        mut convert: impl FnMut(&[ReadOnlyCell<u8>], &mut [u8]),
    ) -> impl FnMut(usize, &mut [u8]) {
        // No pause for other threads: one of them could free the pixels of a window.
        move |y, row| convert(&cells[self.of(y)], row)
    }

    /// Returns whether memory of so many bytes has the rows.
    pub(super) fn fit(&self, bytes: usize) -> bool {
        self.row <= self.pitch && self.end <= bytes
    }

    /// Returns the memory. The surface stays locked until the buffer is dropped.
    pub(super) fn buffer(&self) -> PyResult<PyBuffer<u8>> {
        PyBuffer::get(&self.host.get_buffer.bind(self.whole.py()).call1((&self.whole,))?)
    }
}

/// Returns the bytes of a buffer. Nothing else writes them while the interpreter is held.
#[expect(deprecated, reason = "it takes for granted that the interpreter guards the memory, as pygame does")]
fn cells<'a>(buffer: &'a PyBuffer<u8>, py: Python<'a>) -> Option<&'a [ReadOnlyCell<u8>]> {
    buffer.as_slice(py)
}

/// The bytes that are copied at a time. The compiler makes a vector of so many cells, but not of a list of cells.
const VECTOR: usize = 32;

/// Copies bytes. The last bytes of `to` stay if there are fewer.
#[inline]
fn read<T>(from: &[T], to: &mut [u8], get: impl Fn(&T) -> u8) {
    let ((vectors, rest), (to, to_rest)) = (from.as_chunks::<VECTOR>(), to[..from.len()].as_chunks_mut::<VECTOR>());
    to.iter_mut().zip(vectors).for_each(|(to, from)| *to = from.each_ref().map(&get));
    to_rest.iter_mut().zip(rest).for_each(|(to, from)| *to = get(from));
}

/// Copies bytes out of cells.
#[inline]
pub(super) fn read_cells(from: &[Cell<u8>], to: &mut [u8]) {
    read(from, to, Cell::get);
}

/// Copies bytes into cells.
#[inline]
pub(super) fn write(from: &[u8], to: &[Cell<u8>]) {
    let ((vectors, rest), (to, to_rest)) = (from.as_chunks::<VECTOR>(), to.as_chunks::<VECTOR>());
    for (to, &from) in to.iter().zip(vectors) {
        to.iter().zip(from).for_each(|(to, from)| to.set(from));
    }
    to_rest.iter().zip(rest).for_each(|(to, &from)| to.set(from));
}

/// Returns the bytes of a buffer, to write them.
#[expect(deprecated, reason = "as in `cells`")]
pub(super) fn cells_mut<'a>(buffer: &'a PyBuffer<u8>, py: Python<'a>) -> Option<&'a [Cell<u8>]> {
    buffer.as_mut_slice(py)
}

/// Bytes of a surface.
#[derive(Clone, Copy)]
enum Bytes<'a> {
    Copy(&'a [u8]),
    Shared(&'a [ReadOnlyCell<u8>]),
}

impl Bytes<'_> {
    fn len(&self) -> usize {
        match self {
            Bytes::Copy(bytes) => bytes.len(),
            Bytes::Shared(cells) => cells.len(),
        }
    }
}

/// Writes 1 for each pixel of `N` bytes that differs from a key, else 0.
fn other_than<const N: usize>(pixels: &[u8], row: &mut [u8], key: u32) {
    for (to, pixel) in row.iter_mut().zip(pixels.as_chunks::<N>().0) {
        *to = u8::from(number(pixel) != key);
    }
}

/// Returns whether a pixel of `N` bytes is not the key, but has its color: the same bits in all channels.
fn has_look_alike<const N: usize>(pixels: &[u8], key: u32, channels: u32) -> bool {
    let differs = pixels.as_chunks::<N>().0.iter().map(|pixel| number(pixel) ^ key);
    differs.fold(0, |found, bits| found | u32::from(bits & channels == 0) & u32::from(bits != 0)) != 0
}

/// Returns a pixel as a number.
#[inline]
fn number<const N: usize>(pixel: &[u8; N]) -> u32 {
    let mut bytes = [0; 4];
    bytes[..N].copy_from_slice(pixel);
    u32::from_le_bytes(bytes)
}
