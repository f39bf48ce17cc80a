//! Free places of sprites, what blocks them, and platforms that carry them.

use super::World;
use super::cell::Work;
use super::errors::world_error;
use super::options::Options;
use super::queries::view_with;
use super::results::Carried;
use super::slots::{Slot, Slots, slots_of};
use super::value::NO_PIXEL;
use crate::arrays;
use crate::convert::{Layers, Limit, offset, place, tuple, way};
use ::world::{Sprite, SpriteId};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A place or a move in Python.
type Pair = (i32, i32);

#[pymethods]
impl World {
    /// Returns whether a sprite fits at a position: whether it shares no solid pixel there with another sprite that its
    /// layers let it collide with. One-way sprites do not count, and sensors only if ``with_sensors`` is true. The sprite does
    /// not move.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the position is out of range.
    #[pyo3(signature = (id, at, *, layers=None, with_sensors=false))]
    fn is_free(
        &self,
        py: Python<'_>,
        id: Slot,
        at: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        with_sensors: bool,
    ) -> PyResult<bool> {
        let at = place(at, "at")?;
        self.cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            view_with(world, layers, with_sensors)?.is_free(id, at).map_err(world_error)
        })
    }

    /// Returns whether a sprite would fit with other values: another mask, angle or position, for example to stand up. The
    /// sprite does not change, and is not in its own way. The keywords are those of :meth:`set`, one value each; ``layers`` are
    /// those of the sprite.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
    #[pyo3(signature = (id, *, with_sensors=false, **changes))]
    fn is_free_as(
        &self,
        py: Python<'_>,
        id: Slot,
        with_sensors: bool,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<bool> {
        let changes = self.changes("is_free_as", changes)?;
        self.cell.call(py, Work::Query, move |world| {
            let (id, sprite) = changed(world, id, &changes)?;
            view_with(world, None, with_sensors)?.is_free_as(id, &sprite).map_err(world_error)
        })
    }

    /// Returns the sprites that would block a move of a sprite by ``(dx, dy)``, in whole pixels: uint32 of shape (N,), sorted. The
    /// sprite does not move. By ``(0, 1)``, they are the ground that it stands on; by ``(1, 0)``, the walls to its right.
    ///
    /// A sprite is in the list if it alone would stop the move, as in :meth:`sweep`. Fractions are an error; a
    /// :class:`Remainder` makes whole moves of them.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the new position is out of range, or if the way has a fraction.
    #[pyo3(signature = (id, by, *, layers=None, with_sensors=false))]
    fn touching<'py>(
        &self,
        py: Python<'py>,
        id: Slot,
        by: &Bound<'_, PyAny>,
        layers: Option<Layers>,
        with_sensors: bool,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let by = way(by, "by")?;
        let found = self.cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            slots_of(view_with(world, layers, with_sensors)?.touching(id, by).map_err(world_error)?)
        })?;
        Ok(arrays::owned(py, found))
    }

    /// Returns the position nearest to ``at`` at which a sprite fits, as :meth:`is_free` says, or ``None`` if no position up to
    /// ``limit`` pixels away is free. The sprite does not move.
    ///
    /// Of several nearest positions, it is the topmost, and of equally high ones the leftmost. It may lie behind a wall.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the position is out of range, or if the limit is not from 0 to 2**32 - 1.
    #[pyo3(signature = (id, at, limit, *, layers=None, with_sensors=false))]
    #[allow(clippy::too_many_arguments)]
    fn nearest_free(
        &self,
        py: Python<'_>,
        id: Slot,
        at: &Bound<'_, PyAny>,
        limit: Limit,
        layers: Option<Layers>,
        with_sensors: bool,
    ) -> PyResult<Option<Pair>> {
        let at = place(at, "at")?;
        self.cell.call(py, Work::Query, move |world| {
            let id = id.id(world)?;
            let place = view_with(world, layers, with_sensors)?.nearest_free(id, at, limit.0);
            place.map(|place| place.map(tuple)).map_err(world_error)
        })
    }

    /// Returns the position nearest to its own at which a sprite would fit with other values, or ``None`` if no position up to
    /// ``limit`` pixels away is free. The sprite does not change. The keywords are those of :meth:`is_free_as`; the search begins at
    /// ``position``, if given.
    ///
    /// :raises IndexError: if the world has no such sprite, or no such mask.
    /// :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
    #[pyo3(signature = (id, limit, *, with_sensors=false, **changes))]
    fn nearest_free_as(
        &self,
        py: Python<'_>,
        id: Slot,
        limit: Limit,
        with_sensors: bool,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Pair>> {
        let changes = self.changes("nearest_free_as", changes)?;
        self.cell.call(py, Work::Query, move |world| {
            let (id, sprite) = changed(world, id, &changes)?;
            let place = view_with(world, None, with_sensors)?.nearest_free_as(id, &sprite, limit.0);
            place.map(|place| place.map(tuple)).map_err(world_error)
        })
    }

    /// Moves a sprite to the nearest place at which it fits, and returns the move ``(dx, dy)``. It is ``(0, 0)`` if the sprite was
    /// free. Returns ``None``, and moves nothing, if no place up to ``limit`` pixels away is free. The place is that of
    /// :meth:`nearest_free`.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the limit is not from 0 to 2**32 - 1.
    fn push_out(&self, py: Python<'_>, id: Slot, limit: Limit) -> PyResult<Option<Pair>> {
        self.cell.call(py, Work::Push(1), move |world| {
            let id = id.id(world)?;
            world.push_out(id, limit.0).map(|by| by.map(tuple)).map_err(world_error)
        })
    }

    /// Moves many sprites, one after the other, as :meth:`push_out` does: each is free of those that have moved before it.
    /// Returns the moves: int32 of shape (N, 2). Both coordinates are -2**31 if no place was free.
    ///
    /// ``ids`` are integers of shape (N,).
    ///
    /// :raises IndexError: if the world has no such sprite. No sprite moves.
    /// :raises ValueError: if the limit is not from 0 to 2**32 - 1.
    fn push_out_many<'py>(&self, py: Python<'py>, ids: Slots, limit: Limit) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let moves = self.cell.call(py, Work::Push(ids.0.len()), move |world| {
            let ids = ids.ids(world)?;
            let moves = world.push_out_many(ids, limit.0).map_err(world_error)?;
            arrays::list(moves.into_iter().map(|by| by.unwrap_or(NO_PIXEL)))
        })?;
        Ok(arrays::owned_rows(py, moves))
    }

    /// Moves a sprite along a direction ``(dx, dy)``, to the first place at which it fits, and returns the move. It is ``(0, 0)`` if
    /// the sprite was free. Returns ``None``, and moves nothing, if no place up to ``limit`` pixels away is free, or if the
    /// direction is ``(0, 0)``.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the direction has a fraction, or if the limit is not from 0 to 2**32 - 1.
    fn push_out_along(
        &self,
        py: Python<'_>,
        id: Slot,
        direction: &Bound<'_, PyAny>,
        limit: Limit,
    ) -> PyResult<Option<Pair>> {
        let direction = offset(direction, "direction")?;
        self.cell.call(py, Work::Push(1), move |world| {
            let id = id.id(world)?;
            world.push_out_along(id, direction, limit.0).map(|by| by.map(tuple)).map_err(world_error)
        })
    }

    /// Moves a platform to a position, along x first, with the sprites that ride on it, and pushes others out of its way. Returns a
    /// :class:`Carried`. The platform always arrives.
    ///
    /// Platform and riders do not block each other, and a wall stops a rider. A sprite in the way is pushed as far as needed. If
    /// it cannot clear the platform, it stays, and ``crushed`` names it. ``riders`` are integers of shape (N,); without it, they are
    /// the sprites that stand on the platform and those that stand on these. Sensors and fixed sprites neither ride by
    /// themselves nor are pushed.
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

impl World {
    /// Reads the changes of one sprite.
    fn changes(&self, function: &str, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let changes = Options::new(function, changes, true)?;
        changes.check(1)?;
        self.note_scaled(&changes);
        Ok(changes)
    }
}

/// Returns a sprite with changes. The sprite of the world stays as it is.
fn changed(world: &::world::World, id: Slot, changes: &Options) -> PyResult<(SpriteId, Sprite)> {
    let id = id.id(world)?;
    let mut sprite = world.get(id).expect("the id is the id of a sprite");
    changes.apply(world, 0, &mut sprite)?;
    Ok((id, sprite))
}
