//! The sprites of a world. JavaScript passes the values of a sprite as a row of numbers.

use super::errors::{no_sprite, world_error};
use super::{RawWorld, fields, slot, slots};
use crate::errors::{JsResult, range_error};
use wasm_bindgen::prelude::wasm_bindgen;
use world::{MaskId, Sprite, SpriteId, World};

impl RawWorld {
    /// Returns the ids of sprites.
    pub(super) fn sprites(&self, ids: &[u32]) -> JsResult<Vec<SpriteId>> {
        ids.iter().map(|&id| self.sprite(id)).collect()
    }
}

/// Returns a new sprite with the values of a row.
fn new_sprite(world: &World, given: u32, row: &[f64]) -> JsResult<Sprite> {
    let mut sprite = Sprite::new(MaskId::default(), [0, 0]);
    fields::change_at(world, &mut sprite, given, &mut row.iter())?;
    Ok(sprite)
}

#[wasm_bindgen]
impl RawWorld {
    pub fn spawn(&mut self, given: u32, row: &[f64]) -> JsResult<u32> {
        let sprite = new_sprite(&self.world, given, row)?;
        Ok(slot(self.world.spawn(sprite).map_err(world_error)?))
    }

    /// Adds a sprite for each row of numbers. After an error, there is none.
    pub fn spawn_many(&mut self, sprites: usize, given: u32, rows: &[f64]) -> JsResult<Vec<u32>> {
        let numbers = rows.len().checked_div(sprites).unwrap_or_default();
        let sprite = |world: &World, index| new_sprite(world, given, &rows[index * numbers..][..numbers]);
        Ok(slots(self.world.spawn_each(sprites, sprite, |error, _| world_error(error))?))
    }

    pub fn despawn(&mut self, id: u32) -> JsResult<()> {
        let id = self.sprite(id)?;
        self.world.despawn(id).map(drop).map_err(world_error)
    }

    pub fn despawn_many(&mut self, ids: &[u32]) -> u32 {
        // The ids first: a sprite may be named twice.
        let ids: Vec<_> = ids.iter().filter_map(|&id| self.world.id_at(id as usize)).collect();
        self.world.despawn_many(ids) as u32
    }

    pub fn clear(&mut self) {
        self.world.clear();
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
        let mut done = Vec::with_capacity(ids.len());
        let mut old = Vec::with_capacity(rows.len());
        for id in ids {
            let set = match self.set_one(id, given, &mut numbers, &mut old) {
                Ok(false) => self.set_whole(id, given, &mut numbers, &mut old),
                result => result.map(drop),
            };
            if let Err(error) = set {
                // Each sprite showed its old values a moment ago, so it can show them again. The last first: a sprite may be named twice.
                let width = old.len().checked_div(done.len()).unwrap_or(0);
                for (id, old) in done.into_iter().zip(old.chunks_exact(width.max(1))).rev() {
                    let mut sprite = self.get_sprite(id);
                    fields::change(&self.world, &mut sprite, fields::touched(given), &mut old.iter())?;
                    self.world.set_sprite(id, sprite).map_err(world_error)?;
                }
                return Err(error);
            }
            done.push(id);
        }
        Ok(())
    }

    pub fn contains(&self, id: u32) -> bool {
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

    /// Returns pairs of sprites of which only the first asks for a layer of the second.
    pub fn one_sided_layers(&self) -> Vec<u32> {
        self.world.one_sided_layers().into_iter().flat_map(|(asks, asked)| [slot(asks), slot(asked)]).collect()
    }

    pub fn ids(&self) -> Vec<u32> {
        (0..self.slot_count()).filter(|&id| self.contains(id)).collect()
    }
}

impl RawWorld {
    pub(super) fn get_sprite(&self, id: SpriteId) -> Sprite {
        self.world.get(id).expect("the id is the id of a sprite")
    }

    /// Changes values of a sprite, and adds the numbers of the old values to a list.
    fn set_whole(
        &mut self,
        id: SpriteId,
        given: u32,
        numbers: &mut fields::Numbers<'_>,
        old: &mut Vec<f64>,
    ) -> JsResult<()> {
        let before = self.get_sprite(id);
        let mut sprite = before;
        fields::change_at(&self.world, &mut sprite, given, numbers)?;
        self.world.set_sprite(id, sprite).map_err(world_error)?;
        fields::write_given(before, fields::touched(given), old);
        Ok(())
    }
}
