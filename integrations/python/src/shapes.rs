//! The shapes that masks and worlds are asked about, and affine maps.

use crate::background::words;
use crate::convert::{check_finite, finite, point, reals, rect, type_name};
use crate::errors::mask_error;
use mask::{Shape, Span};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ops::Range;
use std::sync::Arc;

/// A shape that Python passes: a circle, a line, a polygon, or a rectangle as four numbers.
#[derive(Clone)]
pub(crate) enum AnyShape {
    Circle(mask::Circle),
    Line(mask::Line),
    /// With its number of points.
    Polygon(Arc<mask::Polygon>, usize),
    Rect(mask::Rect),
}

impl AnyShape {
    /// Returns the shape of an object of one of the classes of this file.
    pub(crate) fn of_class(value: Borrowed<'_, '_, PyAny>) -> Option<AnyShape> {
        if let Ok(circle) = value.cast::<Circle>() {
            return Some(AnyShape::Circle(circle.get().0));
        }
        if let Ok(line) = value.cast::<Line>() {
            return Some(AnyShape::Line(line.get().0));
        }
        value
            .cast::<Polygon>()
            .ok()
            .map(|polygon| AnyShape::Polygon(polygon.get().polygon.clone(), polygon.get().points.len()))
    }
}

impl AnyShape {
    /// Returns the nanoseconds that it takes at worst to walk through the rows of the shape that are in `rows`.
    pub(crate) fn time(&self, rows: u64) -> u64 {
        match self {
            AnyShape::Polygon(polygon, points) => {
                let own = polygon.rows();
                10 * rows.min(own.end.abs_diff(own.start)).saturating_mul(*points as u64)
            }
            _ => 0,
        }
    }

    /// Returns the time of a question about a mask and the shape.
    pub(crate) fn time_in(&self) -> impl FnOnce(&mask::Mask) -> u64 + use<> {
        let (row, most) = (self.time(1), self.time(u64::MAX));
        move |mask| 4 * words(mask) + row.saturating_mul(mask.height().into()).min(most)
    }
}

impl<'py> FromPyObject<'_, 'py> for AnyShape {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyShape> {
        if let Some(shape) = AnyShape::of_class(value) {
            return Ok(shape);
        }
        match rect(value, "shape") {
            Ok(rect) => Ok(AnyShape::Rect(rect)),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(PyTypeError::new_err(format!(
                "shape must be a Circle, a Line, a Polygon or a rectangle (left, top, width, height), got {}",
                value.get_type().name()?
            ))),
            Err(error) => Err(error),
        }
    }
}

impl Shape for AnyShape {
    fn rows(&self) -> Range<i64> {
        match self {
            AnyShape::Circle(circle) => circle.rows(),
            AnyShape::Line(line) => line.rows(),
            AnyShape::Polygon(polygon, _) => polygon.rows(),
            AnyShape::Rect(rect) => rect.rows(),
        }
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        // Boxed: the spans of each shape are of another type.
        match self {
            AnyShape::Circle(circle) => Box::new(circle.spans(rows)) as Box<dyn Iterator<Item = Span>>,
            AnyShape::Line(line) => Box::new(line.spans(rows)),
            AnyShape::Polygon(polygon, _) => Box::new(polygon.spans(rows)),
            AnyShape::Rect(rect) => Box::new(rect.spans(rows)),
        }
    }
}

/// Returns the hash of the values that make an object, so that equal objects have equal hashes.
fn hash_of<'py>(py: Python<'py>, values: impl IntoPyObjectExt<'py>) -> PyResult<isize> {
    values.into_bound_py_any(py)?.hash()
}

/// A filled circle with a center ``(x, y)`` and a radius, in pixels.
///
/// The pixel ``(x, y)`` is the square from ``(x, y)`` to ``(x + 1, y + 1)``. The circle covers each pixel whose middle is
/// at most the radius away from the center.
///
/// :raises ValueError: if a coordinate is NaN or farther than 2**30 from 0, or if the radius is not from 0 to 2**30.
#[pyclass(frozen, eq, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Circle(pub(crate) mask::Circle);

#[pymethods]
impl Circle {
    #[new]
    fn new(center: &Bound<'_, PyAny>, radius: f64) -> PyResult<Circle> {
        mask::Circle::new(reals(center, "center")?, radius).map(Circle).map_err(mask_error)
    }

    /// The center as ``(x, y)``.
    #[getter]
    fn center(&self) -> (f64, f64) {
        self.0.center().into()
    }

    /// The radius in pixels.
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }

    fn __repr__(&self) -> String {
        let [x, y] = self.0.center();
        format!("Circle(({x:?}, {y:?}), {:?})", self.0.radius())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of(py, self.__getnewargs__())
    }

    fn __getnewargs__(&self) -> ((f64, f64), f64) {
        (self.center(), self.radius())
    }
}

/// A line of pixels from one pixel to another, both included. A point with a fraction is the pixel that it lies in.
///
/// The line has max(abs(dx), abs(dy)) steps, and each step goes to the pixel nearest to the exact line.
#[pyclass(frozen, eq, module = "hitmask")]
#[derive(PartialEq)]
pub(crate) struct Line(pub(crate) mask::Line);

#[pymethods]
impl Line {
    #[new]
    fn new(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Line> {
        Ok(Line(mask::Line::new(point(start, "start")?, point(end, "end")?)))
    }

    /// The first pixel as ``(x, y)``.
    #[getter]
    fn start(&self) -> (i32, i32) {
        self.0.start().into()
    }

    /// The last pixel as ``(x, y)``.
    #[getter]
    fn end(&self) -> (i32, i32) {
        self.0.end().into()
    }

    fn __repr__(&self) -> String {
        format!("Line({:?}, {:?})", self.start(), self.end())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of(py, self.__getnewargs__())
    }

    fn __getnewargs__(&self) -> ((i32, i32), (i32, i32)) {
        (self.start(), self.end())
    }
}

/// A filled polygon through points ``(x, y)``, in pixels. The last point is joined to the first.
///
/// The polygon covers each pixel whose middle is inside, by the even-odd rule.
///
/// :raises ValueError: if there are fewer than three points, or if a coordinate is NaN or farther than 2**30 from 0.
#[pyclass(frozen, module = "hitmask")]
pub(crate) struct Polygon {
    pub(crate) polygon: Arc<mask::Polygon>,
    points: Vec<(f64, f64)>,
}

#[pymethods]
impl Polygon {
    #[new]
    fn new(points: &Bound<'_, PyAny>) -> PyResult<Polygon> {
        let expected = |got: &str, advice: &str| {
            PyTypeError::new_err(format!("points must be a list of points (x, y), got {got}{advice}"))
        };
        let one = |(index, point): (usize, PyResult<Bound<'_, PyAny>>)| {
            let point = point?;
            match point.extract::<f64>() {
                Ok(_) if index == 0 => Err(expected(
                    "a list of numbers",
                    ": zip(points[::2], points[1::2]) makes points of x, y, x, y, ...",
                )),
                _ => reals(&point, &format!("points[{index}]")),
            }
        };
        let items = points.try_iter().map_err(|_| expected(&type_name(points.as_borrowed()), ""))?;
        let points = items.enumerate().map(one).collect::<PyResult<Vec<_>>>()?;
        let polygon = mask::Polygon::new(points.iter().copied()).map_err(mask_error)?;
        Ok(Polygon { polygon: Arc::new(polygon), points: points.into_iter().map(Into::into).collect() })
    }

    /// The points, a list of ``(x, y)``.
    #[getter]
    fn points(&self) -> Vec<(f64, f64)> {
        self.points.clone()
    }

    fn __eq__(&self, other: &Polygon) -> bool {
        self.points == other.points
    }

    fn __repr__(&self) -> String {
        format!("Polygon({:?})", self.points)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of(py, PyTuple::new(py, &self.points)?)
    }

    fn __getnewargs__(&self) -> (Vec<(f64, f64)>,) {
        (self.points(),)
    }
}

/// An affine map of the plane: ``x' = a*x + b*y + c`` and ``y' = d*x + e*y + f``, with y down.
///
/// ``Affine()`` is the identity. ``then`` chains maps in the order in which they apply::
///
///     Affine.scale((2, 2)).then(Affine.rotation(90)).then(Affine.translation((10, 0)))
///
/// :raises ValueError: if a number is NaN or infinite. The methods raise it for their arguments too.
#[pyclass(frozen, eq, from_py_object, module = "hitmask")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Affine(pub(crate) mask::Affine);

#[pymethods]
impl Affine {
    #[new]
    #[pyo3(signature = (a=1.0, b=0.0, c=0.0, d=0.0, e=1.0, f=0.0))]
    fn new(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64) -> PyResult<Affine> {
        for (name, number) in ["a", "b", "c", "d", "e", "f"].into_iter().zip([a, b, c, d, e, f]) {
            check_finite(number, name)?;
        }
        Ok(Affine([[a, b, c], [d, e, f]].into()))
    }

    /// Returns the map that moves by ``(dx, dy)``.
    #[staticmethod]
    fn translation(by: &Bound<'_, PyAny>) -> PyResult<Affine> {
        Ok(Affine(mask::Affine::translation(finite(by, "by")?)))
    }

    /// Returns the clockwise rotation about the origin by an angle in degrees.
    #[staticmethod]
    fn rotation(degrees: f64) -> PyResult<Affine> {
        check_finite(degrees, "degrees")?;
        Ok(Affine(mask::Affine::rotation(degrees)))
    }

    /// Returns the map that scales by the factors ``(x, y)`` about the origin.
    #[staticmethod]
    fn scale(by: &Bound<'_, PyAny>) -> PyResult<Affine> {
        Ok(Affine(mask::Affine::scale(finite(by, "by")?)))
    }

    /// Returns the map that shears by the factors ``(x, y)``.
    #[staticmethod]
    fn shear(by: &Bound<'_, PyAny>) -> PyResult<Affine> {
        Ok(Affine(mask::Affine::shear(finite(by, "by")?)))
    }

    /// Returns this map about a point instead of ``(0, 0)``.
    fn about(&self, point: &Bound<'_, PyAny>) -> PyResult<Affine> {
        Ok(Affine(self.0.about(finite(point, "point")?)))
    }

    /// Returns the map that applies this map and then another.
    #[pyo3(name = "then")]
    fn chained(&self, next: &Affine) -> Affine {
        Affine(self.0.then(&next.0))
    }

    /// Returns the place that the map sends ``(x, y)`` to.
    fn apply(&self, point: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        Ok(self.0.apply(finite(point, "point")?).into())
    }

    /// The determinant: the factor by which the map changes areas.
    #[getter]
    fn determinant(&self) -> f64 {
        self.0.determinant()
    }

    /// Returns the map that undoes this map.
    ///
    /// :raises ValueError: if the map has no inverse.
    fn inverse(&self) -> PyResult<Affine> {
        self.0.inverse().map(Affine).map_err(mask_error)
    }

    /// The coefficients ``(a, b, c, d, e, f)``.
    #[getter]
    fn coefficients(&self) -> (f64, f64, f64, f64, f64, f64) {
        let [[a, b, c], [d, e, f]] = self.0.into();
        (a, b, c, d, e, f)
    }

    fn __repr__(&self) -> String {
        format!("Affine{:?}", self.coefficients())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of(py, self.coefficients())
    }

    fn __getnewargs__(&self) -> (f64, f64, f64, f64, f64, f64) {
        self.coefficients()
    }
}
