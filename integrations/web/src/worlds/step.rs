//! Steps, and lists of pairs out.
//!
//! JavaScript copies the lists out of the memory of the module after a step, so it asks for addresses.

use super::errors::world_error;
use super::{RawWorld, slot};
use crate::errors::JsResult;
use wasm_bindgen::prelude::wasm_bindgen;
use world::Pair;

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
    pub fn step(&mut self) -> JsResult<()> {
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

    /// Returns the pairs between two sets of layers. Pairs with a sprite that has gone are left out.
    pub fn pairs_between(&self, pairs: &[u32], layers_a: u32, layers_b: u32) -> Vec<u32> {
        let here =
            |&[a, b]: &[u32; 2]| Some(Pair { a: self.world.id_at(a as usize)?, b: self.world.id_at(b as usize)? });
        let pairs: Vec<_> = pairs.as_chunks().0.iter().filter_map(here).collect();
        self.world.pairs_between(&pairs, layers_a, layers_b).flat_map(|pair| pair.map(slot)).collect()
    }

    pub fn collisions(&mut self) -> JsResult<Vec<u32>> {
        Ok(flat(&self.view()?.collisions().map_err(world_error)?))
    }

    pub fn candidates(&mut self) -> JsResult<Vec<u32>> {
        Ok(flat(&self.view()?.candidates().map_err(world_error)?))
    }
}
