//! The options of queries and moves: which sprites are found, or in the way.

use super::errors::world_error;
use super::slots::Slot;
use crate::convert::{Layers, type_name, unexpected};
use ::world::{Motion, View, World};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The keywords of queries that find sprites, of those that sprites block, of sweeps, and of moves.
pub(super) const FIND: &[&str] = &["layers", "without"];
pub(super) const BLOCK: &[&str] = &["layers", "without", "with_sensors"];
pub(super) const SWEEP: &[&str] = &["layers", "without", "with_sensors", "hit_from_inside"];
pub(super) const MOVE: &[&str] = &["layers", "with_sensors", "hit_from_inside"];

/// The options that a call gives.
#[derive(Clone, Copy, Default)]
pub(super) struct Query {
    layers: Option<u32>,
    without: Option<Slot>,
    with_sensors: bool,
    hit_from_inside: bool,
}

impl Query {
    /// Reads the keywords of a call.
    ///
    /// # Errors
    /// Returns `TypeError` for a keyword that is not in `names` or for a wrong type, and `ValueError` for a value out of
    /// range.
    #[inline]
    pub(super) fn new(function: &str, names: &[&str], options: Option<&Bound<'_, PyDict>>) -> PyResult<Query> {
        options.map_or(Ok(Query::default()), |options| Query::read(function, names, options))
    }

    fn read(function: &str, names: &[&str], options: &Bound<'_, PyDict>) -> PyResult<Query> {
        let mut query = Query::default();
        for (name, value) in options {
            let name = name.cast::<PyString>()?.to_cow()?;
            match &*name {
                name if !names.contains(&name) => return Err(unexpected(function, name, names)),
                "layers" => query.layers = value.extract::<Option<Layers>>()?.map(|layers| layers.0),
                "without" => query.without = without(&value)?,
                "with_sensors" => query.with_sensors = flag(&name, &value)?,
                _ => query.hit_from_inside = flag(&name, &value)?,
            }
        }
        Ok(query)
    }

    /// Returns a view of the world as it is now.
    #[inline]
    pub(super) fn view(self, world: &mut World) -> PyResult<View<'_>> {
        let without = self.without.and_then(|slot| slot.id(world).ok());
        let mut view = world.refresh().map_err(world_error)?;
        if let Some(layers) = self.layers {
            view = view.on_layers(layers);
        }
        if let Some(id) = without {
            view = view.without(id);
        }
        if self.with_sensors {
            view = view.with_sensors();
        }
        Ok(if self.hit_from_inside { view.hit_from_inside() } else { view })
    }

    /// Returns a motion with the options.
    pub(super) fn motion(self, mut motion: Motion) -> Motion {
        if let Some(layers) = self.layers {
            motion = motion.on_layers(layers);
        }
        if self.with_sensors {
            motion = motion.with_sensors();
        }
        if self.hit_from_inside { motion.hit_from_inside() } else { motion }
    }
}

/// Reads the sprite that is left out. A number that names no sprite leaves nothing out.
fn without(value: &Bound<'_, PyAny>) -> PyResult<Option<Slot>> {
    value.extract::<Option<Slot>>().or_else(|error| match error.is_instance_of::<PyIndexError>(value.py()) {
        true => Ok(None),
        false => Err(PyTypeError::new_err(format!(
            "without must be the id of a sprite, got {}",
            type_name(value.as_borrowed())
        ))),
    })
}

fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| {
        PyTypeError::new_err(format!("{name} must be True or False, got {}", type_name(value.as_borrowed())))
    })
}
