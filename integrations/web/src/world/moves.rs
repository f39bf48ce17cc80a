//! Sweeps and moves of sprites among other sprites.

use super::{RawWorld, slot};
use crate::errors::{JsResult, world_error};
use crate::flat::Flat;
use ::world::{Motion, SpriteId, SpriteSweepHit};
use wasm_bindgen::prelude::wasm_bindgen;

/// How a sprite moves until other sprites are in its way.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum MotionKind {
    Stop,
    StopFromInside,
    Slide,
    Walk,
}

/// Returns a move as a list: the position, the sprite at the start or -1, and the hits.
fn moved(at: [i32; 2], started_inside: Option<SpriteId>, hits: &[SpriteSweepHit]) -> Vec<f64> {
    let flat = Flat::default().point(at).number(started_inside.map_or(-1.0, |id| f64::from(slot(id))));
    let hit = |flat: Flat, hit: &SpriteSweepHit| {
        flat.number(slot(hit.sprite)).number(hit.step).optional_point(hit.before).point(hit.first).point(hit.normal)
    };
    hits.iter().fold(flat, hit).0
}

#[wasm_bindgen]
impl RawWorld {
    pub fn sweep(&mut self, id: u32, x: i32, y: i32, from_inside: bool, layers: Option<u32>) -> JsResult<Vec<f64>> {
        let id = self.sprite(id)?;
        let view = self.view(layers)?;
        let swept = if from_inside { view.sweep_from_inside(id, [x, y]) } else { view.sweep(id, [x, y]) };
        let swept = swept.map_err(world_error)?;
        Ok(moved(swept.at, swept.started_inside, swept.hit.as_slice()))
    }

    pub fn is_free(&mut self, id: u32, x: i32, y: i32, layers: Option<u32>) -> JsResult<bool> {
        let id = self.sprite(id)?;
        self.view(layers)?.is_free(id, [x, y]).map_err(world_error)
    }

    pub fn move_until(
        &mut self,
        id: u32,
        x: i32,
        y: i32,
        motion: MotionKind,
        step_up: u32,
        step_down: u32,
    ) -> JsResult<Vec<f64>> {
        let id = self.sprite(id)?;
        let motion = match motion {
            MotionKind::Stop => Motion::Stop,
            MotionKind::StopFromInside => Motion::StopFromInside,
            MotionKind::Slide => Motion::Slide,
            MotionKind::Walk => Motion::Walk { step_up, step_down },
        };
        let result = self.world.move_until(id, [x, y], motion).map_err(world_error)?;
        Ok(moved(result.at, result.started_inside, &result.hits))
    }
}
