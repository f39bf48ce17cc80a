//! The limits of a world.

use super::RawWorld;
use wasm_bindgen::prelude::wasm_bindgen;
use world::WorldLimits;

#[wasm_bindgen]
impl RawWorld {
    /// Returns the limits, in the order in which [`RawWorld::set_limits`] takes them.
    pub fn limits(&self) -> Vec<u32> {
        let WorldLimits { pairs, offset_table_bytes, variant_bytes, .. } = self.world.limits();
        [pairs, offset_table_bytes, variant_bytes].map(|limit| limit as u32).to_vec()
    }

    pub fn set_limits(&mut self, pairs: usize, offset_table_bytes: usize, variant_bytes: usize) {
        let limits = self.world.limits().pairs(pairs);
        self.world.set_limits(limits.offset_table_bytes(offset_table_bytes).variant_bytes(variant_bytes));
    }
}
