//! Sprite sheets.

use super::values::{animations, frame_at, frames, mask_in, warnings};
use super::{Masks, RawFiles, RawTerrain, options, sheet_error};
use crate::errors::JsResult;
use crate::solid::SolidKind;
use ::sheets::Sheet;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub struct RawSheet {
    sheet: Sheet,
    masks: Masks,
    values: String,
}

#[wasm_bindgen]
impl RawSheet {
    pub fn read(
        files: &RawFiles,
        name: &str,
        kind: SolidKind,
        value: u32,
        tile_shapes: bool,
        strict: bool,
    ) -> JsResult<RawSheet> {
        let sheet = Sheet::read(files, name, &options(kind, value, tile_shapes, strict)).map_err(sheet_error)?;
        let mut masks = Masks::default();
        let frames = frames(sheet.frames(), &mut masks);
        let values = json!({
            "frames": frames,
            "animations": animations(sheet.animations()),
            "masks": masks.0.len(),
            "warnings": warnings(sheet.warnings()),
        });
        Ok(RawSheet { sheet, masks, values: values.to_string() })
    }

    pub fn values(&self) -> String {
        self.values.clone()
    }

    pub fn mask(&self, index: usize) -> Vec<u8> {
        self.masks.0[index].to_bytes()
    }

    pub fn frame_at(&self, animation: usize, time: f64) -> usize {
        frame_at(&self.sheet.animations()[animation], time)
    }

    pub fn mask_in(&self, frame: usize, left: i32, top: i32, width: u32, height: u32) -> JsResult<RawTerrain> {
        mask_in(&self.sheet.frames()[frame], [left, top], [width, height])
    }
}
