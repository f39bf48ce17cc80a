//! Queries for the sprites at a place.

use super::World;
use super::cell::Work;
use super::columns::type_name;
use super::errors::world_error;
use super::slots::{slot_of, slots_of};
use crate::arrays;
use crate::convert::{Count, PixelRect, Point};
use crate::mask::Mask;
use crate::shapes::{Circle, Line, Polygon};
use ::mask::Rect;
use ::world::{Placed, View};
use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// The pixels in which a query looks for sprites.
enum Probe<'a> {
    Point([i32; 2]),
    Rect(Rect),
    Mask(Arc<::mask::Mask>, [i32; 2]),
    Circle(&'a ::mask::Circle),
    Line(&'a ::mask::Line),
    Polygon(&'a ::mask::Polygon),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Probe<'a> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Probe<'a>> {
        if let Ok(circle) = value.cast::<Circle>() {
            return Ok(Probe::Circle(&circle.get().0));
        }
        if let Ok(line) = value.cast::<Line>() {
            return Ok(Probe::Line(&line.get().0));
        }
        if let Ok(polygon) = value.cast::<Polygon>() {
            return Ok(Probe::Polygon(&polygon.get().polygon));
        }
        if let Ok((mask, at)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && let Ok(mask) = mask.cast::<Mask>()
        {
            return Ok(Probe::Mask(mask.get().cell.snapshot(value.py()), at.extract::<Point>()?.into()));
        }
        match value.len() {
            Ok(4) => value.extract::<PixelRect>().map(|PixelRect(rect)| Probe::Rect(rect)),
            Ok(2) => value.extract::<Point>().map(|point| Probe::Point(point.into())),
            _ => Err(PyTypeError::new_err(format!(
                "probe must be a point (x, y), a rectangle (left, top, width, height), a Circle, a Line, a Polygon or a \
                 pair (mask, (x, y)), got {}",
                type_name(&value.to_owned())
            ))),
        }
    }
}

impl Probe<'_> {
    fn to_rust(&self) -> ::world::Probe<'_> {
        match self {
            Probe::Point(at) => (*at).into(),
            Probe::Rect(rect) => (*rect).into(),
            Probe::Mask(mask, at) => Placed { mask, at: *at }.into(),
            Probe::Circle(circle) => (**circle).into(),
            Probe::Line(line) => (**line).into(),
            Probe::Polygon(polygon) => (*polygon).into(),
        }
    }
}

/// Returns a view of the world as it is now. If `layers` are given, queries consider only sprites in these layers.
pub(super) fn view(world: &mut ::world::World, layers: Option<Count<u32>>) -> PyResult<View<'_>> {
    let view = world.refresh().map_err(world_error)?;
    Ok(layers.map_or(view, |layers| view.on_layers(layers.0)))
}

#[pymethods]
impl World {
    /// Returns the sprites with a solid pixel in a probe: uint32 of shape (N,), sorted.
    ///
    /// ``probe`` is a point ``(x, y)``, a rectangle ``(left, top, width, height)``, a :class:`Circle`, a :class:`Line`, a
    /// :class:`Polygon`, or a pair ``(mask, (x, y))`` of a :class:`Mask` and its position. If ``layers`` is given, only
    /// sprites in one of these layers are found. Each bit is a layer.
    ///
    /// :raises TypeError: if ``probe`` is of another type.
    #[pyo3(signature = (probe, *, layers=None))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        probe: Probe<'_>,
        layers: Option<Count<u32>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let found = self.cell.call(py, Work::Query, |world| slots_of(view(world, layers)?.find(probe.to_rust())))?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Returns the sprites with a solid pixel in each of many probes: uint32 of shape (M, 2) with the columns index of the
    /// probe and slot of the sprite, sorted.
    ///
    /// ``probes`` are integers of shape (N, 2) for points, or of shape (N, 4) for rectangles with left, top, width and
    /// height.
    ///
    /// :raises ValueError: if the shape is wrong, or if a side of a rectangle is negative.
    #[pyo3(signature = (probes, *, layers=None))]
    fn find_many<'py>(
        &self,
        py: Python<'py>,
        probes: &Bound<'_, PyAny>,
        layers: Option<Count<u32>>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let probes = probe_list(probes)?;
        let found = self.cell.call(py, Work::Rows(probes.len()), |world| {
            let view = view(world, layers)?;
            let mut ids = Vec::new();
            let mut rows: Vec<[u32; 2]> = Vec::new();
            for (index, probe) in (0..).zip(&probes) {
                view.find_into(*probe, &mut ids);
                rows.try_reserve(ids.len()).map_err(arrays::no_memory)?;
                rows.extend(ids.iter().map(|&id| [index, slot_of(id)]));
            }
            Ok(rows)
        })?;
        Ok(arrays::owned_rows(py, found))
    }

    /// Returns the ``count`` sprites that are nearest to a point, and their distances: uint32 of shape (N,) and float64 of
    /// shape (N,), sorted by distance, then by slot.
    ///
    /// The distance of a sprite is the distance from the point to the nearest pixel of the rectangle around its solid
    /// pixels, in pixels. It is 0 inside.
    #[pyo3(signature = (point, count=Count(1), *, layers=None), text_signature = "($self, point, count=1, *, layers=None)")]
    fn nearest(
        &self,
        py: Python<'_>,
        point: Point,
        count: Count<usize>,
        layers: Option<Count<u32>>,
    ) -> PyResult<Nearest> {
        let near = self.cell.call(py, Work::Query, |world| {
            let mut near = Vec::new();
            view(world, layers)?.nearest_into(point, count.0, &mut near);
            Ok(near)
        })?;
        let sprites = arrays::column(py, near.iter().map(|near| slot_of(near.sprite)))?;
        Ok((sprites, arrays::column(py, near.iter().map(::world::Near::distance))?))
    }
}

/// Slots of sprites, and their distances.
type Nearest = (Py<PyArray1<u32>>, Py<PyArray1<f64>>);

/// Returns the points of an array of shape (N, 2), or the rectangles of an array of shape (N, 4).
fn probe_list(value: &Bound<'_, PyAny>) -> PyResult<Vec<::world::Probe<'static>>> {
    let array = arrays::as_array(value)?;
    if let [_, 4] = array.shape() {
        let rect = |[left, top, width, height]: [i32; 4]| match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok(Rect::new(left, top, width, height).into()),
            _ => Err(PyValueError::new_err(format!(
                "the sides of a rectangle must be at least 0, got {width} x {height}; swap its edges"
            ))),
        };
        return arrays::try_list(arrays::integer_rows::<i32, 4>(array.as_any(), "probes")?.into_iter().map(rect));
    }
    arrays::list(arrays::integer_rows::<i32, 2>(array.as_any(), "probes")?.into_iter().map(Into::into))
}
