//! Positions in, steps, and lists of pairs out.
//!
//! JavaScript copies the positions into the memory of the module before a step, and copies the lists out of it after the
//! step. So it asks for addresses.

use super::{RawWorld, slot};
use crate::errors::{JsResult, world_error};
use ::world::Pair;
use wasm_bindgen::prelude::wasm_bindgen;

/// The lists of the last step.
#[derive(Default)]
pub(super) struct Lists {
    pairs: Vec<[u32; 2]>,
    began: Vec<[u32; 2]>,
    ended: Vec<[u32; 2]>,
}

fn fill(list: &mut Vec<[u32; 2]>, pairs: &[Pair]) {
    list.clear();
    list.extend(pairs.iter().map(|pair| [slot(pair.a), slot(pair.b)]));
}

fn flat(pairs: &[Pair]) -> Vec<u32> {
    let mut list = Vec::new();
    fill(&mut list, pairs);
    list.into_flattened()
}

#[wasm_bindgen]
impl RawWorld {
    /// Returns the address of the positions that [`RawWorld::sync`] reads: x and y for each slot.
    pub fn positions_address(&mut self) -> usize {
        self.positions.resize(self.world.slot_count(), [0, 0]);
        self.positions.as_ptr().addr()
    }

    /// Moves the sprites to the positions.
    pub fn sync(&mut self) -> JsResult<()> {
        self.world.sync_by_slot(&self.positions).map_err(world_error)
    }

    /// Fills the positions with those of the sprites.
    pub fn read_positions(&mut self) -> JsResult<()> {
        self.world.positions_by_slot(&mut self.positions).map_err(world_error)
    }

    /// Moves the sprites to the positions and computes the pairs.
    pub fn step(&mut self) -> JsResult<()> {
        self.sync()?;
        let step = self.world.step().map_err(world_error)?;
        fill(&mut self.lists.pairs, step.pairs());
        fill(&mut self.lists.began, step.began());
        fill(&mut self.lists.ended, step.ended());
        Ok(())
    }

    pub fn pairs_address(&self) -> usize {
        self.lists.pairs.as_ptr().addr()
    }

    pub fn pairs_length(&self) -> usize {
        2 * self.lists.pairs.len()
    }

    pub fn began_address(&self) -> usize {
        self.lists.began.as_ptr().addr()
    }

    pub fn began_length(&self) -> usize {
        2 * self.lists.began.len()
    }

    pub fn ended_address(&self) -> usize {
        self.lists.ended.as_ptr().addr()
    }

    pub fn ended_length(&self) -> usize {
        2 * self.lists.ended.len()
    }

    pub fn collisions(&mut self) -> JsResult<Vec<u32>> {
        Ok(flat(&self.view(None)?.collisions().map_err(world_error)?))
    }

    pub fn candidates(&mut self) -> JsResult<Vec<u32>> {
        Ok(flat(&self.view(None)?.candidates().map_err(world_error)?))
    }
}
