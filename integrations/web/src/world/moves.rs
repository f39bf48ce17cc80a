//! Sweeps and moves of sprites among other sprites.

use super::errors::world_error;
use super::places::{place, places};
use super::{RawWorld, slot};
use crate::errors::JsResult;
use crate::flat::Flat;
use ::world::{Blocked, Motion, Moved, SpriteId, SpriteSweepHit, Swept};
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

impl MotionKind {
    fn motion(self, step_up: u32, step_down: u32) -> Motion {
        match self {
            MotionKind::Stop => Motion::Stop,
            MotionKind::StopFromInside => Motion::StopFromInside,
            MotionKind::Slide => Motion::Slide,
            MotionKind::Walk => Motion::Walk { step_up, step_down },
        }
    }
}

/// Moves as numbers: for each the position, and the sprite at the start or NaN.
#[derive(Default)]
struct Moves {
    ends: Flat,
    /// The index of the move and the numbers of the hit, for each hit.
    hits: Flat,
    count: u32,
}

impl Moves {
    fn push(&mut self, at: [i32; 2], started_inside: Option<SpriteId>, hits: &[SpriteSweepHit]) {
        let inside = started_inside.map_or(f64::NAN, |id| f64::from(slot(id)));
        self.ends = std::mem::take(&mut self.ends).point(at).number(inside);
        for hit in hits {
            self.hits = sweep_hit(std::mem::take(&mut self.hits).number(self.count), hit);
        }
        self.count += 1;
    }

    fn push_swept(&mut self, swept: &Swept) {
        self.push(swept.at, swept.started_inside, swept.hit.as_slice());
    }

    fn push_moved(&mut self, moved: &Moved) {
        self.push(moved.at, moved.started_inside.first().copied(), &moved.hits);
    }

    fn into_numbers(self) -> Vec<f64> {
        let mut numbers = self.ends.0;
        numbers.extend(self.hits.0);
        numbers
    }

    /// Returns the numbers of the only move, and those of its hits without an index.
    fn into_one(self) -> Vec<f64> {
        let mut numbers = self.ends.0;
        numbers.extend(self.hits.0.chunks_exact(HIT).flat_map(|hit| &hit[1..]));
        numbers
    }
}

/// The numbers of a hit with its index.
const HIT: usize = 9;

fn sweep_hit(flat: Flat, hit: &SpriteSweepHit) -> Flat {
    flat.number(slot(hit.id)).number(hit.step).optional_point(hit.before).point(hit.first).point(hit.normal)
}

#[wasm_bindgen]
impl RawWorld {
    pub fn sweep(&mut self, id: u32, x: f64, y: f64, from_inside: bool, layers: Option<u32>) -> JsResult<Vec<f64>> {
        let mut moves = Moves::default();
        self.sweep_each(&[id], &[x, y], from_inside, layers, &mut moves)?;
        Ok(moves.into_one())
    }

    pub fn sweep_many(
        &mut self,
        ids: &[u32],
        to: &[f64],
        from_inside: bool,
        layers: Option<u32>,
    ) -> JsResult<Vec<f64>> {
        let mut moves = Moves::default();
        self.sweep_each(ids, to, from_inside, layers, &mut moves)?;
        Ok(moves.into_numbers())
    }

    pub fn is_free(&mut self, id: u32, x: f64, y: f64, layers: Option<u32>) -> JsResult<bool> {
        let (id, at) = (self.sprite(id)?, place([x, y], "at")?);
        self.view(layers)?.is_free(id, at).map_err(world_error)
    }

    pub fn move_until(
        &mut self,
        id: u32,
        x: f64,
        y: f64,
        motion: MotionKind,
        step_up: u32,
        step_down: u32,
    ) -> JsResult<Vec<f64>> {
        let (id, to) = (self.sprite(id)?, place([x, y], "to")?);
        let moved = self.world.move_until(id, to, motion.motion(step_up, step_down)).map_err(world_error)?;
        let Blocked { left, right, up, down, .. } = moved.blocked;
        let sides = [left, right, up, down].into_iter().zip(0..).map(|(side, bit)| u8::from(side) << bit).sum::<u8>();
        let flat = Flat::default().point(moved.at).number(sides).number(moved.started_inside.len() as u32);
        let flat = moved.started_inside.iter().fold(flat, |flat, &id| flat.number(slot(id)));
        Ok(moved.hits.iter().fold(flat, sweep_hit).0)
    }

    pub fn move_until_many(
        &mut self,
        ids: &[u32],
        to: &[f64],
        motion: MotionKind,
        step_up: u32,
        step_down: u32,
    ) -> JsResult<Vec<f64>> {
        let mut moves = Moves::default();
        self.move_each(ids, to, motion.motion(step_up, step_down), &mut moves)?;
        Ok(moves.into_numbers())
    }
}

impl RawWorld {
    fn sweep_each(
        &mut self,
        ids: &[u32],
        to: &[f64],
        from_inside: bool,
        layers: Option<u32>,
        moves: &mut Moves,
    ) -> JsResult<()> {
        let (ids, to) = (self.sprites(ids)?, places(to, "to")?);
        let view = self.view(layers)?;
        for (id, to) in ids.into_iter().zip(to) {
            let swept = if from_inside { view.sweep_from_inside(id, to) } else { view.sweep(id, to) };
            moves.push_swept(&swept.map_err(world_error)?);
        }
        Ok(())
    }

    fn move_each(&mut self, ids: &[u32], to: &[f64], motion: Motion, moves: &mut Moves) -> JsResult<()> {
        let (ids, to) = (self.sprites(ids)?, places(to, "to")?);
        for (id, to) in ids.into_iter().zip(to) {
            moves.push_moved(&self.world.move_until(id, to, motion).map_err(world_error)?);
        }
        Ok(())
    }
}
