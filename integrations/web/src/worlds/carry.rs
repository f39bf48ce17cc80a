//! Platforms, and whole moves from moves with fractions.

use super::errors::world_error;
use super::places::place;
use super::{RawWorld, slots};
use crate::errors::JsResult;
use crate::flat::Flat;
use wasm_bindgen::prelude::wasm_bindgen;
use world::{Carried, Remainder};

#[wasm_bindgen]
impl RawWorld {
    /// Returns the numbers of riders and of pushed sprites, and then the riders, the pushed and the crushed sprites.
    pub fn carry(&mut self, id: u32, x: f64, y: f64, riders: Option<Vec<u32>>) -> JsResult<Vec<u32>> {
        let (id, to) = (self.sprite(id)?, place([x, y], "to")?);
        let riders = riders.map(|riders| self.sprites(&riders)).transpose()?;
        let Carried { riders, pushed, crushed, .. } =
            self.world.carry(id, to, riders.as_deref()).map_err(world_error)?;
        let mut numbers = vec![riders.len() as u32, pushed.len() as u32];
        numbers.extend([riders, pushed, crushed].into_iter().flat_map(slots));
        Ok(numbers)
    }
}

/// Adds a move to a rest. Returns the whole move and the new rest.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "exported to JavaScript")]
pub fn take_whole(rest_x: f64, rest_y: f64, x: f64, y: f64) -> JsResult<Vec<f64>> {
    place([rest_x + x, rest_y + y], "the rest and the move together")?;
    let mut remainder = Remainder { rest: [rest_x, rest_y] };
    let whole = remainder.take([x, y]).map_err(world_error)?;
    Ok(Flat::default().point(whole).point(remainder.rest).0)
}
