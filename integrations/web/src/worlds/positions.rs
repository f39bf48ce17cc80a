//! The places of sprites: of one, and of all at once.

use super::RawWorld;
use super::errors::world_error;
use super::places::{indexed, place};
use crate::errors::JsResult;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
impl RawWorld {
    pub fn move_to(&mut self, id: u32, x: f64, y: f64) -> JsResult<()> {
        let id = self.sprite(id)?;
        place([x, y], "position")?;
        self.world.get_mut(id).and_then(|mut sprite| sprite.place_at([x, y])).map_err(world_error)
    }

    pub fn jump_to(&mut self, id: u32, x: f64, y: f64) -> JsResult<()> {
        self.move_to(id, x, y)?;
        self.end_path(id)
    }

    /// Forgets where a sprite stood at the last step.
    pub fn end_path(&mut self, id: u32) -> JsResult<()> {
        let id = self.sprite(id)?;
        let at = self.get_sprite(id).position;
        self.world.jump_to(id, at).map_err(world_error)
    }

    /// Sets where a sprite stood at the last step.
    pub fn set_last_place(&mut self, id: u32, x: f64, y: f64) -> JsResult<()> {
        let id = self.sprite(id)?;
        self.world.set_last_place(id, place([x, y], "place")?).map_err(world_error)
    }

    pub fn move_by(&mut self, id: u32, x: i32, y: i32) -> JsResult<()> {
        let id = self.sprite(id)?;
        self.world.move_by(id, [x, y]).map_err(world_error)
    }

    /// Returns x and y of each slot. A slot without a sprite has the least number twice.
    pub fn get_positions(&self) -> JsResult<Vec<i32>> {
        let mut positions = Vec::new();
        self.world.positions_by_slot(&mut positions).map_err(world_error)?;
        Ok(positions.into_flattened())
    }

    /// Returns the address of a list of `length` numbers that [`RawWorld::set_positions`] reads: x and y of each slot.
    pub fn positions_address(&mut self, length: usize) -> usize {
        self.positions.resize(length / 2, [0, 0]);
        self.positions.as_ptr().addr()
    }

    /// Moves the sprites to the positions.
    pub fn set_positions(&mut self) -> JsResult<()> {
        match self.world.sync_by_slot(&self.positions) {
            Ok(()) => Ok(()),
            // Once more, for the index.
            Err(error) => Err(self.first_fault().unwrap_or_else(|| world_error(error))),
        }
    }

    /// Moves the sprites to positions, which are rounded if the sprites are upright.
    pub fn set_real_positions(&mut self, numbers: &[f64]) -> JsResult<()> {
        let numbers = numbers.as_chunks().0;
        if self.world.has_fractions() {
            let fail = |error, slot| {
                place(numbers[slot], &indexed("positions", slot)).err().unwrap_or_else(|| world_error(error))
            };
            return self.world.place_by_slot(numbers, fail);
        }
        self.positions.clear();
        for (slot, &at) in numbers.iter().enumerate() {
            let rounded = match world::place(at) {
                Ok(rounded) => rounded,
                Err(_) if self.world.id_at(slot).is_none() => [0, 0],
                Err(_) => place(at, &indexed("positions", slot))?,
            };
            self.positions.push(rounded);
        }
        self.world.sync_by_slot(&self.positions).map_err(world_error)
    }
}

impl RawWorld {
    /// Returns an error that names the first position out of range.
    fn first_fault(&self) -> Option<JsValue> {
        let here = self.positions.iter().enumerate().filter(|&(slot, _)| self.world.id_at(slot).is_some());
        here.into_iter().find_map(|(slot, at)| place(at.map(f64::from), &indexed("positions", slot)).err())
    }
}
