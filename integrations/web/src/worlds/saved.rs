//! Copies of worlds, and worlds as bytes.

use super::RawWorld;
use super::errors::world_error;
use crate::errors::JsResult;
use wasm_bindgen::prelude::wasm_bindgen;
use world::{MaskId, World};

impl From<World> for RawWorld {
    fn from(world: World) -> RawWorld {
        RawWorld { world, ..RawWorld::default() }
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Returns a copy of the world. The lists of the last step are not copied.
    pub fn copy(&self) -> JsResult<RawWorld> {
        Ok(self.world.try_clone().map_err(world_error)?.into())
    }

    pub fn to_bytes(&self, masks: bool) -> JsResult<Vec<u8>> {
        if masks { self.world.to_bytes() } else { self.world.to_bytes_without_masks() }.map_err(world_error)
    }

    pub fn from_bytes(bytes: &[u8]) -> JsResult<RawWorld> {
        Ok(World::from_bytes(bytes).map_err(world_error)?.into())
    }

    /// Returns a world that was saved without its masks. They are those of another world, by their numbers.
    pub fn from_bytes_with_masks(bytes: &[u8], masks: &RawWorld) -> JsResult<RawWorld> {
        let masks = &masks.world;
        let mask = |id: MaskId| masks.mask_id_at(id.index()).and_then(|id| masks.mask(id).cloned());
        Ok(World::from_bytes_with_masks(bytes, mask).map_err(world_error)?.into())
    }
}
