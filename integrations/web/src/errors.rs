//! JavaScript errors of failed calls, and the message of a panic.

use ::mask::MaskError;
use ::world::WorldError;
use js_sys::RangeError;
use std::cell::RefCell;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

pub(crate) type JsResult<T> = Result<T, JsValue>;

/// Returns a `RangeError` with a message.
pub(crate) fn range_error(message: &str) -> JsValue {
    RangeError::new(message).into()
}

/// Returns the JavaScript error of an error of a mask.
pub(crate) fn mask_error(error: MaskError) -> JsValue {
    range_error(&error.to_string())
}

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
        WorldError::NotAnAngle { degrees } => format!("angle must be finite, got {degrees}; give degrees clockwise"),
        WorldError::NotAScale { scale: [x, y] } => format!(
            "scale ({x}, {y}) is not valid: both factors must be finite and greater than 0; use flipX or flipY to mirror"
        ),
        WorldError::CannotTransform { mask, source } => format!(
            "cannot scale and rotate mask {}: {source}; use a smaller mask, a smaller scale or another angle",
            mask.index()
        ),
        WorldError::TooManyPairs { limit } => format!(
            "more than {limit} pairs: set World.pairLimit to a larger number, or spread the sprites or use layers"
        ),
        error => error.to_string(),
    })
}

/// Returns the message for a sprite id without a sprite.
pub(crate) fn no_sprite(id: usize) -> String {
    format!(
        "the world has no sprite {id}: it was despawned or never spawned; World.has tells whether an id has a sprite"
    )
}

/// Returns the message for a mask id without a mask.
pub(crate) fn no_mask(id: usize) -> String {
    format!("the world has no mask {id}: it was removed or never added; use an id that World.addMask returned")
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of the first panic for [`last_panic`]. A panic ends the call with a trap, which has no message.
#[wasm_bindgen(start)]
pub(crate) fn keep_panics() {
    std::panic::set_hook(Box::new(|info| LAST_PANIC.set(info.to_string())));
}

/// Returns the message of the last panic, or an empty string.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "exported to JavaScript")]
pub fn last_panic() -> String {
    LAST_PANIC.with_borrow(String::clone)
}
