//! JavaScript errors of failed calls of worlds.

use crate::errors::range_error;
use wasm_bindgen::prelude::JsValue;
use world::WorldError;

/// Returns the JavaScript error of an error of a world.
pub(crate) fn world_error(error: WorldError) -> JsValue {
    range_error(&match error {
        WorldError::BesideTransform { field: "flip_x" } => WorldError::BesideTransform { field: "flipX" }.to_string(),
        WorldError::BesideTransform { field: "flip_y" } => WorldError::BesideTransform { field: "flipY" }.to_string(),
        WorldError::StaleSprite(id) => no_sprite(id.index()),
        WorldError::StaleMask(id) => no_mask(id.index()),
        error => error.to_string(),
    })
}

/// Returns the message for a sprite id without a sprite.
pub(crate) fn no_sprite(id: usize) -> String {
    format!(
        "the world has no sprite {id}: it was despawned or never spawned; World.contains tells whether an id has a sprite"
    )
}

/// Returns the message for a mask id without a mask.
pub(crate) fn no_mask(id: usize) -> String {
    format!("the world has no mask {id}: it was removed or never added; use an id that World.addMask returned")
}
