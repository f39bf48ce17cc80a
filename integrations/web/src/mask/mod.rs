//! The class `RawMask`.

mod analysis;
mod build;
mod edit;
mod motion;
mod overlap;
mod results;
mod transform;

use ::mask::Mask;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "world")]
pub(crate) use motion::{ray_hit, reach};
pub(crate) use results::{Component, PlacedMask};

/// A mask. Worlds and clones share its pixels; an edit copies shared pixels first.
#[wasm_bindgen]
pub struct RawMask(pub(crate) Arc<Mask>);

impl From<Mask> for RawMask {
    fn from(mask: Mask) -> RawMask {
        RawMask(Arc::new(mask))
    }
}
