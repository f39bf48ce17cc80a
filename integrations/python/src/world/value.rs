//! How each kind of value of a sprite goes to Python and comes from there.

use super::columns::{Column, bools, factors, floats, integers, pixels, type_name};
use super::errors::world_error;
use super::slots::MaskSlot;
use crate::arrays;
use crate::arrays::{Late1, Late2};
use crate::convert::tuple;
use crate::fractions::Rule;
use ::world::{Angle, MaskId, Side, Turn, World};
use numpy::PyFixedUnicode;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

/// A missing coordinate in an array.
pub(super) const NO_PIXEL: [i32; 2] = [i32::MIN; 2];

/// A value of a sprite, as the options of calls have it.
pub(crate) trait Value: Copy {
    /// The type of the field in Rust.
    type Field: Copy;
    /// The value of one sprite in Python.
    type One;
    /// The values of many sprites in Python.
    type Many;

    /// Reads an option: one value, or an array with a value for each sprite.
    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Self>>;
    fn to_field(self, world: &World) -> PyResult<Self::Field>;
    fn one(field: Self::Field) -> Self::One;
    fn many(py: Python<'_>, fields: impl Iterator<Item = Self::Field>) -> PyResult<Self::Many>;
}

impl Value for MaskSlot {
    type Field = MaskId;
    type One = u32;
    type Many = Late1<u32>;

    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<MaskSlot>> {
        MaskSlot::column(option, name)
    }

    fn to_field(self, world: &World) -> PyResult<MaskId> {
        self.id(world)
    }

    fn one(field: MaskId) -> u32 {
        field.index() as u32
    }

    fn many(py: Python<'_>, fields: impl Iterator<Item = MaskId>) -> PyResult<Late1<u32>> {
        arrays::column(py, fields.map(Self::one))
    }
}

/// The position of a sprite.
#[derive(Clone, Copy)]
pub(crate) struct Position(pub(super) [i32; 2]);

impl Value for Position {
    type Field = [i32; 2];
    type One = (i32, i32);
    type Many = Late2<i32>;

    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Position>> {
        pixels(option, name, Rule::Place)?.map(|at| Ok(Position(at)))
    }

    fn to_field(self, _world: &World) -> PyResult<[i32; 2]> {
        Ok(self.0)
    }

    fn one(field: [i32; 2]) -> (i32, i32) {
        tuple(field)
    }

    fn many(py: Python<'_>, fields: impl Iterator<Item = [i32; 2]>) -> PyResult<Late2<i32>> {
        arrays::table(py, fields)
    }
}

/// The pivot of a sprite, if it has one. Python passes `False` to remove the pivot.
#[derive(Clone, Copy)]
pub(crate) struct Pivot(Option<[i32; 2]>);

impl Value for Pivot {
    type Field = Option<[i32; 2]>;
    type One = Option<(i32, i32)>;
    type Many = Late2<i32>;

    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Pivot>> {
        if option.is_instance_of::<PyBool>() && !option.is_truthy()? {
            return Ok(Column::One(Pivot(None)));
        }
        pixels(option, name, Rule::Point)?.map(|pivot| Ok(Pivot(Some(pivot).filter(|pivot| *pivot != NO_PIXEL))))
    }

    fn to_field(self, _world: &World) -> PyResult<Option<[i32; 2]>> {
        Ok(self.0)
    }

    fn one(field: Option<[i32; 2]>) -> Option<(i32, i32)> {
        field.map(tuple)
    }

    fn many(py: Python<'_>, fields: impl Iterator<Item = Option<[i32; 2]>>) -> PyResult<Late2<i32>> {
        arrays::table(py, fields.map(|pivot| pivot.unwrap_or(NO_PIXEL)))
    }
}

/// The side of a one-way sprite, if it is one. Python passes `False` to remove the side.
impl Value for Option<Side> {
    type Field = Option<Side>;
    type One = Option<String>;
    type Many = Late1<PyFixedUnicode<6>>;

    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Option<Side>>> {
        if option.is_instance_of::<PyString>() || option.is_instance_of::<PyBool>() {
            return side(option, name).map(Column::One);
        }
        let Ok(items) = option.try_iter() else { return Err(no_side(option, name)) };
        let each = |item: PyResult<Bound<'_, PyAny>>| match item? {
            none if none.is_none() || none.eq("")? => Ok(None),
            item => side(&item, name),
        };
        arrays::try_list(items.map(each)).map(Column::Each)
    }

    fn to_field(self, _world: &World) -> PyResult<Option<Side>> {
        Ok(self)
    }

    fn one(field: Option<Side>) -> Option<String> {
        field.map(|side| side_name(side).to_owned())
    }

    fn many(py: Python<'_>, fields: impl Iterator<Item = Option<Side>>) -> PyResult<Late1<PyFixedUnicode<6>>> {
        let text = |name: &str| {
            let mut letters = [0; 6];
            letters.iter_mut().zip(name.chars()).for_each(|(letter, char)| *letter = char.into());
            PyFixedUnicode(letters)
        };
        arrays::column(py, fields.map(|side| text(side.map_or("", side_name))))
    }
}

/// Reads the name of a side, or `False` for none.
fn side(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Side>> {
    if value.is_instance_of::<PyBool>() && !value.is_truthy()? {
        return Ok(None);
    }
    let Ok(text) = value.extract::<String>() else { return Err(no_side(value, name)) };
    match Side::ALL.into_iter().find(|&side| side_name(side) == text) {
        Some(side) => Ok(Some(side)),
        None => Err(PyValueError::new_err(format!(
            "{name} must be \"left\", \"right\", \"top\" or \"bottom\", got {text:?}"
        ))),
    }
}

fn no_side(value: &Bound<'_, PyAny>, name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} must be \"left\", \"right\", \"top\", \"bottom\" or False, or a list of these with an item for each \
         sprite, got {}",
        type_name(value)
    ))
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
        Side::Top => "top",
        Side::Bottom => "bottom",
    }
}

impl Value for [f64; 2] {
    type Field = [f64; 2];
    type One = (f64, f64);
    type Many = Late2<f64>;

    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<[f64; 2]>> {
        factors(option, name)
    }

    fn to_field(self, _world: &World) -> PyResult<[f64; 2]> {
        Ok(self)
    }

    fn one(field: [f64; 2]) -> (f64, f64) {
        tuple(field)
    }

    fn many(py: Python<'_>, fields: impl Iterator<Item = [f64; 2]>) -> PyResult<Late2<f64>> {
        arrays::table(py, fields)
    }
}

/// Implements [`Value`] for a type whose values are single numbers.
macro_rules! single {
    ($type:ty, $one:ty, $read:expr, $one_of:expr) => {
        impl Value for $type {
            type Field = $type;
            type One = $one;
            type Many = Late1<$one>;

            fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<$type>> {
                $read(option, name)
            }

            fn to_field(self, _world: &World) -> PyResult<$type> {
                Ok(self)
            }

            fn one(field: $type) -> $one {
                $one_of(field)
            }

            fn many(py: Python<'_>, fields: impl Iterator<Item = $type>) -> PyResult<Late1<$one>> {
                arrays::column(py, fields.map(Self::one))
            }
        }
    };
}

single!(bool, bool, bools, |field| field);
single!(u32, u32, integers, |field| field);
single!(u64, u64, integers, |field| field);
single!(Turn, u8, turns, quarters);
single!(Angle, f64, angles, Angle::to_degrees);

fn angles(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Angle>> {
    floats(option, name)?.map(|degrees| Angle::degrees(degrees).map_err(world_error))
}

fn turns(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Turn>> {
    integers::<i64>(option, name)?.map(|quarters| match quarters {
        0 => Ok(Turn::None),
        1 => Ok(Turn::Quarter),
        2 => Ok(Turn::Half),
        3 => Ok(Turn::ThreeQuarters),
        _ => Err(PyValueError::new_err(format!("turn must be from 0 to 3 quarter turns clockwise, got {quarters}"))),
    })
}

fn quarters(turn: Turn) -> u8 {
    match turn {
        Turn::Quarter => 1,
        Turn::Half => 2,
        Turn::ThreeQuarters => 3,
        _ => 0,
    }
}
