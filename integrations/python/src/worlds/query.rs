//! The options of queries and moves: which sprites are found, or in the way.

use super::errors::world_error;
use super::slots::Slot;
use crate::convert::Layers;
use pyo3::prelude::*;
use world::{Motion, View, World};

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
        let mut view = world.refresh().map_err(world_error)?;
        if let Some(Layers(layers)) = self.layers {
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
        if let Some(Layers(layers)) = self.layers {
            motion = motion.on_layers(layers);
        }
        if self.with_sensors {
            motion = motion.with_sensors();
        }
        if self.hit_from_inside { motion.hit_from_inside() } else { motion }
    }
}
