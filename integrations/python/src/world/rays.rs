//! Rays through a world.

use super::World;
use super::cell::Work;
use super::queries::view;
use super::results::SpriteHit;
use super::slots::slot_of;
use crate::arrays::{self, no_memory};
use crate::convert::{Count, Point};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The hits of many rays, as arrays with a row for each hit.
#[pyclass(frozen, get_all, module = "hitmask")]
pub(crate) struct RayHits {
    /// The index of the ray: uint32 of shape (M,), sorted. A ray without a hit has no row.
    ray: Py<PyArray1<u32>>,
    /// The slot of the sprite: uint32 of shape (M,).
    sprite: Py<PyArray1<u32>>,
    /// The first pixel of the ray that is solid in the sprite: int32 of shape (M, 2).
    at: Py<PyArray2<i32>>,
    /// The pixel before it on the ray: int32 of shape (M, 2). It is ``at`` if the ray starts in a solid pixel of the sprite.
    before: Py<PyArray2<i32>>,
    /// The number of steps from the start of the ray: uint32 of shape (M,).
    step: Py<PyArray1<u32>>,
    /// The surface normals, unit vectors that point out of the sprite: float64 of shape (M, 2). It is NaN if the
    /// ray starts in a solid pixel of the sprite.
    normal: Py<PyArray2<f64>>,
}

#[pymethods]
impl RayHits {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ray.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<RayHits: {} hits>", self.__len__(py)?))
    }
}

#[pymethods]
impl World {
    /// Returns the first :class:`SpriteHit` on the line of pixels from ``start`` to ``end``, both included, or ``None``. Of
    /// several sprites at one pixel, it names the one with the smallest slot. If ``layers`` is given, only sprites in one
    /// of these layers are hit.
    #[pyo3(signature = (start, end, *, layers=None))]
    fn cast_ray(
        &self,
        py: Python<'_>,
        start: Point,
        end: Point,
        layers: Option<Count<u32>>,
    ) -> PyResult<Option<SpriteHit>> {
        self.cell.call(py, Work::Query, |world| Ok(view(world, layers)?.cast_ray(start, end).map(SpriteHit::from)))
    }

    /// Returns the first hit with each sprite on the line of pixels from ``start`` to ``end``, a list of
    /// :class:`SpriteHit` sorted by step, then by slot.
    #[pyo3(signature = (start, end, *, layers=None))]
    fn cast_ray_all(
        &self,
        py: Python<'_>,
        start: Point,
        end: Point,
        layers: Option<Count<u32>>,
    ) -> PyResult<Vec<SpriteHit>> {
        let hits = self.cell.call(py, Work::Query, |world| Ok(view(world, layers)?.cast_ray_all(start, end)))?;
        Ok(hits.into_iter().map(SpriteHit::from).collect())
    }

    /// Casts many rays, from ``starts`` to ``ends``: integers of shape (N, 2) each. Returns the hits as a :class:`RayHits`:
    /// the first hit of each ray, or with ``every=True`` the first hit of each ray with each sprite.
    ///
    /// :raises ValueError: if the shapes differ.
    #[pyo3(signature = (starts, ends, *, every=false, layers=None))]
    fn cast_rays(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        every: bool,
        layers: Option<Count<u32>>,
    ) -> PyResult<RayHits> {
        let starts = arrays::integer_rows::<i32, 2>(starts, "starts")?;
        let ends = arrays::integer_rows::<i32, 2>(ends, "ends")?;
        if starts.len() != ends.len() {
            let (starts, ends) = (starts.len(), ends.len());
            return Err(PyValueError::new_err(format!(
                "starts and ends must have one length, got {starts} and {ends}"
            )));
        }
        let hits = self.cell.call(py, Work::Rows(starts.len()), |world| {
            let view = view(world, layers)?;
            let (mut hits, mut on_ray) = (Vec::new(), Vec::new());
            for (ray, (&start, &end)) in (0..).zip(starts.iter().zip(&ends)) {
                hits.try_reserve(1).map_err(no_memory)?;
                if every {
                    view.cast_ray_all_into(start, end, &mut on_ray);
                    hits.try_reserve(on_ray.len()).map_err(no_memory)?;
                    hits.extend(on_ray.iter().map(|hit| (ray, *hit)));
                } else {
                    hits.extend(view.cast_ray(start, end).map(|hit| (ray, hit)));
                }
            }
            Ok(hits)
        })?;
        let hit = || hits.iter().map(|(_, hit)| hit);
        Ok(RayHits {
            ray: arrays::column(py, hits.iter().map(|(ray, _)| *ray))?,
            sprite: arrays::column(py, hit().map(|hit| slot_of(hit.sprite)))?,
            at: arrays::table(py, hit().map(|hit| hit.at))?,
            before: arrays::table(py, hit().map(|hit| hit.before.unwrap_or(hit.at)))?,
            step: arrays::column(py, hit().map(|hit| hit.step))?,
            normal: arrays::table(py, hit().map(|hit| hit.normal.unwrap_or([f64::NAN; 2])))?,
        })
    }
}
