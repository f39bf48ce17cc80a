//! Free places of sprites, what they touch, and moves out of other sprites.

use super::errors::world_error;
use super::places::place;
use super::{RawWorld, slots};
use crate::errors::JsResult;
use crate::flat::Flat;
use ::world::{Sprite, SpriteId};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns a place or a move as numbers.
fn optional(point: Option<[i32; 2]>) -> Option<Vec<f64>> {
    point.map(|point| Flat::default().point(point).0)
}

#[wasm_bindgen]
impl RawWorld {
    pub fn is_free(&mut self, id: u32, x: f64, y: f64, layers: Option<u32>, sensors: bool) -> JsResult<bool> {
        let (id, at) = (self.sprite(id)?, place([x, y], "at")?);
        self.view_of(layers, sensors)?.is_free(id, at).map_err(world_error)
    }

    /// Returns whether a sprite with other values has room. The values are given as for a change.
    pub fn is_free_as(
        &mut self,
        id: u32,
        given: u32,
        row: &[f64],
        layers: Option<u32>,
        sensors: bool,
    ) -> JsResult<bool> {
        let (id, sprite) = self.changed(id, given, row)?;
        self.view_of(layers, sensors)?.is_free_as(id, &sprite).map_err(world_error)
    }

    pub fn nearest_free(
        &mut self,
        id: u32,
        x: f64,
        y: f64,
        limit: u32,
        layers: Option<u32>,
        sensors: bool,
    ) -> JsResult<Option<Vec<f64>>> {
        let (id, at) = (self.sprite(id)?, place([x, y], "at")?);
        self.view_of(layers, sensors)?.nearest_free(id, at, limit).map(optional).map_err(world_error)
    }

    pub fn nearest_free_as(
        &mut self,
        id: u32,
        given: u32,
        row: &[f64],
        limit: u32,
        layers: Option<u32>,
        sensors: bool,
    ) -> JsResult<Option<Vec<f64>>> {
        let (id, sprite) = self.changed(id, given, row)?;
        self.view_of(layers, sensors)?.nearest_free_as(id, &sprite, limit).map(optional).map_err(world_error)
    }

    pub fn touching(&mut self, id: u32, x: i32, y: i32, layers: Option<u32>, sensors: bool) -> JsResult<Vec<u32>> {
        let id = self.sprite(id)?;
        self.view_of(layers, sensors)?.touching(id, [x, y]).map(slots).map_err(world_error)
    }

    pub fn push_out(&mut self, id: u32, limit: u32) -> JsResult<Option<Vec<f64>>> {
        let id = self.sprite(id)?;
        self.world.push_out(id, limit).map(optional).map_err(world_error)
    }

    /// Returns x and y of each move. A sprite without a place has the least number twice.
    pub fn push_out_many(&mut self, ids: &[u32], limit: u32) -> JsResult<Vec<i32>> {
        let ids = self.sprites(ids)?;
        let moves = self.world.push_out_many(ids, limit).map_err(world_error)?;
        Ok(moves.into_iter().flat_map(|by| by.unwrap_or([i32::MIN; 2])).collect())
    }

    pub fn push_out_along(&mut self, id: u32, x: i32, y: i32, limit: u32) -> JsResult<Option<Vec<f64>>> {
        let id = self.sprite(id)?;
        self.world.push_out_along(id, [x, y], limit).map(optional).map_err(world_error)
    }
}

impl RawWorld {
    /// Returns a sprite as it would be after a change.
    fn changed(&self, id: u32, given: u32, row: &[f64]) -> JsResult<(SpriteId, Sprite)> {
        let id = self.sprite(id)?;
        let mut sprite = self.get_sprite(id);
        self.change(&mut sprite, given, &mut row.iter())?;
        Ok((id, sprite))
    }
}
