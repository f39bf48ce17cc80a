//! Sprites that lose pixels.

use super::errors::world_error;
use super::places::place;
use super::queries::probe;
use super::{RawWorld, slots};
use crate::errors::JsResult;
use crate::masks::RawMask;
use crate::shape::{AnyShape, ShapeKind};
use wasm_bindgen::prelude::wasm_bindgen;
use world::{PlacedMask, Probe};

#[wasm_bindgen]
impl RawWorld {
    pub fn own_mask(&mut self, id: u32) -> JsResult<u32> {
        let id = self.sprite(id)?;
        Ok(self.world.own_mask(id).map_err(world_error)?.index() as u32)
    }

    pub fn erase_shape(&mut self, kind: ShapeKind, numbers: &[f64], layers: Option<u32>) -> JsResult<Vec<u32>> {
        let shape = AnyShape::new(kind, numbers)?;
        self.erase(probe(&shape), layers)
    }

    pub fn erase_mask(&mut self, mask: &RawMask, x: f64, y: f64, layers: Option<u32>) -> JsResult<Vec<u32>> {
        let at = place([x, y], "shape")?;
        self.erase(PlacedMask { mask: &mask.0, at }.into(), layers)
    }

    pub fn split(&mut self, id: u32) -> JsResult<Vec<u32>> {
        let id = self.sprite(id)?;
        Ok(slots(self.world.split(id).map_err(world_error)?))
    }
}

impl RawWorld {
    fn erase(&mut self, shape: Probe<'_>, layers: Option<u32>) -> JsResult<Vec<u32>> {
        Ok(slots(self.world.erase(shape, layers.unwrap_or(u32::MAX)).map_err(world_error)?))
    }
}
