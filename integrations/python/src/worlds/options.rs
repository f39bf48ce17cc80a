//! The options of sprites: the keywords of `spawn`, `spawn_many` and `set`.

use super::columns::Column;
use super::errors::world_error;
use super::fields::Value;
use super::slots::MaskSlot;
use crate::fractions::Place;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use world::bindings::{FIELDS, Kind, sprite_at, sprite_fields};
use world::{Sprite, World};

macro_rules! options {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, [$set:ident];)*) => {
        /// The options that a call gives.
        #[derive(Default)]
        pub(super) struct Options {
            $(pub(super) $name: Column<<$type as Value>::Given>,)*
        }

        impl Options {
            /// Reads the option with a name. Returns false if there is none.
            fn read(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
                match name {
                    $(stringify!($name) => self.$name = <$type>::read(value, name)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// Checks that every array has a value for each sprite.
            pub(super) fn check(&self, sprites: usize) -> PyResult<()> {
                $(self.$name.check(stringify!($name), sprites)?;)*
                Ok(())
            }

            /// Changes a sprite to the options at an index. Values that are not given stay as they are.
            pub(super) fn apply(&self, world: &World, index: usize, sprite: &mut Sprite) -> PyResult<()> {
                $(if let Some(value) = self.$name.get(index) {
                    sprite.$name = Value::from_given(value, world)?;
                })*
                if let (Some(Place::Real(at)), None) = (self.position.get(index), self.fraction.get(index)) {
                    *sprite = sprite_at(*sprite, at).map_err(world_error)?;
                }
                Ok(())
            }
        }
    };
}

sprite_fields!(options);

/// What takes the options as keywords.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Call {
    Spawn,
    SpawnMany,
    Set,
    Who,
}

impl Call {
    fn name(self) -> &'static str {
        match self {
            Call::Spawn => "spawn",
            Call::SpawnMany => "spawn_many",
            Call::Set => "set",
            Call::Who => "Who",
        }
    }
}

impl Options {
    /// Reads the keywords of a call.
    ///
    /// # Errors
    /// Returns `TypeError` for an unknown keyword or a wrong type, and `ValueError` for a value out of range.
    pub(super) fn new(call: Call, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let mut options = Options::default();
        let is_new = matches!(call, Call::Spawn | Call::SpawnMany);
        let is_keyword = |name: &str| match name {
            "mask" => !is_new,
            "position" => call == Call::Set,
            _ => true,
        };
        for (name, value) in keywords.into_iter().flatten() {
            let name = name.extract::<String>()?;
            let kind = FIELDS.iter().find(|field| field.name == name).map(|field| field.kind);
            if value.is_none() && (!is_new || matches!(kind, Some(Kind::Point | Kind::Map | Kind::Side))) {
                continue;
            }
            // The pair of one sprite may be an array. For many sprites, an array has a number for each.
            let is_one = matches!(call, Call::Spawn | Call::Who);
            let is_pair = is_one
                && matches!(kind, Some(Kind::Factors | Kind::Fraction))
                && value.len().is_ok_and(|length| length == 2);
            let value = if is_pair {
                value
                    .try_iter()?
                    .collect::<PyResult<Vec<_>>>()
                    .and_then(|pair| PyTuple::new(value.py(), pair))?
                    .into_any()
            } else {
                value
            };
            if !is_keyword(&name) || !options.read(&name, &value)? {
                let place = (call == Call::Who).then_some("at");
                let names =
                    place.into_iter().chain(FIELDS.iter().map(|field| field.name).filter(|name| is_keyword(name)));
                let (function, names) = (call.name(), names.collect::<Vec<_>>().join(", "));
                return Err(PyTypeError::new_err(format!(
                    "{function}() got an unexpected keyword argument {name:?}; the keywords are {names}"
                )));
            }
        }
        Ok(options)
    }

    /// Sets the masks and the positions.
    pub(super) fn with_masks(self, mask: Column<MaskSlot>, position: Column<Place>) -> Options {
        Options { mask, position, ..self }
    }

    /// Returns a new sprite with the options at an index.
    pub(super) fn new_sprite(&self, world: &World, index: usize) -> PyResult<Sprite> {
        let mask = self.mask.get(index).expect("a new sprite has a mask").id(world)?;
        let mut sprite = Sprite::new(mask, [0, 0]);
        self.apply(world, index, &mut sprite)?;
        Ok(sprite)
    }
}
