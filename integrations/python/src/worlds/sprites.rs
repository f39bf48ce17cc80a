//! Sprites: spawn, despawn and move.

use super::World;
use super::columns::Column;
use super::errors::world_error;
use super::options::{Call, Options};
use super::pace::{ALL, Work};
use super::slots::{self, MaskSlot, NO_ID, Slot, Slots, slot_of, slots_of};
use crate::arrays::{self, Rows};
use crate::convert::{any_place, place, way};
use crate::fractions::Rule;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl World {
    /// Adds a sprite with its top-left pixel at ``position``, two numbers ``(x, y)``, and returns its id. A sprite with an angle, a
    /// scale, an origin or a transform is shown at its position with the fraction. Any other stands at the nearest pixel, and
    /// halves go right and down.
    ///
    /// Keywords, with their defaults:
    ///
    /// - ``flip_x=False``, ``flip_y=False``: mirrors the mask left to right, and top to bottom.
    /// - ``turn=0``: quarter turns clockwise, 0 to 3, after the flips.
    /// - ``scale=1.0``: a factor, or a tuple of factors along x and y, after the turn.
    /// - ``angle=0.0``: degrees clockwise, after the scale.
    /// - ``origin=None``: the point ``(x, y)`` of the picture that is drawn at the position, and about which the sprite flips,
    ///   turns, scales and rotates. ``(0, 0)`` is the top-left corner of the picture. Without an origin, the sprite does so about
    ///   its middle.
    /// - ``transform=None``: any linear map of the picture, instead of flips, turn, angle, scale and origin: an :class:`Affine`
    ///   without a translation, or ``((a, b), (c, d))`` for ``x' = a*x + b*y`` and ``y' = c*x + d*y``. The top-left corner of
    ///   the picture is drawn at the position.
    /// - ``fraction=(0.0, 0.0)``: the part of the position below a pixel, from 0 to less than 1. A position with a fraction sets it.
    /// - ``layers=1``, ``collides_with=0xFFFFFFFF``: bits of the layers that the sprite is in, and that it collides with.
    ///   Two sprites meet only if each is in a layer that the other collides with: a hero falls through a ground whose
    ///   ``collides_with`` lacks his layer. :meth:`one_sided_layers` finds such sprites.
    /// - ``fixed=False``: scenery that seldom moves. Two fixed sprites are never a pair.
    /// - ``sensor=False``: if true, the sprite collides but blocks nobody, as a coin or a door. It is in pairs and contacts, and
    ///   :meth:`find`, :meth:`nearest` and :meth:`overlapping` find it. Rays, sweeps, moves and free places skip it, unless a
    ///   query has ``with_sensors=True``. A sensor that moves is itself blocked by others.
    /// - ``one_way=None``: the only side from which the sprite blocks others, ``"left"``, ``"right"``, ``"top"`` or ``"bottom"``.
    ///   The top of a platform is ``"top"``: others jump through it from below, and land on it. It blocks nothing else, so it
    ///   does not count for free places. A list has an item for each sprite.
    /// - ``continuous=False``: if true, a step tests the sprite along its path, the straight line from its position at
    ///   the last step to its position now, so that it passes through nothing unseen, however fast it is. A pair that
    ///   shares pixels only in passing is a pair of the step and ends in the next; :meth:`Step.impact` tells where the
    ///   two met. The first path begins where the sprite was spawned; after :meth:`jump_to` there is none.
    /// - ``data=0``: a whole number from 0 to 2**64 - 1 that the world keeps and does not use.
    ///
    /// :raises IndexError: if the world has no such mask.
    /// :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
    #[pyo3(signature = (mask, position, **options))]
    fn spawn(
        &self,
        py: Python<'_>,
        mask: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u32> {
        let options = Options::new(Call::Spawn, options)?;
        let options =
            options.with_masks(MaskSlot::column(mask, "mask")?, Column::One(any_place(position, "position")?));
        options.check(1)?;
        self.note_scaled(&options);
        self.cell.write(py, move |world| {
            let sprite = options.new_sprite(world, 0)?;
            world.spawn(sprite).map(slot_of).map_err(world_error)
        })
    }

    /// Adds many sprites and returns their ids: uint32 of shape (N,). After an error, no sprite is added, and later sprites get
    /// the ids that they would get without the call.
    ///
    /// ``masks`` is a number or integers of shape (N,). ``positions`` are numbers of shape (N, 2), in pixels. The keywords
    /// are those of :meth:`spawn`. Each is one value for all sprites, or an array of shape (N,) with a value for each. Arrays
    /// of origins, of fractions, and of factors along x and y have the shape (N, 2), an array of transforms has the shape
    /// (N, 2, 2). A row of NaN is no origin and no transform. The array of a single factor for each sprite is a NumPy array.
    ///
    /// :raises IndexError: if the world has no such mask.
    /// :raises ValueError: if a shape is wrong, a value is out of range, or a scaled mask would be too large.
    #[pyo3(signature = (masks, positions, **options))]
    fn spawn_many<'py>(
        &self,
        py: Python<'py>,
        masks: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let options = Options::new(Call::SpawnMany, options)?;
        let positions = Rows::new(positions, "positions")?.places("positions")?;
        let count = positions.len();
        let options = options.with_masks(MaskSlot::column(masks, "masks")?, Column::Each(positions));
        options.check(count)?;
        self.note_scaled(&options);
        let slots = self.cell.call(py, Work::WriteMany(count), move |world| {
            let sprite = |world: &world::World, index| options.new_sprite(world, index);
            slots_of(world.spawn_each(count, sprite, |error, _| world_error(error))?)
        })?;
        Ok(arrays::owned(py, slots))
    }

    /// Removes a sprite. A later sprite may receive its id, as :class:`World` says.
    ///
    /// :raises IndexError: if the world has no such sprite.
    fn despawn(&self, py: Python<'_>, id: Slot) -> PyResult<()> {
        self.cell.write(py, move |world| {
            let id = id.id(world)?;
            world.despawn(id).map(drop).map_err(world_error)
        })
    }

    /// Removes many sprites, integers of shape (N,), and returns how many. Ids that name no sprite are skipped, so a sprite may
    /// be named twice.
    fn despawn_many(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<usize> {
        let slots = slots::slots(ids, |_| Ok(NO_ID))?;
        self.cell.call(py, Work::WriteMany(slots.len()), move |world| {
            let ids = arrays::list(slots.into_iter().filter_map(|slot| world.id_at(slot as usize)))?;
            Ok(world.despawn_many(ids))
        })
    }

    /// Removes all sprites. The masks stay, except those of :meth:`own_mask`. The next step ends the pairs of the last one.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.cell.call(py, Work::WriteMany(ALL), |world| {
            world.clear();
            Ok(())
        })
    }

    /// Returns whether an id names a sprite.
    fn __contains__(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(id) = id.extract::<usize>() else { return Ok(false) };
        self.cell.read(py, move |world| Ok(world.id_at(id).is_some()))
    }

    /// The ids of all sprites, sorted: uint32 of shape (N,).
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let ids = self.cell.call(py, Work::ReadMany(ALL), |world| {
            let slots = 0..world.slot_count();
            slots_of(slots.filter_map(|slot| world.id_at(slot)))
        })?;
        Ok(arrays::owned(py, ids))
    }

    /// The positions of all sprites by id, in pixels: int32 of shape (:attr:`slot_count`, 2). Both
    /// coordinates of an empty slot are -2**31.
    ///
    /// The array is a copy, and read-only: a change of it would be lost. Write ``world.positions = world.positions +
    /// velocities`` instead of ``+=``, and ``set_positions(positions, ids)`` to move some sprites. An assignment moves the
    /// sprites as :meth:`set_positions` does.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let positions = self.cell.call(py, Work::ReadMany(ALL), |world| {
            let mut positions = Vec::new();
            world.positions_by_slot(&mut positions).map_err(world_error)?;
            Ok(positions)
        })?;
        let array = arrays::owned_rows(py, positions);
        array.try_readwrite().map_err(arrays::taken)?.make_nonwriteable();
        Ok(array)
    }

    #[setter(positions)]
    fn assign_positions(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_positions(py, positions, None)
    }

    /// Moves many sprites, in pixels. After an error, no sprite moves. A sprite with an angle, a scale, an origin or a transform is
    /// shown at its position with the fraction. Any other stands at the nearest pixel, and halves go right and down. Whole
    /// numbers, as of an integer array, keep the fraction that a sprite has.
    ///
    /// Without ``ids``, ``positions`` are numbers of shape (:attr:`slot_count`, 2), by id. The positions of empty slots are
    /// ignored. With ``ids``, integers of shape (N,), ``positions`` has the shape (N, 2). If a sprite is named twice, it goes
    /// to the last of its positions.
    ///
    /// :raises IndexError: if an id names no sprite.
    /// :raises ValueError: if the shape is wrong, or if a coordinate is NaN or farther than 2**30 from 0.
    #[pyo3(signature = (positions, ids=None))]
    fn set_positions(&self, py: Python<'_>, positions: &Bound<'_, PyAny>, ids: Option<Slots>) -> PyResult<()> {
        let positions = Rows::<2>::new(positions, "positions")?;
        let rules = [Rule::Place; 2];
        self.cell.call(py, Work::WriteMany(positions.len()), move |world| {
            let Some(ids) = ids else {
                check_length(positions.len(), world.slot_count(), "one for each slot of the world")?;
                let is_used = |slot| world.id_at(slot).is_some();
                let real = if world.has_fractions() { positions.real() } else { None };
                let positions = positions.pixels(rules, "positions", is_used)?;
                if let Some(real) = real {
                    return world.place_by_slot(&real?, |error, _| world_error(error));
                }
                return world.sync_by_slot(&positions).map_err(world_error);
            };
            check_length(positions.len(), ids.0.len(), "one for each of the ids")?;
            let ids = ids.ids(world)?;
            let real = if world.has_fractions() { positions.real() } else { None };
            let positions = positions.pixels(rules, "positions", |_| true)?;
            if let Some(real) = real {
                return world.place_each(&real?, |index| ids[index], |error, _| world_error(error));
            }
            world.sync(ids.into_iter().zip(positions)).map_err(world_error)
        })
    }

    /// Moves a sprite to a position ``(x, y)``, in pixels. A sprite with an angle, a scale, an origin or a transform is shown at its
    /// position with the fraction. Any other stands at the nearest pixel, and halves go right and down. Integers move a sprite by
    /// whole pixels and keep its fraction; floats replace it.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the position is out of range.
    fn move_to(&self, py: Python<'_>, id: Slot, to: &Bound<'_, PyAny>) -> PyResult<()> {
        let to = any_place(to, "to")?;
        self.cell.write(py, move |world| {
            let id = id.id(world)?;
            to.apply(world, id).map_err(world_error)
        })
    }

    /// Moves a sprite to a position ``(x, y)`` without a path: the next step tests it only where it stands. It is for
    /// teleporters, respawns and the edges of a world that wraps around, and differs from :meth:`move_to` only for
    /// continuous sprites.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the position is out of range.
    fn jump_to(&self, py: Python<'_>, id: Slot, to: &Bound<'_, PyAny>) -> PyResult<()> {
        let to = any_place(to, "to")?;
        self.cell.write(py, move |world| {
            let id = id.id(world)?;
            to.apply(world, id).map_err(world_error)?;
            let at = world.get(id).map_or([0, 0], |sprite| sprite.position);
            world.jump_to(id, at).map_err(world_error)
        })
    }

    /// Sets where a sprite stood at the last step, ``(x, y)``. The next step tests a continuous sprite along the path
    /// from this place. It is for sprites that are put back to where they touched something (:meth:`Impact.before_of`).
    /// To forget the place, call :meth:`jump_to` with the sprite's own position.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the place is out of range.
    fn set_last_place(&self, py: Python<'_>, id: Slot, place: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = self::place(place, "place")?;
        self.cell.write(py, move |world| {
            let id = id.id(world)?;
            world.set_last_place(id, at).map_err(world_error)
        })
    }

    /// Moves a sprite by ``(dx, dy)``, in whole pixels. Fractions are an error, because many small moves would
    /// lose them; a :class:`Remainder` adds them up.
    ///
    /// :raises IndexError: if the world has no such sprite.
    /// :raises ValueError: if the new position is out of range, or if the way has a fraction.
    fn move_by(&self, py: Python<'_>, id: Slot, by: &Bound<'_, PyAny>) -> PyResult<()> {
        let by = way(by, "by")?;
        self.cell.write(py, move |world| {
            let id = id.id(world)?;
            world.move_by(id, by).map_err(world_error)
        })
    }
}

impl World {
    /// Notes the sizes of masks that are scaled to large ones, so that calls that make them are not taken for short.
    pub(super) fn note_scaled(&self, options: &Options) {
        let times = |[x, y]: [f64; 2]| self.cell.note_scale(x * y);
        match &options.scale {
            Column::Absent => {}
            Column::One(scale) => times(*scale),
            Column::Each(scales) => scales.iter().copied().for_each(times),
        }
        let under =
            |by: Option<mask::Affine>| by.into_iter().for_each(|by| self.cell.note_scale(by.determinant().abs()));
        match &options.transform {
            Column::Absent => {}
            Column::One(by) => under(*by),
            Column::Each(all) => all.iter().copied().for_each(under),
        }
    }
}

/// Checks the number of positions.
fn check_length(positions: usize, expected: usize, which: &str) -> PyResult<()> {
    if positions == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "positions must have the shape ({expected}, 2), {which}, got {positions} positions"
    )))
}
