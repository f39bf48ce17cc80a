//! The class `RawWorld`.

use super::errors::{no_mask, no_sprite, world_error};
use crate::errors::{JsResult, range_error};
use wasm_bindgen::prelude::wasm_bindgen;
use world::bindings::QueryOptions;
use world::{MaskId, SpriteId, View, World};

/// A world, a list of positions that JavaScript has written, and the lists of the last step.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawWorld {
    pub(super) world: World,
    /// The positions that [`RawWorld::set_positions`] reads, one for each slot.
    pub(super) positions: Vec<[i32; 2]>,
    pub(super) lists: Lists,
}

#[wasm_bindgen]
impl RawWorld {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawWorld {
        RawWorld::default()
    }
}

/// The lists of the last step.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) began: Vec<[u32; 2]>,
    pub(super) ended: Vec<[u32; 2]>,
}

/// The options of a query, as bits beyond those of the layers. `ts/query.ts` has them too.
pub(super) const ON_LAYERS: u32 = 1;
pub(super) const WITH_SENSORS: u32 = 2;
pub(super) const HIT_FROM_INSIDE: u32 = 4;

/// Returns the bits and the layers of the options of a query. One number for both takes a third of the time of a list.
pub(super) fn parts(options: f64) -> (u32, u32) {
    let options = options as u64;
    ((options >> 32) as u32, options as u32)
}

impl RawWorld {
    pub(super) fn sprite(&self, id: u32) -> JsResult<SpriteId> {
        self.world.id_at(id as usize).ok_or_else(|| range_error(&no_sprite(id as usize)))
    }

    pub(super) fn mask_id(&self, id: u32) -> JsResult<MaskId> {
        mask_id(&self.world, id)
    }

    /// Returns a view of the world as it is now.
    pub(super) fn view(&mut self) -> JsResult<View<'_>> {
        self.world.refresh().map_err(world_error)
    }

    /// Returns a view with the options of a query, and without a sprite if there is one with the id.
    pub(super) fn view_of(&mut self, options: f64, without: u32) -> JsResult<View<'_>> {
        let (bits, layers) = parts(options);
        let without = self.world.id_at(without as usize);
        let options = QueryOptions {
            layers: (bits & ON_LAYERS != 0).then_some(layers),
            with_sensors: bits & WITH_SENSORS != 0,
            hit_from_inside: bits & HIT_FROM_INSIDE != 0,
            without,
        };
        Ok(options.view(self.view()?))
    }
}

/// Returns the id of the mask in a slot.
pub(super) fn mask_id(world: &World, id: u32) -> JsResult<MaskId> {
    world.mask_id_at(id as usize).ok_or_else(|| range_error(&no_mask(id as usize)))
}

/// Returns the slot of a sprite, which is its id in JavaScript.
pub(super) fn slot(id: SpriteId) -> u32 {
    id.index() as u32
}

pub(super) fn slots(ids: Vec<SpriteId>) -> Vec<u32> {
    ids.into_iter().map(slot).collect()
}
