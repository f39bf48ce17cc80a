//! Masks from pixels, words and text, and back.

use super::RawMask;
use crate::errors::{JsResult, mask_error};
use crate::solid::SolidKind;
use mask::Mask;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl RawMask {
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32, solid: bool) -> JsResult<RawMask> {
        let make = if solid { Mask::filled } else { Mask::new };
        Ok(make(width, height).map_err(mask_error)?.into())
    }

    /// Creates a mask of RGBA pixels. `value` is the threshold or the color.
    pub fn from_rgba(width: u32, height: u32, pixels: &[u8], kind: SolidKind, value: u32) -> JsResult<RawMask> {
        Ok(Mask::from_rgba8(width, height, pixels, kind.solid(value)).map_err(mask_error)?.into())
    }

    /// Makes the pixels of a picture transparent where the mask is not solid.
    pub fn clear_alpha(&self, pixels: &mut [u8]) -> JsResult<()> {
        self.0.clear_alpha(pixels).map_err(mask_error)
    }

    pub fn from_text(text: &str) -> JsResult<RawMask> {
        Ok(text.parse::<Mask>().map_err(mask_error)?.into())
    }

    /// Creates a mask of words of 32 pixels, row by row. Each row has an even number of words.
    pub fn from_words(width: u32, height: u32, words: &[u32]) -> JsResult<RawMask> {
        let words = words.as_chunks().0.iter().map(|&[low, high]| u64::from(high) << 32 | u64::from(low));
        Ok(Mask::from_words(width, height, &words.collect::<Vec<_>>()).map_err(mask_error)?.into())
    }

    pub fn to_words(&self) -> Vec<u32> {
        self.0.to_words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
    }

    pub fn from_bytes(bytes: &[u8]) -> JsResult<RawMask> {
        Ok(Mask::from_bytes(bytes).map_err(mask_error)?.into())
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    pub fn to_text(&self) -> String {
        self.0.to_string()
    }

    /// Returns a mask with equal pixels, which shares them until one of the two masks is edited.
    pub fn share(&self) -> RawMask {
        RawMask(self.0.clone())
    }
}
