//! JavaScript errors of failed calls, and the message of a panic.

use js_sys::RangeError;
use mask::MaskError;
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
