//! Questions about two masks, or a mask and a shape.

use super::RawMask;
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::shape::{AnyShape, ShapeKind};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl RawMask {
    pub fn overlaps(&self, other: &RawMask, x: i32, y: i32) -> bool {
        self.0.overlaps(&other.0, [x, y])
    }

    /// Returns whether the mask overlaps another at each of many offsets: x and y in turn.
    pub fn overlaps_at(&self, other: &RawMask, offsets: &[i32]) -> Vec<u8> {
        let overlaps = |&at: &[i32; 2]| u8::from(self.0.overlaps(&other.0, at));
        offsets.as_chunks().0.iter().map(overlaps).collect()
    }

    pub fn overlap_first(&self, other: &RawMask, x: i32, y: i32) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.overlap_first(&other.0, [x, y])?).0)
    }

    pub fn overlap_area(&self, other: &RawMask, x: i32, y: i32) -> f64 {
        self.0.overlap_area(&other.0, [x, y]) as f64
    }

    pub fn overlap_bounds(&self, other: &RawMask, x: i32, y: i32) -> Option<Vec<f64>> {
        Some(Flat::default().rect(self.0.overlap_bounds(&other.0, [x, y])?).0)
    }

    pub fn overlap_mask(&self, other: &RawMask, x: i32, y: i32) -> RawMask {
        self.0.overlap_mask(&other.0, [x, y]).into()
    }

    pub fn overlap_normal(&self, other: &RawMask, x: i32, y: i32) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.overlap_normal(&other.0, [x, y])?).0)
    }

    pub fn overlaps_shape(&self, kind: ShapeKind, numbers: &[f64], x: i32, y: i32) -> JsResult<bool> {
        Ok(self.0.overlaps(&AnyShape::new(kind, numbers)?, [x, y]))
    }
}
