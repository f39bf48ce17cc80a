//! Sprites: spawn, despawn and move.

use super::World;
use super::cell::{ALL, Work};
use super::columns::{Column, integers};
use super::errors::world_error;
use super::options::Options;
use super::slots::{Slot, Slots, slot_of, slots_of};
use crate::arrays;
use crate::convert::Point;
use crate::mask::Mask;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl World {
    /// Adds a sprite with its top-left pixel at ``(x, y)`` and returns its slot.
    ///
    /// Keywords, with their defaults:
    ///
    /// - ``flip_x=False``, ``flip_y=False``: mirrors the mask left to right, and top to bottom.
    /// - ``turn=0``: quarter turns clockwise, 0 to 3, after the flips.
    /// - ``scale=1.0``: a factor, or two factors along x and y, after the turn. It is rounded to 32 steps an octave. Two
    ///   numbers are always factors along x and y; ``np.column_stack([f, f])`` gives each sprite a factor of its own.
    /// - ``angle=0.0``: degrees clockwise, after the scale, rounded to 1/65536 of a circle. The sprite shows the nearest angle
    ///   of its mask (:meth:`set_angles`).
    /// - ``exact=False``: if true, the sprite shows its scale and its angle without further rounding.
    /// - ``pivot=None``: the pixel ``(x, y)`` of the mask that stands at the position, and about which the sprite flips,
    ///   turns, scales and rotates. Without a pivot, it does so in place.
    /// - ``layers=1``, ``collides_with=0xFFFFFFFF``: bits of the layers that the sprite is in, and that it collides with.
    ///   Two sprites are a pair only if each is in a layer that the other collides with.
    /// - ``fixed=False``: scenery that seldom moves. Two fixed sprites are never a pair.
    /// - ``data=0``: a whole number from 0 to 2**64 - 1 that the world keeps and does not use.
    ///
    /// :raises TypeError: if a coordinate is not a whole number.
    /// :raises IndexError: if the world has no such mask.
    /// :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
    #[pyo3(signature = (mask, x, y, **options))]
    fn spawn(
        &self,
        py: Python<'_>,
        mask: &Bound<'_, PyAny>,
        x: Coordinate,
        y: Coordinate,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u32> {
        let options = Options::new("spawn", options, false)?;
        let options = options.with_masks(mask_numbers(mask, "mask")?, Column::One([x.0, y.0]));
        options.check(1)?;
        self.cell.write(py, |world| {
            let sprite = options.new_sprite(world, 0)?;
            world.spawn(sprite).map(slot_of).map_err(world_error)
        })
    }

    /// Adds many sprites and returns their slots: uint32 of shape (N,). After an error, no sprite is added.
    ///
    /// ``masks`` is a number or integers of shape (N,). ``positions`` are integers of shape (N, 2), in pixels. The keywords
    /// are those of :meth:`spawn`. Each is one value for all sprites, or an array of shape (N,) with a value for each. An array
    /// of scales or pivots has the shape (N, 2).
    ///
    /// :raises TypeError: if the positions are not whole numbers.
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
        let options = Options::new("spawn_many", options, false)?;
        let positions = arrays::integer_rows::<i32, 2>(positions, "positions")?;
        let count = positions.len();
        let options = options.with_masks(mask_numbers(masks, "masks")?, Column::Each(positions));
        options.check(count)?;
        let slots = self.cell.call(py, Work::WriteMany(count), |world| {
            world.reserve(count).map_err(world_error)?;
            let mut ids = Vec::new();
            ids.try_reserve_exact(count).map_err(arrays::no_memory)?;
            for index in 0..count {
                let spawned =
                    options.new_sprite(world, index).and_then(|sprite| world.spawn(sprite).map_err(world_error));
                match spawned {
                    Ok(id) => ids.push(id),
                    Err(error) => {
                        world.despawn_many(ids).map_err(world_error)?;
                        return Err(error);
                    }
                }
            }
            slots_of(ids)
        })?;
        Ok(PyArray1::from_vec(py, slots))
    }

    /// Removes a sprite. Its slot is empty until a new sprite receives it.
    ///
    /// :raises IndexError: if the slot is empty.
    fn despawn(&self, py: Python<'_>, sprite: Slot) -> PyResult<()> {
        self.cell.write(py, |world| {
            let id = sprite.id(world)?;
            world.despawn(id).map(drop).map_err(world_error)
        })
    }

    /// Removes many sprites: integers of shape (N,). A sprite may be named twice. After an error, no sprite is removed.
    ///
    /// :raises IndexError: if a slot is empty.
    fn despawn_many(&self, py: Python<'_>, sprites: Slots) -> PyResult<()> {
        self.cell.call(py, Work::WriteMany(sprites.0.len()), |world| {
            let ids = sprites.ids(world)?;
            world.despawn_many(ids).map_err(world_error)
        })
    }

    /// Returns whether a slot has a sprite.
    fn __contains__(&self, py: Python<'_>, slot: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(slot) = slot.extract::<usize>() else { return Ok(false) };
        self.cell.read(py, |world| Ok(world.id_at(slot).is_some()))
    }

    /// The slots of all sprites, sorted: uint32 of shape (N,).
    #[getter]
    fn sprites<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let slots = self.cell.call(py, Work::ReadMany(ALL), |world| slots_of(world.sprites().map(|(id, _)| id)))?;
        Ok(PyArray1::from_vec(py, slots))
    }

    /// The positions of all sprites by slot, in pixels: int32 of shape (:attr:`slot_count`, 2). Empty slots have (0, 0).
    ///
    /// An assignment moves the sprites as :meth:`set_positions` does, so ``world.positions += velocities`` works.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let positions = self.cell.call(py, Work::ReadMany(ALL), |world| {
            let mut positions = Vec::new();
            world.positions_by_slot(&mut positions).map_err(world_error)?;
            Ok(positions)
        })?;
        Ok(arrays::owned_rows(py, positions))
    }

    #[setter(positions)]
    fn assign_positions(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_positions(py, positions, None)
    }

    /// Moves many sprites, in pixels. After an error, no sprite moves.
    ///
    /// Without ``sprites``, ``positions`` are integers of shape (:attr:`slot_count`, 2), by slot. The positions of empty
    /// slots are ignored. With ``sprites``, integers of shape (N,), ``positions`` has the shape (N, 2). If a sprite is named
    /// twice, it goes to the last of its positions.
    ///
    /// :raises TypeError: if the positions are not whole numbers. Round them first, for example with ``np.floor``.
    /// :raises IndexError: if a slot of ``sprites`` is empty.
    /// :raises ValueError: if the shape is wrong, or if a coordinate is farther than 2**30 from 0.
    #[pyo3(signature = (positions, sprites=None))]
    fn set_positions(&self, py: Python<'_>, positions: &Bound<'_, PyAny>, sprites: Option<Slots>) -> PyResult<()> {
        let positions = arrays::integer_rows::<i32, 2>(positions, "positions")?;
        self.cell.call(py, Work::WriteMany(positions.len()), |world| {
            let Some(sprites) = sprites else {
                check_length(positions.len(), world.slot_count(), "one for each slot of the world")?;
                return world.sync_by_slot(&positions).map_err(world_error);
            };
            check_length(positions.len(), sprites.0.len(), "one for each of the sprites")?;
            let ids = sprites.ids(world)?;
            world.sync(ids.into_iter().zip(positions)).map_err(world_error)
        })
    }

    /// Moves a sprite to a position ``(x, y)``, in pixels.
    ///
    /// :raises IndexError: if the slot is empty.
    /// :raises ValueError: if the position is out of range.
    fn move_to(&self, py: Python<'_>, sprite: Slot, at: Point) -> PyResult<()> {
        self.cell.write(py, |world| {
            let id = sprite.id(world)?;
            world.move_to(id, at).map_err(world_error)
        })
    }

    /// Moves a sprite by ``(dx, dy)``, in pixels.
    ///
    /// :raises IndexError: if the slot is empty.
    /// :raises ValueError: if the new position is out of range.
    fn move_by(&self, py: Python<'_>, sprite: Slot, by: Point) -> PyResult<()> {
        self.cell.write(py, |world| {
            let id = sprite.id(world)?;
            world.move_by(id, by).map_err(world_error)
        })
    }
}

/// Returns the numbers of masks.
fn mask_numbers(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<u32>> {
    if value.is_instance_of::<Mask>() {
        return Err(PyTypeError::new_err(format!(
            "{name} must be a number that World.add_mask returned, got a Mask; add it"
        )));
    }
    integers(value, name)
}

/// A coordinate of a position.
#[derive(Clone, Copy)]
struct Coordinate(i32);

impl<'py> FromPyObject<'_, 'py> for Coordinate {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Coordinate> {
        let rounded = |error: PyErr| match error.is_instance_of::<PyTypeError>(value.py()) {
            true => PyTypeError::new_err(format!("{}; round the coordinate first", error.value(value.py()))),
            false => error,
        };
        crate::convert::integer(value).map(Coordinate).map_err(rounded)
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
