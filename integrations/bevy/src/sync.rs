//! Puts the entities into the world.

use crate::PixelWorld;
use bevy_ecs::prelude::*;

/// Puts the entities into the world.
pub(crate) fn sync(_pixels: ResMut<PixelWorld>) {}
