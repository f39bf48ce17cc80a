//! The class `RawWorld`.

mod carry;
mod contacts;
mod errors;
mod fields;
mod free;
mod masks;
mod moves;
mod places;
mod poses;
mod positions;
mod queries;
mod saved;
mod sprites;
mod step;
mod terrain;

use crate::errors::{JsResult, range_error};
use ::world::{MaskId, SpriteId, View, World};
use errors::{no_mask, no_sprite, world_error};
use wasm_bindgen::prelude::wasm_bindgen;

/// A world, a list of positions that JavaScript has written, and the lists of the last step.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawWorld {
    world: World,
    /// The positions that [`RawWorld::set_positions`] reads, one for each slot.
    positions: Vec<[i32; 2]>,
    lists: step::Lists,
}

#[wasm_bindgen]
impl RawWorld {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawWorld {
        RawWorld::default()
    }

    #[wasm_bindgen(getter)]
    pub fn pair_limit(&self) -> f64 {
        self.world.pair_limit() as f64
    }

    #[wasm_bindgen(setter)]
    pub fn set_pair_limit(&mut self, pairs: f64) {
        self.world.set_pair_limit(pairs as usize);
    }
}

impl RawWorld {
    fn sprite(&self, id: u32) -> JsResult<SpriteId> {
        self.world.id_at(id as usize).ok_or_else(|| range_error(&no_sprite(id as usize)))
    }

    fn mask_id(&self, id: u32) -> JsResult<MaskId> {
        self.world.mask_id_at(id as usize).ok_or_else(|| range_error(&no_mask(id as usize)))
    }

    /// Returns a view of the world as it is now. If layers are given, queries consider only sprites in these layers.
    fn view(&mut self, layers: Option<u32>) -> JsResult<View<'_>> {
        let view = self.world.refresh().map_err(world_error)?;
        Ok(layers.map_or(view, |layers| view.on_layers(layers)))
    }

    /// Returns a view as [`RawWorld::view`] does. `sensors` says whether sensors block.
    fn view_of(&mut self, layers: Option<u32>, sensors: bool) -> JsResult<View<'_>> {
        let view = self.view(layers)?;
        Ok(if sensors { view.with_sensors() } else { view })
    }
}

/// Returns the slot of a sprite, which is its id in JavaScript.
fn slot(id: SpriteId) -> u32 {
    id.index() as u32
}

fn slots(ids: Vec<SpriteId>) -> Vec<u32> {
    ids.into_iter().map(slot).collect()
}
