//! The masks of a world.

use super::RawWorld;
use super::errors::world_error;
use crate::errors::JsResult;
use crate::masks::RawMask;
use crate::shape::{AnyShape, ShapeKind};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl RawWorld {
    pub fn add_mask(&mut self, mask: &RawMask) -> JsResult<u32> {
        Ok(self.world.add_mask(mask.0.clone()).map_err(world_error)?.index() as u32)
    }

    pub fn mask(&self, mask: u32) -> JsResult<RawMask> {
        let id = self.mask_id(mask)?;
        Ok(RawMask(self.world.mask(id).expect("the id is the id of a mask").clone()))
    }

    pub fn replace_mask(&mut self, mask: u32, new: &RawMask) -> JsResult<()> {
        let id = self.mask_id(mask)?;
        self.world.replace_mask(id, new.0.clone()).map(drop).map_err(world_error)
    }

    pub fn remove_mask(&mut self, mask: u32) -> JsResult<RawMask> {
        let id = self.mask_id(mask)?;
        Ok(RawMask(self.world.remove_mask(id).map_err(world_error)?))
    }

    pub fn set_angle_steps(&mut self, mask: u32, steps: Option<u32>) -> JsResult<()> {
        let id = self.mask_id(mask)?;
        self.world.set_angle_steps(id, steps).map_err(world_error)
    }

    /// Draws the solid pixels of a mask on a mask of the world, or erases them.
    pub fn draw_mask(&mut self, mask: u32, what: &RawMask, x: i32, y: i32, solid: bool) -> JsResult<()> {
        let id = self.mask_id(mask)?;
        let edit = self.world.edit_mask(id, |mask| match solid {
            true => mask.draw(&what.0, [x, y]),
            false => mask.erase(&what.0, [x, y]),
        });
        edit.map_err(world_error)
    }

    /// Draws a shape on a mask of the world, or erases it.
    pub fn draw_shape(
        &mut self,
        mask: u32,
        kind: ShapeKind,
        numbers: &[f64],
        x: i32,
        y: i32,
        solid: bool,
    ) -> JsResult<()> {
        let id = self.mask_id(mask)?;
        let shape = AnyShape::new(kind, numbers)?;
        self.world.edit_mask(id, |mask| mask.fill_shape(&shape, [x, y], solid)).map_err(world_error)
    }
}
