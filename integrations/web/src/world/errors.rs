//! JavaScript errors of failed calls of worlds.

use crate::errors::range_error;
use ::mask::shared::Real;
use ::world::WorldError;
use wasm_bindgen::prelude::JsValue;

/// Returns the JavaScript error of an error of a world.
pub(crate) fn world_error(error: WorldError) -> JsValue {
    range_error(&match error {
        WorldError::StaleSprite(id) => no_sprite(id.index()),
        WorldError::StaleMask(id) => no_mask(id.index()),
        WorldError::MaskInUse { mask, sprites } => format!(
            "cannot remove mask {}: {sprites} sprites show it; despawn them or set another mask first",
            mask.index()
        ),
        WorldError::OutOfRange { at: [x, y] } => format!(
            "position ({x}, {y}) is out of range: both coordinates must be from -2**30 to 2**30; clip the position"
        ),
        WorldError::PivotOutOfRange { pivot: [x, y] } => format!(
            "pivot ({x}, {y}) is out of range: both coordinates must be from -2**26 to 2**26; use a pixel near the mask"
        ),
        WorldError::NotAnAngle { degrees } => {
            format!("angle must be finite, got {}; give degrees clockwise", Real(degrees))
        }
        WorldError::NotAScale { scale: [x, y] } => format!(
            "scale ({}, {}) is not valid: both factors must be finite and greater than 0; use flipX or flipY to mirror",
            Real(x),
            Real(y)
        ),
        WorldError::NotAPixel { at: [x, y] } => {
            format!(
                "position ({}, {}) is out of range: both coordinates must be from -2**30 to 2**30; clip the position",
                Real(x),
                Real(y)
            )
        }
        WorldError::CannotTransform { mask, source } => format!(
            "cannot scale and rotate mask {}: {source}; use a smaller mask, a smaller scale or another angle",
            mask.index()
        ),
        WorldError::TooManyPairs { limit } => format!(
            "more than {limit} pairs: call World.setLimits({{ pairs }}) with a larger number, or spread the sprites or use layers"
        ),
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
