//! The sprites of a world. JavaScript passes the values of a sprite as a row of numbers.

use super::{RawWorld, fields, slot};
use super::errors::{no_sprite, world_error};
use crate::errors::{JsResult, range_error};
use ::world::{MaskId, Sprite, SpriteId};
use wasm_bindgen::prelude::wasm_bindgen;

impl RawWorld {
    /// Returns the ids of sprites.
    pub(super) fn sprites(&self, ids: &[u32]) -> JsResult<Vec<SpriteId>> {
        ids.iter().map(|&id| self.sprite(id)).collect()
    }

    /// Returns a new sprite with the values of a row.
    fn new_sprite(&self, given: u32, row: &[f64]) -> JsResult<Sprite> {
        let mut sprite = Sprite::new(MaskId::default(), [0, 0]);
        self.change(&mut sprite, given, &mut row.iter())?;
        Ok(sprite)
    }
}

#[wasm_bindgen]
impl RawWorld {
    pub fn spawn(&mut self, given: u32, row: &[f64]) -> JsResult<u32> {
        let sprite = self.new_sprite(given, row)?;
        Ok(slot(self.world.spawn(sprite).map_err(world_error)?))
    }

    /// Adds a sprite for each row of numbers. After an error, there is none.
    pub fn spawn_many(&mut self, sprites: usize, given: u32, rows: &[f64]) -> JsResult<Vec<u32>> {
        let mut ids = Vec::with_capacity(sprites);
        for row in rows.chunks_exact(rows.len().checked_div(sprites).unwrap_or(1)) {
            let spawned = self.new_sprite(given, row).and_then(|sprite| self.world.spawn(sprite).map_err(world_error));
            match spawned {
                Ok(id) => ids.push(id),
                Err(error) => {
                    self.world.despawn_many(ids).map_err(world_error)?;
                    return Err(error);
                }
            }
        }
        Ok(ids.into_iter().map(slot).collect())
    }

    pub fn despawn(&mut self, id: u32) -> JsResult<()> {
        let id = self.sprite(id)?;
        self.world.despawn(id).map(drop).map_err(world_error)
    }

    pub fn despawn_many(&mut self, ids: &[u32]) -> JsResult<()> {
        let ids = self.sprites(ids)?;
        self.world.despawn_many(ids).map_err(world_error)
    }

    /// Returns all values of sprites, a row for each.
    pub fn get(&self, ids: &[u32]) -> JsResult<Vec<f64>> {
        let mut numbers = Vec::new();
        for id in self.sprites(ids)? {
            fields::write(self.get_sprite(id), &mut numbers);
        }
        Ok(numbers)
    }

    /// Changes values of sprites: a row for each, with the numbers of the values that are given. After an error, no sprite
    /// is changed.
    pub fn set(&mut self, ids: &[u32], given: u32, rows: &[f64]) -> JsResult<()> {
        let ids = self.sprites(ids)?;
        let mut numbers = rows.iter();
        let mut before = Vec::with_capacity(ids.len());
        for id in ids {
            let old = self.get_sprite(id);
            let mut new = old;
            let change = self
                .change(&mut new, given, &mut numbers)
                .and_then(|()| self.world.set_sprite(id, new).map_err(world_error));
            if let Err(error) = change {
                // Each sprite showed its old values a moment ago, so it can show them again.
                for (id, old) in before.into_iter().rev() {
                    self.world.set_sprite(id, old).map_err(world_error)?;
                }
                return Err(error);
            }
            before.push((id, old));
        }
        Ok(())
    }

    pub fn has(&self, id: u32) -> bool {
        self.world.id_at(id as usize).is_some()
    }

    /// Returns the data of a sprite, or of a despawned sprite whose slot is not free yet.
    pub fn data(&self, id: u32) -> JsResult<f64> {
        let data = self.world.data_at(id as usize);
        data.map(|data| data as f64).ok_or_else(|| range_error(&no_sprite(id as usize)))
    }

    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        self.world.len() as u32
    }

    #[wasm_bindgen(getter)]
    pub fn slot_count(&self) -> u32 {
        self.world.slot_count() as u32
    }

    pub fn ids(&self) -> Vec<u32> {
        (0..self.slot_count()).filter(|&id| self.has(id)).collect()
    }
}

impl RawWorld {
    fn get_sprite(&self, id: SpriteId) -> Sprite {
        self.world.get(id).expect("the id is the id of a sprite")
    }
}
