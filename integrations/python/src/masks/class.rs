//! The class `Mask`: its constructor and its size.

use super::cell::{Content, MaskCell};
use crate::background;
use crate::convert::{RectTuple, Side, Truth, point, rect_tuple, tuple, type_name};
use crate::errors::mask_error;
use mask::MaskError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The solid pixels of a sprite, one bit each.
///
/// ``Mask(width, height, fill=False)`` makes a mask without solid pixels, or with all pixels solid if ``fill`` is true.
/// Sizes are in pixels. The origin is the top-left pixel, and y points down. A mask of width or height 0 is valid and
/// never collides.
///
/// An offset ``at`` is the position of the top-left pixel of the other mask in this mask, for example
/// ``(other_x - x, other_y - y)``. Every offset of 32 bits is valid. A fraction is an error, because it is unclear which of the
/// two positions to round. Points, as of rays and pixels, may have fractions: a point is the pixel that it lies in.
///
/// A method that returns a new mask returns one of the class of this mask, without a call of ``__init__``.
///
/// Equal masks have equal sizes and solid pixels. A mask can change, so it has no hash: use ``mask.to_bytes()`` or ``id(mask)``
/// as a key.
///
/// Methods may be called from several threads. A long call lets other Python threads run, and Ctrl-C leaves it at once. A
/// question is then dropped. An edit goes on to its end in the background, and the next call waits for it.
///
/// :raises ValueError: if the mask would have more than 2**26 words of 64 pixels, as given or rotated by 90 degrees.
/// :raises MemoryError: if the system refuses the memory.
#[pyclass(frozen, subclass, weakref, mapping, module = "hitmask")]
pub(crate) struct Mask {
    pub(crate) cell: MaskCell,
}

impl Mask {
    #[inline]
    pub(crate) fn from_rust(mask: impl Into<Content>) -> Mask {
        Mask { cell: MaskCell::new(mask) }
    }

    /// Returns the Python object of the result of a library call.
    pub(crate) fn of(mask: Result<mask::Mask, MaskError>) -> PyResult<Mask> {
        mask.map(Mask::from_rust).map_err(mask_error)
    }
}

/// Returns the mask of an argument with a name. The error for an array says how to make a mask from it.
pub(crate) fn mask_of<'a, 'py>(value: &'a Bound<'py, PyAny>, name: &str) -> PyResult<&'a Bound<'py, Mask>> {
    value.cast::<Mask>().map_err(|_| {
        let got = type_name(value.as_borrowed());
        let advice = if got == "ndarray" { ": Mask.from_array makes a mask of an array" } else { "" };
        PyTypeError::new_err(format!("{name} must be a Mask, got {got}{advice}"))
    })
}

/// Extracts the width of a new mask. The error for a path, a picture or an array says how to make a mask from it.
fn first_side(value: &Bound<'_, PyAny>) -> PyResult<Side> {
    // PyO3 names no argument that a function of ours extracts.
    value.extract::<Side>().map_err(|error| match (&*type_name(value.as_borrowed()), error.is_instance_of::<PyTypeError>(value.py())) {
        (name @ ("str" | "Surface"), _) => PyTypeError::new_err(format!(
            "width must be a whole number, got a {name}: a picture becomes a mask with Mask.from_surface(pygame.image.load(path))"
        )),
        (name @ ("ndarray" | "list" | "tuple"), _) => PyTypeError::new_err(format!(
            "width must be a whole number, got {name}: an array becomes a mask with Mask.from_array(array)"
        )),
        (name, true) => PyTypeError::new_err(format!("width must be a whole number, got {name}")),
        _ => error,
    })
}

#[pymethods]
impl Mask {
    #[new]
    #[pyo3(signature = (width, height=None, fill=Truth(false)), text_signature = "(width, height, fill=False)")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = first_side)] width: Side,
        height: Option<Side>,
        fill: Truth,
    ) -> PyResult<Mask> {
        // PyO3 reports a missing argument before it reads the others, so `Mask("ship.png")` would not get the error of `first_side`.
        let Some(Side(height)) = height else {
            return Err(PyTypeError::new_err("Mask() needs a width and a height, got no height"));
        };
        let Side(width) = width;
        let make = move || if fill.0 { mask::Mask::filled(width, height) } else { mask::Mask::new(width, height) };
        let words = u64::from(width.div_ceil(64)) * u64::from(height);
        Mask::of(background::timed(py, words, make)?)
    }

    /// The width in pixels.
    #[getter]
    fn width(&self, py: Python<'_>) -> u32 {
        self.cell.read(py, mask::Mask::width)
    }

    /// The height in pixels.
    #[getter]
    fn height(&self, py: Python<'_>) -> u32 {
        self.cell.read(py, mask::Mask::height)
    }

    /// The width and the height in pixels, a tuple.
    #[getter]
    fn size(&self, py: Python<'_>) -> (u32, u32) {
        self.cell.read(py, |mask| (mask.width(), mask.height()))
    }

    /// The shape of the array of the mask, ``(height, width)``, as NumPy has it.
    #[getter]
    fn shape(&self, py: Python<'_>) -> (u32, u32) {
        self.cell.read(py, |mask| (mask.height(), mask.width()))
    }

    /// Returns the smallest rectangle around the solid pixels as ``(left, top, width, height)``, or ``None`` if no pixel
    /// is solid.
    fn bounds(&self, py: Python<'_>) -> Option<RectTuple> {
        self.cell.read(py, mask::Mask::bounds).map(rect_tuple)
    }

    /// Returns whether no pixel is solid.
    fn is_empty(&self, py: Python<'_>) -> bool {
        self.cell.read(py, mask::Mask::is_empty)
    }

    /// Returns whether a pixel is solid. Pixels outside the mask are not solid.
    pub(super) fn contains(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<bool> {
        let at = point(at, "at")?;
        Ok(self.cell.read(py, |mask| mask.contains(at)))
    }

    /// Returns the number of solid pixels.
    fn count(&self, py: Python<'_>) -> PyResult<u64> {
        self.cell.scan(py, 1, mask::Mask::count)
    }

    /// Returns the mean position of the solid pixels as ``(x, y)``, or ``None`` if no pixel is solid.
    fn centroid(&self, py: Python<'_>) -> PyResult<Option<(f64, f64)>> {
        Ok(self.cell.scan(py, 8, mask::Mask::centroid)?.map(tuple))
    }

    /// Returns the direction of the longest axis of the solid pixels, in degrees counterclockwise on the screen from the
    /// x axis. The angle is greater than -90 and at most 90. Returns ``None`` if no direction is longer than the others, as
    /// for an empty mask or a disc.
    fn angle(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.cell.scan(py, 8, mask::Mask::angle)
    }

    /// Returns exact sums over the solid pixels: their number, and the sums of x, y, x * x, x * y and y * y.
    fn moments(&self, py: Python<'_>) -> PyResult<(u64, u64, u64, u128, u128, u128)> {
        let sums = self.cell.scan(py, 8, mask::Mask::moments)?;
        Ok((sums.count, sums.x, sums.y, sums.xx, sums.xy, sums.yy))
    }
}
