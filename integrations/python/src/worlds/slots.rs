//! Ids of sprites and numbers of masks, as Python passes them. The id of a sprite in Python is its slot.

use super::columns::{self, Column};
use super::errors::{no_mask, no_sprite};
use crate::arrays;
use crate::masks::Mask;
use numpy::{PyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use world::{MaskId, SpriteId, World};

/// The slot of a sprite. A number that is not from 0 to 2**32 - 1 names no sprite.
#[derive(Clone, Copy)]
pub(super) struct Slot(pub(super) u32);

/// The number of a mask.
#[derive(Clone, Copy)]
pub(crate) struct MaskSlot(pub(super) u32);

/// The slots of several sprites: an array of whole numbers of shape (N,).
pub(super) struct Slots(pub(super) Vec<u32>);

impl Slot {
    /// Returns the id of the sprite in the slot.
    pub(super) fn id(self, world: &World) -> PyResult<SpriteId> {
        world.id_at(self.0 as usize).ok_or_else(|| no_sprite(self.0.into()))
    }
}

impl MaskSlot {
    /// Returns the id of the mask in the slot.
    pub(super) fn id(self, world: &World) -> PyResult<MaskId> {
        world.mask_id_at(self.0 as usize).ok_or_else(|| no_mask(self.0.into()))
    }
}

impl Slots {
    /// Returns the ids of the sprites in the slots.
    pub(super) fn ids(&self, world: &World) -> PyResult<Vec<SpriteId>> {
        arrays::try_list(self.0.iter().map(|&slot| Slot(slot).id(world)))
    }
}

impl<'py> FromPyObject<'_, 'py> for Slot {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Slot> {
        let number = whole(value)?;
        u32::try_from(number).map(Slot).map_err(|_| no_sprite(number))
    }
}

impl<'py> FromPyObject<'_, 'py> for MaskSlot {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<MaskSlot> {
        let number = whole(value)?;
        u32::try_from(number).map(MaskSlot).map_err(|_| no_mask(number))
    }
}

impl<'py> FromPyObject<'_, 'py> for Slots {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Slots> {
        slots(&value.to_owned(), |number| Err(no_sprite(number))).map(Slots)
    }
}

/// The ids of one sprite or of several.
pub(super) enum OneOrMany {
    One(Slot),
    Many(Slots),
}

impl<'py> FromPyObject<'_, 'py> for OneOrMany {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<OneOrMany> {
        // Arrays are many, which saves the error of the attempt to read them as one.
        if value.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 0) {
            return value.extract().map(OneOrMany::Many);
        }
        match value.extract::<Slot>() {
            Ok(slot) => Ok(OneOrMany::One(slot)),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => value.extract().map(OneOrMany::Many),
            Err(error) => Err(error),
        }
    }
}

impl OneOrMany {
    /// Returns the ids as a list.
    pub(super) fn into_slots(self) -> Slots {
        match self {
            OneOrMany::One(slot) => Slots(vec![slot.0]),
            OneOrMany::Many(slots) => slots,
        }
    }
}

impl MaskSlot {
    /// Returns the numbers of masks: one number for all sprites, or an array with a number for each.
    pub(super) fn column(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<MaskSlot>> {
        if value.is_instance_of::<Mask>() {
            return Err(PyTypeError::new_err(format!(
                "{name} must be a number that World.add_mask returned, got a Mask; add it"
            )));
        }
        columns::integers::<u32>(value, name)?.map(|number| Ok(MaskSlot(number)))
    }
}

/// Extracts a whole number. A number beyond 64 bits becomes the largest, which names no sprite.
fn whole(value: Borrowed<'_, '_, PyAny>) -> PyResult<i64> {
    value.extract::<i64>().or_else(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => Ok(i64::MAX),
        false => Err(error),
    })
}

/// Returns the numbers of an array of shape (N,). `missing` is what stands for a number that is not one of a sprite.
pub(super) fn slots(value: &Bound<'_, PyAny>, missing: impl Fn(i64) -> PyResult<u32>) -> PyResult<Vec<u32>> {
    let array = arrays::as_array(value)?;
    if value.is_instance_of::<PyArray1<u32>>() {
        return arrays::integers::<u32>(&array, "ids");
    }
    if array.ndim() != 1 {
        let shape = array.shape();
        return Err(match shape.is_empty() {
            true => PyTypeError::new_err(format!(
                "ids must be an array of ids, got {}; wrap a single id in a list",
                value.get_type().name()?
            )),
            false => PyValueError::new_err(format!("ids must have the shape (N,), got {shape:?}")),
        });
    }
    let numbers = arrays::integers::<i64>(&array, "ids")?;
    arrays::try_list(numbers.into_iter().map(|number| u32::try_from(number).or_else(|_| missing(number))))
}

/// The id that stands for no sprite in arrays.
pub(super) const NO_ID: u32 = u32::MAX;

/// Returns the ids of sprites, as Python has them.
pub(super) fn slots_of(ids: impl IntoIterator<Item = SpriteId>) -> PyResult<Vec<u32>> {
    arrays::list(ids.into_iter().map(slot_of))
}

/// Returns the id of a sprite, as Python has it: its slot.
pub(super) fn slot_of(id: SpriteId) -> u32 {
    id.index() as u32
}
