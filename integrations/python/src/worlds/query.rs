//! The options of queries and moves: which sprites are found, or in the way.

use super::errors::world_error;
use super::slots::Slot;
use crate::convert::Layers;
use pyo3::prelude::*;
use world::bindings::QueryOptions;
use world::{Motion, SpriteId, View, World};

/// The options that a call gives.
#[derive(Clone, Copy, Default)]
pub(super) struct Query {
    pub(super) layers: Option<Layers>,
    /// The sprite that is left out. An id that names no sprite leaves nothing out.
    pub(super) without: Option<Slot>,
    pub(super) with_sensors: bool,
    pub(super) hit_from_inside: bool,
}

impl Query {
    /// Returns a view of the world as it is now.
    #[inline]
    pub(super) fn view(self, world: &mut World) -> PyResult<View<'_>> {
        let without = self.without.and_then(|slot| slot.id(world).ok());
        Ok(self.options(without).view(world.refresh().map_err(world_error)?))
    }

    /// Returns a motion with the options.
    pub(super) fn motion(self, motion: Motion) -> Motion {
        self.options(None).motion(motion)
    }

    fn options(self, without: Option<SpriteId>) -> QueryOptions {
        let Query { layers, with_sensors, hit_from_inside, .. } = self;
        QueryOptions { layers: layers.map(|Layers(bits)| bits), with_sensors, hit_from_inside, without }
    }
}
