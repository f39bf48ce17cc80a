//! How each type of the fields of a sprite goes to Python and comes from there.

use super::columns::{Column, bools, factors, floats, integers, maps, places, points, type_name};
use super::errors::world_error;
use super::slots::MaskSlot;
use crate::arrays;
use crate::arrays::{Late1, Late2, Late3};
use crate::convert::tuple;
use crate::fractions::Place;
use crate::shapes::Affine;
use numpy::PyFixedUnicode;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::convert::identity;
use world::{Angle, MaskId, QuarterTurn, Side, World};

/// A missing coordinate in an array.
pub(super) const NO_PIXEL: [i32; 2] = [i32::MIN; 2];

/// A type of the fields of a sprite.
pub(crate) trait Value: Copy {
    /// What an option holds until the world is known.
    type Given: Copy;
    /// The value of one sprite in Python.
    type One;
    /// The values of many sprites in Python.
    type Many;

    /// Reads an option: one value, or an array with a value for each sprite.
    fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Self::Given>>;
    fn from_given(given: Self::Given, world: &World) -> PyResult<Self>;
    fn one(self) -> Self::One;
    fn many(py: Python<'_>, values: impl Iterator<Item = Self>) -> PyResult<Self::Many>;
}

/// Implements [`Value`] for a type: what an option holds, the value of one sprite, and the array of many with its items.
macro_rules! value {
    ($type:ty: $given:ty, $read:expr, $from:expr; $one:ty, $one_of:expr; $many:ty, $array:ident, $item:expr) => {
        impl Value for $type {
            type Given = $given;
            type One = $one;
            type Many = $many;

            fn read(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<$given>> {
                $read(option, name)
            }

            fn from_given(given: $given, world: &World) -> PyResult<$type> {
                $from(given, world)
            }

            fn one(self) -> $one {
                $one_of(self)
            }

            fn many(py: Python<'_>, values: impl Iterator<Item = $type>) -> PyResult<$many> {
                arrays::$array(py, values.map($item))
            }
        }
    };
    ($type:ty: $read:expr; $($rest:tt)*) => {
        value!($type: $type, $read, |given, _| Ok(given); $($rest)*);
    };
}

value!(MaskId: MaskSlot, MaskSlot::column, MaskSlot::id; u32, mask_slot; Late1<u32>, column, mask_slot);
value!([i32; 2]: Place, places, whole_pixels; (i32, i32), tuple; Late2<i32>, table, identity);
value!(bool: bools; bool, identity; Late1<bool>, column, identity);
value!(QuarterTurn: turns; u8, QuarterTurn::quarters; Late1<u8>, column, QuarterTurn::quarters);
value!(Angle: angles; f64, Angle::to_degrees; Late1<f64>, column, Angle::to_degrees);
value!([f64; 2]: factors; (f64, f64), tuple; Late2<f64>, table, identity);
value!(Option<[f64; 2]>: origins; Option<(f64, f64)>, origin; Late2<f64>, table, origin_item);
value!(Option<mask::Affine>: transforms; Option<Affine>, transform; Late3<f64>, tables, linear_item);
value!(u32: integers; u32, identity; Late1<u32>, column, identity);
value!(Option<Side>: sides; Option<String>, side_text; Late1<PyFixedUnicode<6>>, column, side_item);
value!(u64: integers; u64, identity; Late1<u64>, column, identity);

fn mask_slot(mask: MaskId) -> u32 {
    mask.index() as u32
}

fn turns(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<QuarterTurn>> {
    integers::<i64>(option, name)?.map(|quarters| {
        let turn = usize::try_from(quarters).ok().and_then(|quarters| QuarterTurn::ALL.get(quarters));
        turn.copied().ok_or_else(|| {
            PyValueError::new_err(format!("{name} must be from 0 to 3 quarter turns clockwise, got {quarters}"))
        })
    })
}

fn angles(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Angle>> {
    floats(option, name)?.map(|degrees| Angle::degrees(degrees).map_err(world_error))
}

/// Returns a place as whole pixels. `Options::apply` sets the fraction.
fn whole_pixels(place: Place, _: &World) -> PyResult<[i32; 2]> {
    match place {
        Place::Whole(at) => Ok(at),
        Place::Real(at) => world::place(at).map_err(world_error),
    }
}

/// Reads points. Python passes `False` to remove the point, and NaN in an array.
fn origins(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Option<[f64; 2]>>> {
    if is_false(option)? {
        return Ok(Column::One(None));
    }
    points(option, name)?.map(|point| Ok(Some(point).filter(|[x, y]| !(x.is_nan() && y.is_nan()))))
}

fn origin(origin: Option<[f64; 2]>) -> Option<(f64, f64)> {
    origin.map(tuple)
}

fn origin_item(origin: Option<[f64; 2]>) -> [f64; 2] {
    origin.unwrap_or([f64::NAN; 2])
}

/// Reads linear maps. Python passes `False` to remove the map, and NaN in an array.
fn transforms(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Option<mask::Affine>>> {
    if is_false(option)? {
        return Ok(Column::One(None));
    }
    if let Ok(Affine(by)) = option.extract::<Affine>() {
        let [[.., x], [.., y]] = <[[f64; 3]; 2]>::from(by);
        return match [x, y] == [0.0; 2] {
            true => Ok(Column::One(Some(by))),
            false => Err(PyValueError::new_err(format!(
                "{name} must have no translation, got ({x}, {y}): the translation is the position and the fraction"
            ))),
        };
    }
    maps(option, name)?.map(|[a, b, c, d]| {
        let is_none = [a, b, c, d].iter().all(|number| number.is_nan());
        Ok((!is_none).then(|| mask::Affine::from([[a, b, 0.0], [c, d, 0.0]])))
    })
}

fn transform(transform: Option<mask::Affine>) -> Option<Affine> {
    transform.map(Affine)
}

fn linear_item(transform: Option<mask::Affine>) -> [[f64; 2]; 2] {
    transform.map_or([[f64::NAN; 2]; 2], |by| <[[f64; 3]; 2]>::from(by).map(|[x, y, _]| [x, y]))
}

fn is_false(option: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(option.is_instance_of::<PyBool>() && !option.is_truthy()?)
}

/// Reads names of sides. Python passes `False` to remove the side.
fn sides(option: &Bound<'_, PyAny>, name: &str) -> PyResult<Column<Option<Side>>> {
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

fn side_text(side: Option<Side>) -> Option<String> {
    side.map(|side| side_name(side).to_owned())
}

fn side_item(side: Option<Side>) -> PyFixedUnicode<6> {
    let mut letters = [0; 6];
    let name = side.map_or("", side_name);
    letters.iter_mut().zip(name.chars()).for_each(|(letter, char)| *letter = char.into());
    PyFixedUnicode(letters)
}

/// Reads the name of a side, or `False` for none.
fn side(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Side>> {
    if is_false(value)? {
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
