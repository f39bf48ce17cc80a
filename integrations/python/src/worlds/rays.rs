//! Rays through a world.

use super::World;
use super::fields::NO_PIXEL;
use super::pace::Work;
use super::query::Query;
use super::results::SpriteRayHit;
use super::slots::{Slot, slot_of};
use crate::arrays::{self, Late1, Late2, no_memory};
use crate::convert::{Layers, point};
use crate::fractions::Rule;
use crate::records::columns;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

columns! {
    /// The hits of many rays, as arrays with a row for each hit.
    RayHits of "hits" {
        /// The index of the ray: uint32 of shape (M,), sorted. A ray without a hit has no row.
        index: Late1<u32>,
        /// The id of the sprite: uint32 of shape (M,).
        id: Late1<u32>,
        /// The first pixel of the ray that is solid in the sprite: int32 of shape (M, 2).
        at: Late2<i32>,
        /// The pixel before it on the ray: int32 of shape (M, 2). Both coordinates are -2**31 if the ray starts in a solid pixel
        /// of the sprite.
        before: Late2<i32>,
        /// The number of steps from the start of the ray: uint32 of shape (M,).
        step: Late1<u32>,
        /// The surface normals, unit vectors that point out of the sprite: float64 of shape (M, 2). It is NaN if the ray starts
        /// in a solid pixel of the sprite.
        normal: Late2<f64>,
    }
}

#[pymethods]
impl World {
    /// Returns the first :class:`SpriteRayHit` on the line of pixels from ``start`` to ``end``, both included, or ``None``. Of
    /// several sprites at one pixel, it names the one with the smallest id. A point with a fraction is the pixel that it lies
    /// in.
    ///
    /// The keywords are those of :meth:`find`, and ``with_sensors``: if it is true, sensors are hit too.
    #[pyo3(signature = (start, end, *, layers=None, without=None, with_sensors=false))]
    fn cast_ray(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
    ) -> PyResult<Option<SpriteRayHit>> {
        let query = Query { layers, without, with_sensors, ..Query::default() };
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        self.cell
            .call(py, Work::Query, move |world| Ok(query.view(world)?.cast_ray(start, end).map(SpriteRayHit::from)))
    }

    /// Returns the first hit with each sprite on the line of pixels from ``start`` to ``end``, a list of
    /// :class:`SpriteRayHit` sorted by step, then by id.
    #[pyo3(signature = (start, end, *, layers=None, without=None, with_sensors=false))]
    fn cast_ray_all(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
    ) -> PyResult<Vec<SpriteRayHit>> {
        let query = Query { layers, without, with_sensors, ..Query::default() };
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        let hits = self.cell.call(py, Work::Query, move |world| Ok(query.view(world)?.cast_ray_all(start, end)))?;
        Ok(hits.into_iter().map(SpriteRayHit::from).collect())
    }

    /// Casts many rays, from ``starts`` to ``ends``: numbers of shape (N, 2) each. Returns the hits as a :class:`RayHits`:
    /// the first hit of each ray, or with ``every=True`` the first hit of each ray with each sprite.
    ///
    /// :raises ValueError: if the shapes differ.
    #[pyo3(signature = (starts, ends, *, every=false, layers=None, without=None, with_sensors=false))]
    #[allow(clippy::too_many_arguments)]
    fn cast_rays(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        every: bool,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
    ) -> PyResult<RayHits> {
        let query = Query { layers, without, with_sensors, ..Query::default() };
        let starts = arrays::pixel_rows::<2>(starts, "starts", Rule::Point)?;
        let ends = arrays::pixel_rows::<2>(ends, "ends", Rule::Point)?;
        if starts.len() != ends.len() {
            let (starts, ends) = (starts.len(), ends.len());
            return Err(PyValueError::new_err(format!(
                "starts and ends must have one length, got {starts} and {ends}"
            )));
        }
        let hits = self.cell.call_until(py, Work::Rows(starts.len()), move |world, stop| {
            let view = query.view(world)?;
            let (mut hits, mut on_ray) = (Vec::new(), Vec::new());
            for (index, (&start, &end)) in (0..).zip(starts.iter().zip(&ends)) {
                stop.check()?;
                hits.try_reserve(1).map_err(no_memory)?;
                if every {
                    view.cast_ray_all_into(start, end, &mut on_ray);
                    hits.try_reserve(on_ray.len()).map_err(no_memory)?;
                    hits.extend(on_ray.iter().map(|hit| (index, *hit)));
                } else {
                    hits.extend(view.cast_ray(start, end).map(|hit| (index, hit)));
                }
            }
            Ok(hits)
        })?;
        let hit = || hits.iter().map(|(_, hit)| hit);
        Ok(RayHits {
            index: arrays::column(py, hits.iter().map(|(index, _)| *index))?,
            id: arrays::column(py, hit().map(|hit| slot_of(hit.id)))?,
            at: arrays::table(py, hit().map(|hit| hit.at))?,
            before: arrays::table(py, hit().map(|hit| hit.before.unwrap_or(NO_PIXEL)))?,
            step: arrays::column(py, hit().map(|hit| hit.step))?,
            normal: arrays::table(py, hit().map(|hit| hit.normal.unwrap_or([f64::NAN; 2])))?,
        })
    }
}
