//! The class `RawMask`.

use mask::Mask;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A mask. Worlds and clones share its pixels; an edit copies shared pixels first.
#[wasm_bindgen]
pub struct RawMask(pub(crate) Arc<Mask>);

impl From<Mask> for RawMask {
    fn from(mask: Mask) -> RawMask {
        RawMask(Arc::new(mask))
    }
}
