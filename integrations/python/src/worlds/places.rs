//! Free places of sprites, what blocks them, and platforms that carry them.

use super::World;
use super::errors::world_error;
use super::fields::NO_PIXEL;
use super::pace::Work;
use super::query::Query;
use super::results::Carried;
use super::slots::{Slot, Slots, slots_of};
use super::who::Asked;
use crate::arrays;
use crate::convert::{Layers, Limit, offset, place, rect, tuple, way};
use mask::Reach;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use world::PushOut;

/// A place or a move in Python.
type Pair = (i32, i32);

#[pymethods]
impl World {
    /// Returns whether a sprite fits where it stands: whether it shares no solid pixel there with another sprite that its layers
    /// let it collide with. One-way sprites do not count, and sensors only if ``with_sensors`` is true.
    ///
    /// ``who`` is that of :meth:`sweep`: ``is_free(Who(hero, at=(x, y)))`` asks about another place. The keywords are those of
    /// :meth:`sweep`, without ``hit_from_inside``.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
    #[pyo3(signature = (who, *, layers=None, without=None, with_sensors=false))]
    fn is_free(
        &self,
        py: Python<'_>,
        who: Asked,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
    ) -> PyResult<bool> {
        let query = Query { layers, without, with_sensors, ..Query::default() };
        self.cell.call(py, who.work(self), move |world| {
            let who = who.to_rust(world)?;
            query.view(world)?.is_free(who).map_err(world_error)
        })
    }

    /// Returns the sprites that would block a move of a sprite by ``(dx, dy)``, in whole pixels: uint32 of shape (N,), sorted. The
    /// sprite does not move. By ``(0, 1)``, they are the ground that it stands on; by ``(1, 0)``, the walls to its right; by ``(0, 0)``,
    /// those that it overlaps now.
    ///
    /// A sprite is in the list if it alone would stop the move. ``who`` and the keywords are those of :meth:`sweep`. Fractions are an
    /// error; a :class:`Remainder` makes whole moves of them.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if the new position is out of range, or if the way has a fraction.
    #[pyo3(signature = (who, by, *, layers=None, without=None, with_sensors=false, hit_from_inside=false))]
    #[allow(clippy::too_many_arguments)]
    fn touching<'py>(
        &self,
        py: Python<'py>,
        who: Asked,
        by: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
        hit_from_inside: bool,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let query = Query { layers, without, with_sensors, hit_from_inside };
        let by = way(by, "by")?;
        let found = self.cell.call(py, who.work(self), move |world| {
            let who = who.to_rust(world)?;
            slots_of(query.view(world)?.touching(who, by).map_err(world_error)?)
        })?;
        Ok(arrays::owned(py, found))
    }

    /// Returns the position nearest to its own at which a sprite fits, as :meth:`is_free` says, or ``None`` if no position up to
    /// ``limit`` pixels away is free. The sprite does not move.
    ///
    /// Of several nearest positions, it is the topmost, and of equally high ones the leftmost. It may lie behind a wall. ``who`` and
    /// the keywords are those of :meth:`is_free`. With ``within``, a rectangle ``(left, top, width, height)`` of the world, the solid
    /// pixels have to lie in it.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
    #[pyo3(signature = (who, limit, *, within=None, layers=None, without=None, with_sensors=false))]
    #[allow(clippy::too_many_arguments)]
    fn nearest_free(
        &self,
        py: Python<'_>,
        who: Asked,
        limit: Limit,
        within: Option<&Bound<'_, PyAny>>,
        layers: Option<Layers>,
        without: Option<Slot>,
        with_sensors: bool,
    ) -> PyResult<Option<Pair>> {
        let query = Query { layers, without, with_sensors, ..Query::default() };
        let reach = reach(limit, within)?;
        self.cell.call(py, who.work(self), move |world| {
            let who = who.to_rust(world)?;
            let place = query.view(world)?.nearest_free(who, reach);
            place.map(|place| place.map(tuple)).map_err(world_error)
        })
    }

    /// Moves a sprite to the nearest place at which it fits, and returns the move ``(dx, dy)``. It is ``(0, 0)`` if the sprite was
    /// free. Returns ``None``, and moves nothing, if no place up to ``limit`` pixels away is free. The place is that of
    /// :meth:`nearest_free`, ``within`` too.
    ///
    /// With ``along``, a direction ``(dx, dy)`` in whole pixels, it is the first free place in this direction.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the direction has a fraction, or if the limit is not from 0 to 2**32 - 1.
    #[pyo3(signature = (id, limit, *, along=None, within=None))]
    fn push_out(
        &self,
        py: Python<'_>,
        id: Slot,
        limit: Limit,
        along: Option<&Bound<'_, PyAny>>,
        within: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Pair>> {
        let how = how(limit, along, within)?;
        self.cell.call(py, Work::Push(1), move |world| {
            let id = id.id(world)?;
            world.push_out(id, how).map(|by| by.map(tuple)).map_err(world_error)
        })
    }

    /// Moves many sprites, one after the other, as :meth:`push_out` does: each is free of those that have moved before it.
    /// Returns the moves: int32 of shape (N, 2). Both coordinates are -2**31 if no place was free.
    ///
    /// ``ids`` are integers of shape (N,).
    ///
    /// :raises IndexError: if the world has no such sprite. No sprite moves.
    /// :raises ValueError: if the direction has a fraction, or if the limit is not from 0 to 2**32 - 1.
    #[pyo3(signature = (ids, limit, *, along=None, within=None))]
    fn push_out_many<'py>(
        &self,
        py: Python<'py>,
        ids: Slots,
        limit: Limit,
        along: Option<&Bound<'_, PyAny>>,
        within: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let how = how(limit, along, within)?;
        let moves = self.cell.call(py, Work::Push(ids.0.len()), move |world| {
            let ids = ids.ids(world)?;
            let moves = world.push_out_many(ids, how).map_err(world_error)?;
            arrays::list(moves.into_iter().map(|by| by.unwrap_or(NO_PIXEL)))
        })?;
        Ok(arrays::owned_rows(py, moves))
    }

    /// Moves a platform to a position, along x first, with the sprites that ride on it, and pushes others out of its way. Returns a
    /// :class:`Carried`. The platform always arrives.
    ///
    /// Platform and riders do not block each other, and a wall stops a rider. A sprite in the way is pushed as far as needed. If
    /// it cannot clear the platform, it stays, and ``crushed`` names it. ``riders`` are integers of shape (N,); without it, they are
    /// the sprites that stand on the platform and those that stand on these. Sensors and fixed sprites neither ride by
    /// themselves nor are pushed or crushed, and a platform that is a sensor carries only the riders that are given.
    ///
    /// :raises IndexError: if the world has no such sprite. No sprite moves.
    /// :raises ValueError: if the position is out of range. No sprite moves.
    #[pyo3(signature = (id, to, riders=None))]
    fn carry(&self, py: Python<'_>, id: Slot, to: &Bound<'_, PyAny>, riders: Option<Slots>) -> PyResult<Carried> {
        let to = place(to, "to")?;
        self.cell.call(py, Work::Carry, move |world| {
            let id = id.id(world)?;
            let riders = riders.map(|riders| riders.ids(world)).transpose()?;
            world.carry(id, to, riders.as_deref()).map(Carried::from).map_err(world_error)
        })
    }
}

/// Returns how far a search goes, and where.
fn reach(limit: Limit, within: Option<&Bound<'_, PyAny>>) -> PyResult<Reach> {
    let reach = Reach::new(limit.0);
    within.map_or(Ok(reach), |within| Ok(reach.inside(rect(within.as_borrowed(), "within")?)))
}

fn how(limit: Limit, along: Option<&Bound<'_, PyAny>>, within: Option<&Bound<'_, PyAny>>) -> PyResult<PushOut> {
    let reach = reach(limit, within)?;
    along.map_or(Ok(reach.into()), |along| Ok(PushOut::along(offset(along, "along")?, reach)))
}
