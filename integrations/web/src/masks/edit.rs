//! Changes of a mask.

use super::RawMask;
use crate::errors::{JsResult, mask_error};
use crate::shape::{AnyShape, ShapeKind};
use mask::Mask;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

impl RawMask {
    /// Returns the pixels for an edit. Shared pixels are copied first.
    fn pixels_mut(&mut self) -> JsResult<&mut Mask> {
        if Arc::get_mut(&mut self.0).is_none() {
            self.0 = Arc::new(self.0.try_clone().map_err(mask_error)?);
        }
        Ok(Arc::get_mut(&mut self.0).expect("the pixels are not shared"))
    }
}

#[wasm_bindgen]
impl RawMask {
    pub fn set(&mut self, x: i32, y: i32, solid: bool) -> JsResult<()> {
        self.pixels_mut()?.set([x, y], solid);
        Ok(())
    }

    pub fn fill(&mut self) -> JsResult<()> {
        self.pixels_mut()?.fill();
        Ok(())
    }

    pub fn clear(&mut self) -> JsResult<()> {
        self.pixels_mut()?.clear();
        Ok(())
    }

    pub fn invert(&mut self) -> JsResult<()> {
        self.pixels_mut()?.invert();
        Ok(())
    }

    pub fn draw(&mut self, other: &RawMask, x: i32, y: i32) -> JsResult<()> {
        self.pixels_mut()?.draw(&other.0, [x, y]);
        Ok(())
    }

    pub fn erase(&mut self, other: &RawMask, x: i32, y: i32) -> JsResult<()> {
        self.pixels_mut()?.erase(&other.0, [x, y]);
        Ok(())
    }

    pub fn fill_shape(&mut self, kind: ShapeKind, numbers: &[f64], x: i32, y: i32, solid: bool) -> JsResult<()> {
        let shape = AnyShape::new(kind, numbers)?;
        self.pixels_mut()?.fill_shape(&shape, [x, y], solid).map_err(mask_error)
    }
}
