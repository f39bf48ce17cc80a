//! Queries for the sprites at a place.

use super::World;
use super::errors::world_error;
use super::pace::{ALL, Work};
use super::query::Query;
use super::results::Neighbor;
use super::slots::{NO_ID, OneOrMany, Slot, slot_of, slots_of};
use crate::arrays::{self, Rows};
use crate::background::words;
use crate::convert::{Layers, Size, place, point, rect, type_name};
use crate::errors::mask_error;
use crate::fractions::Rule;
use crate::masks::Mask;
use crate::shapes::AnyShape;
use mask::Rect;
use numpy::{PyArray1, PyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use world::PlacedMask;

/// The pixels in which a query looks for sprites.
pub(super) enum Probe {
    Point([i32; 2]),
    Shape(AnyShape),
    Mask(Arc<mask::Mask>, [i32; 2]),
}

impl<'py> FromPyObject<'_, 'py> for Probe {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Probe> {
        Probe::new(value, "probe")
    }
}

impl Probe {
    /// Returns the probe of an argument with a name.
    pub(super) fn new(value: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<Probe> {
        if let Some(shape) = AnyShape::of_class(value) {
            return Ok(Probe::Shape(shape));
        }
        if let Ok((mask, at)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && let Ok(mask) = mask.cast::<Mask>()
        {
            return Ok(Probe::Mask(mask.get().cell.snapshot(value.py()), place(&at, "the position of a mask")?));
        }
        match value.len() {
            Ok(4) => rect(value, name).map(|rect| Probe::Shape(AnyShape::Rect(rect))),
            Ok(2) => point(&value.to_owned(), name).map(Probe::Point),
            _ => Err(PyTypeError::new_err(format!(
                "{name} must be a point (x, y), a rectangle (left, top, width, height), a Circle, a Line, a Polygon or a \
                 pair (mask, (x, y)), got {}",
                type_name(value)
            ))),
        }
    }

    pub(super) fn to_rust(&self) -> world::Probe<'_> {
        match self {
            Probe::Point(at) => (*at).into(),
            Probe::Mask(mask, at) => PlacedMask { mask, at: *at }.into(),
            Probe::Shape(AnyShape::Rect(rect)) => (*rect).into(),
            Probe::Shape(AnyShape::Circle(circle)) => (*circle).into(),
            Probe::Shape(AnyShape::Line(line)) => (*line).into(),
            Probe::Shape(AnyShape::Polygon(polygon, _)) => (&**polygon).into(),
        }
    }
}

/// The time of a query that counts as one row of a call on many.
const NANOSECONDS_OF_A_ROW: u64 = 20_000;

/// Returns the work of a query with probes.
pub(super) fn work<'a>(probes: impl Iterator<Item = &'a Probe>) -> Work {
    let rows = |probe: &Probe| match probe {
        Probe::Shape(shape) => shape.time(u64::MAX) / NANOSECONDS_OF_A_ROW,
        Probe::Mask(mask, _) => words(mask) / NANOSECONDS_OF_A_ROW,
        Probe::Point(_) => 0,
    };
    let (mut count, mut extra) = (0, 0);
    probes.for_each(|probe| (count, extra) = (count + 1, extra + rows(probe)));
    match (count, extra) {
        (1, 0) => Work::Query,
        _ => Work::Rows(usize::try_from(extra).unwrap_or(usize::MAX - 1).saturating_add(count).min(usize::MAX - 1)),
    }
}

#[pymethods]
impl World {
    /// Returns the sprites with a solid pixel in a probe: uint32 of shape (N,), sorted.
    ///
    /// ``probe`` is a point ``(x, y)``, a rectangle ``(left, top, width, height)``, a :class:`Circle`, a :class:`Line`, a
    /// :class:`Polygon`, or a pair ``(mask, (x, y))`` of a :class:`Mask` and its position. A point with a fraction is the pixel
    /// that it lies in, and so is the corner of a rectangle; the position of a mask is rounded as that of a sprite.
    ///
    /// Keywords of all queries: with ``layers``, only sprites in one of these layers are found. Each bit is a layer.
    /// ``without`` is the id of a sprite that is left out, for example the one that asks.
    ///
    /// :raises TypeError: if ``probe`` is of another type.
    #[pyo3(signature = (probe, *, layers=None, without=None))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        probe: Probe,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let query = Query { layers, without, ..Query::default() };
        let found = self
            .cell
            .call(py, work(std::iter::once(&probe)), move |world| slots_of(query.view(world)?.find(probe.to_rust())))?;
        Ok(arrays::owned(py, found))
    }

    /// Returns the sprites with a solid pixel in each of many probes: uint32 of shape (M, 2) with the columns index of the
    /// probe and id of the sprite, sorted.
    ///
    /// ``probes`` are numbers of shape (N, 2) for points, of shape (N, 3) for circles with the center x, the center y and the
    /// radius, or of shape (N, 4) for rectangles with left, top, width and height. Or they are a list of any probes that
    /// :meth:`find` takes.
    ///
    /// :raises ValueError: if the shape is wrong, or if a side of a rectangle or a radius is negative.
    #[pyo3(signature = (probes, *, layers=None, without=None))]
    fn find_many<'py>(
        &self,
        py: Python<'py>,
        probes: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let query = Query { layers, without, ..Query::default() };
        let probes = probe_list(probes)?;
        let found = self.cell.call_until(py, work(probes.iter()), move |world, stop| {
            let view = query.view(world)?;
            let mut ids = Vec::new();
            let mut rows: Vec<[u32; 2]> = Vec::new();
            for (index, probe) in (0..).zip(&probes) {
                stop.check()?;
                view.find_into(probe.to_rust(), &mut ids);
                rows.try_reserve(ids.len()).map_err(arrays::no_memory)?;
                rows.extend(ids.iter().map(|&id| [index, slot_of(id)]));
            }
            Ok(rows)
        })?;
        Ok(arrays::owned_rows(py, found))
    }

    /// Returns the ``count`` sprites that are nearest to a point: a list of :class:`Neighbor`, sorted by distance, then by id.
    ///
    /// The distance of a sprite is the distance from the point to its nearest solid pixel, in pixels. It is 0 on a solid
    /// pixel. The keywords are those of :meth:`find`.
    #[pyo3(
        signature = (point, count=Size(1), *, layers=None, without=None),
        text_signature = "($self, point, count=1, *, layers=None, without=None)"
    )]
    fn nearest(
        &self,
        py: Python<'_>,
        point: &Bound<'_, PyAny>,
        count: Size,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<Vec<Neighbor>> {
        let query = Query { layers, without, ..Query::default() };
        let point = crate::convert::point(point, "point")?;
        let near = self.cell.call(py, Work::Query, move |world| {
            let mut near = Vec::new();
            query.view(world)?.nearest_into(point, count.0, &mut near);
            Ok(near)
        })?;
        Ok(near.into_iter().map(Neighbor::from).collect())
    }

    /// Returns the ``count`` sprites that are nearest to each of many points, and their distances: uint32 and float64 of shape
    /// (N, ``count``). Each row is sorted by distance, then by id. If there are fewer sprites, the last ids are 2**32 - 1 and
    /// their distances NaN.
    ///
    /// A ``count`` beyond 64 and beyond the number of sprites of the world gives only as many columns as the larger of the two.
    ///
    /// ``points`` are numbers of shape (N, 2).
    ///
    /// :raises MemoryError: if the system refuses memory.
    #[pyo3(
        signature = (points, count=Size(1), *, layers=None, without=None),
        text_signature = "($self, points, count=1, *, layers=None, without=None)"
    )]
    fn nearest_many<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'_, PyAny>,
        count: Size,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let query = Query { layers, without, ..Query::default() };
        let points = arrays::pixel_rows::<2>(points, "points", Rule::Point)?;
        let work = near_work(points.len(), count);
        let table = self.cell.call_until(py, work, move |world, stop| {
            let mut table = NearTable::new(points.len(), count, world)?;
            let (view, mut near) = (query.view(world)?, Vec::new());
            for (row, point) in points.into_iter().enumerate() {
                stop.check()?;
                view.nearest_into(point, table.columns, &mut near);
                table.set(row, &near);
            }
            Ok(table)
        })?;
        Ok(table.into_arrays(py))
    }

    /// Returns the ``count`` sprites that are nearest to a sprite: a list of :class:`Neighbor`, sorted by distance, then by id.
    /// ``ids`` is an id. The distance is the one between the nearest solid pixels, in pixels: 0 if the two share one, and 1 if
    /// they touch side by side. All other sprites count, whatever their layers are; the keywords are those of :meth:`find`.
    ///
    /// With integers of shape (N,), returns the ids and the distances of many: uint32 and float64 of shape (N, ``count``), as
    /// :meth:`nearest_many` does. Without ``ids``, the rows are those of :attr:`ids`.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises MemoryError: if the system refuses memory.
    #[pyo3(
        signature = (ids=None, count=Size(1), *, layers=None, without=None),
        text_signature = "($self, ids=None, count=1, *, layers=None, without=None)"
    )]
    fn nearest_others<'py>(
        &self,
        py: Python<'py>,
        ids: Option<OneOrMany>,
        count: Size,
        layers: Option<Layers>,
        without: Option<Slot>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let query = Query { layers, without, ..Query::default() };
        let ids = match ids {
            Some(OneOrMany::One(id)) => {
                let near = self.cell.call(py, Work::Query, move |world| {
                    let id = id.id(world)?;
                    query.view(world)?.nearest_others(id, count.0).map_err(world_error)
                })?;
                let near: Vec<Neighbor> = near.into_iter().map(Neighbor::from).collect();
                return near.into_bound_py_any(py);
            }
            Some(OneOrMany::Many(ids)) => Some(ids),
            None => None,
        };
        let work = ids.as_ref().map_or(Work::Step, |ids| near_work(ids.0.len(), count));
        let table = self.cell.call_until(py, work, move |world, stop| {
            let ids = match ids {
                Some(ids) => ids.ids(world)?,
                None => arrays::list(world.sprites().map(|(id, _)| id))?,
            };
            let mut table = NearTable::new(ids.len(), count, world)?;
            let (view, mut near) = (query.view(world)?, Vec::new());
            for (row, id) in ids.into_iter().enumerate() {
                stop.check()?;
                view.nearest_others_into(id, table.columns, &mut near).map_err(world_error)?;
                table.set(row, &near);
            }
            Ok(table)
        })?;
        table.into_arrays(py).into_bound_py_any(py)
    }
}

/// The work of as many questions for the nearest sprites as there are rows.
fn near_work(rows: usize, count: Size) -> Work {
    Work::Rows(rows.saturating_mul(count.0.clamp(1, FEW_PLACES)).min(ALL - 1))
}

/// The ids and the distances of the sprites that are nearest to each of many points or sprites, row by row.
struct NearTable {
    ids: Vec<u32>,
    distances: Vec<f64>,
    rows: usize,
    columns: usize,
}

impl NearTable {
    /// A table without sprites.
    fn new(rows: usize, count: Size, world: &world::World) -> PyResult<NearTable> {
        let columns = count.0.min(world.len().max(FEW_PLACES));
        let items = rows.checked_mul(columns).ok_or_else(|| {
            PyMemoryError::new_err(format!("no memory for {columns} neighbors in each of {rows} rows"))
        })?;
        let ids = arrays::list(std::iter::repeat_n(NO_ID, items))?;
        let distances = arrays::list(std::iter::repeat_n(f64::NAN, items))?;
        Ok(NearTable { ids, distances, rows, columns })
    }

    fn set(&mut self, row: usize, near: &[world::Neighbor]) {
        for (item, near) in (row * self.columns..).zip(near) {
            self.ids[item] = slot_of(near.id);
            self.distances[item] = near.distance();
        }
    }

    fn into_arrays(self, py: Python<'_>) -> (Bound<'_, PyAny>, Bound<'_, PyAny>) {
        let shape = [self.rows, self.columns];
        let ids = arrays::owned_grid(py, self.ids, shape);
        (ids.into_any(), arrays::owned_grid(py, self.distances, shape).into_any())
    }
}

/// The columns of [`World::nearest_many`] and [`World::nearest_others`] that a world with fewer sprites has too. So a program that asks for few sprites finds
/// as many columns as it asks for.
const FEW_PLACES: usize = 64;

/// Returns the probes of a list, the points of an array of shape (N, 2), the circles of an array of shape (N, 3), or the
/// rectangles of an array of shape (N, 4).
fn probe_list(value: &Bound<'_, PyAny>) -> PyResult<Vec<Probe>> {
    if !value.is_instance_of::<PyUntypedArray>()
        && value.try_iter()?.next().is_some_and(|first| first.is_ok_and(|first| is_no_row(&first)))
    {
        return arrays::try_list(value.try_iter()?.map(|probe| probe?.extract()));
    }
    let array = arrays::as_array(value)?;
    match array.shape() {
        [_, 3] => {
            let circle = |&[x, y, radius]: &[f64; 3]| {
                let circle = mask::Circle::new([x, y], radius).map_err(mask_error)?;
                Ok(Probe::Shape(AnyShape::Circle(circle)))
            };
            arrays::try_list(arrays::reals(&array, "probes")?.as_chunks::<3>().0.iter().map(circle))
        }
        [_, 4] => {
            let rules = [Rule::Point, Rule::Point, Rule::Offset, Rule::Offset];
            let rows = Rows::<4>::new(array.as_any(), "probes")?.pixels(rules, "probes", |_| true)?;
            let rect = |[left, top, width, height]: [i32; 4]| match (u32::try_from(width), u32::try_from(height)) {
                (Ok(width), Ok(height)) => Ok(Probe::Shape(AnyShape::Rect(Rect::new(left, top, width, height)))),
                _ => Err(PyValueError::new_err(format!(
                    "the sides of a rectangle must be at least 0, got {width} x {height}; swap its edges"
                ))),
            };
            arrays::try_list(rows.into_iter().map(rect))
        }
        _ => {
            let points = arrays::pixel_rows::<2>(array.as_any(), "probes", Rule::Point)?;
            arrays::list(points.into_iter().map(Probe::Point))
        }
    }
}

/// Returns whether a probe of a list is no row of numbers of an array: a shape, or a pair with a mask.
fn is_no_row(probe: &Bound<'_, PyAny>) -> bool {
    let is_mask = |item: Bound<'_, PyAny>| item.is_instance_of::<Mask>();
    AnyShape::of_class(probe.as_borrowed()).is_some() || probe.get_item(0).is_ok_and(is_mask)
}
