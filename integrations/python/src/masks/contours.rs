//! The class `Contour`.

use crate::arrays;
use mask::Contours;
use numpy::PyArray2;
use pyo3::prelude::*;

/// A closed polygon along the edges of pixels: the outside of a component, or a hole.
#[pyclass(frozen, eq, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Contour {
    points: Vec<[i32; 2]>,
    is_hole: bool,
}

impl Contour {
    pub(super) fn list(contours: &Contours) -> Vec<Contour> {
        let contour =
            |contour: mask::Contour<'_>| Contour { points: contour.points().to_vec(), is_hole: contour.is_hole() };
        contours.iter().map(contour).collect()
    }
}

#[pymethods]
impl Contour {
    /// The corners in order: int32 of shape (N, 2). The outside of a component runs clockwise on the screen and a hole
    /// counterclockwise.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        arrays::rows(py, &self.points)
    }

    /// Whether the polygon is a hole.
    #[getter]
    fn is_hole(&self) -> bool {
        self.is_hole
    }

    #[new]
    fn new(points: &Bound<'_, PyAny>, is_hole: bool) -> PyResult<Contour> {
        Ok(Contour { points: arrays::integer_rows(points, "points")?, is_hole })
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray2<i32>>, bool)> {
        Ok((self.points(py)?, self.is_hole))
    }

    /// Returns the number of corners.
    fn __len__(&self) -> usize {
        self.points.len()
    }

    fn __repr__(&self) -> String {
        let kind = if self.is_hole { "hole" } else { "outside" };
        format!("<Contour: {kind} of {} corners>", self.points.len())
    }
}
