//! Copies of worlds, and worlds as bytes.

use super::RawWorld;
use super::errors::world_error;
use crate::errors::JsResult;
use ::world::World;
use wasm_bindgen::prelude::wasm_bindgen;

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

    pub fn to_bytes(&self) -> JsResult<Vec<u8>> {
        self.world.to_bytes().map_err(world_error)
    }

    pub fn from_bytes(bytes: &[u8]) -> JsResult<RawWorld> {
        Ok(World::from_bytes(bytes).map_err(world_error)?.into())
    }
}
