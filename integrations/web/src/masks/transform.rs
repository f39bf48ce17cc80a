//! Masks made of a mask.

use super::{PlacedMask, RawMask};
use crate::errors::{JsResult, mask_error};
use mask::Affine;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl RawMask {
    pub fn flipped_x(&self) -> RawMask {
        self.0.flipped_x().into()
    }

    pub fn flipped_y(&self) -> RawMask {
        self.0.flipped_y().into()
    }

    pub fn rotated_90(&self) -> RawMask {
        self.0.rotated_90().into()
    }

    pub fn rotated_180(&self) -> RawMask {
        self.0.rotated_180().into()
    }

    pub fn rotated_270(&self) -> RawMask {
        self.0.rotated_270().into()
    }

    pub fn scaled(&self, width: u32, height: u32) -> JsResult<RawMask> {
        Ok(self.0.scaled(width, height).map_err(mask_error)?.into())
    }

    pub fn grown(&self, radius: f64) -> JsResult<PlacedMask> {
        Ok(self.0.grown(radius).map_err(mask_error)?.into())
    }

    pub fn shrunk(&self, radius: f64) -> JsResult<PlacedMask> {
        Ok(self.0.shrunk(radius).map_err(mask_error)?.into())
    }

    pub fn cropped(&self) -> PlacedMask {
        self.0.cropped().into()
    }

    /// Applies `x' = a*x + c*y + e` and `y' = b*x + d*y + f`, the order of a `DOMMatrix`.
    pub fn transformed(&self, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64) -> JsResult<PlacedMask> {
        Ok(self.0.transformed(&Affine::from([[a, c, e], [b, d, f]])).map_err(mask_error)?.into())
    }

    pub fn colliding_offsets(&self, other: &RawMask) -> JsResult<PlacedMask> {
        Ok(self.0.colliding_offsets(&other.0).map_err(mask_error)?.into())
    }
}
