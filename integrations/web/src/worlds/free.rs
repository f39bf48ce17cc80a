//! Free places of sprites, what they touch, and moves out of other sprites.

#![expect(clippy::too_many_arguments, reason = "JavaScript passes numbers at a third of the time of an object")]

use super::errors::world_error;
use super::who::RawWho;
use super::{RawWorld, slots};
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::masks::{RawMask, reach};
use wasm_bindgen::prelude::wasm_bindgen;
use world::PushOut;

#[wasm_bindgen]
impl RawWorld {
    pub fn is_free(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
        options: f64,
        without: u32,
    ) -> JsResult<bool> {
        let who = self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?;
        self.view_of(options, without)?.is_free(who).map_err(world_error)
    }

    pub fn nearest_free(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
        limit: u32,
        within: &[f64],
        options: f64,
        without: u32,
    ) -> JsResult<Option<Vec<f64>>> {
        let who = self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?;
        let free = self.view_of(options, without)?.nearest_free(who, reach(limit, within)).map_err(world_error)?;
        Ok(free.map(|place| Flat::default().point(place).0))
    }

    pub fn touching(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
        x: i32,
        y: i32,
        options: f64,
        without: u32,
    ) -> JsResult<Vec<u32>> {
        let who = self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?;
        self.view_of(options, without)?.touching(who, [x, y]).map(slots).map_err(world_error)
    }

    /// Returns x and y of each move. A sprite without a place has the least number twice. `along` is a direction and `within`
    /// a rectangle, or they have no numbers.
    pub fn push_out(&mut self, ids: &[u32], limit: u32, along: &[i32], within: &[f64]) -> JsResult<Vec<i32>> {
        let (ids, reach) = (self.sprites(ids)?, reach(limit, within));
        let how = match *along {
            [x, y] => PushOut::along([x, y], reach),
            _ => reach.into(),
        };
        let moves = self.world.push_out_many(ids, how).map_err(world_error)?;
        Ok(moves.into_iter().flat_map(|by| by.unwrap_or([i32::MIN; 2])).collect())
    }
}
