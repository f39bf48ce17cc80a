//! Sweeps and moves of sprites among other sprites.

#![expect(clippy::too_many_arguments, reason = "JavaScript passes numbers at a third of the time of an object")]

use super::errors::world_error;
use super::places::{place, places};
use super::who::RawWho;
use super::{HIT_FROM_INSIDE, ON_LAYERS, RawWorld, WITH_SENSORS, parts, slot};
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::masks::RawMask;
use wasm_bindgen::prelude::wasm_bindgen;
use world::{Blocked, Motion, Moved, SpriteId, SpriteSweepHit, Swept};

/// How a sprite moves until other sprites are in its way.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum MotionKind {
    Stop,
    Slide,
    Walk,
}

/// Returns a motion with the options of a query.
fn motion(kind: MotionKind, step_up: u32, step_down: u32, options: f64) -> Motion {
    let mut motion = match kind {
        MotionKind::Stop => Motion::STOP,
        MotionKind::Slide => Motion::SLIDE,
        MotionKind::Walk => Motion::walk(step_up, step_down),
    };
    let (bits, layers) = parts(options);
    if bits & ON_LAYERS != 0 {
        motion = motion.on_layers(layers);
    }
    if bits & WITH_SENSORS != 0 {
        motion = motion.with_sensors();
    }
    if bits & HIT_FROM_INSIDE != 0 {
        motion = motion.hit_from_inside();
    }
    motion
}

/// Moves as numbers. Each has four: the position, the sides on which the sprite is blocked as bits, and the least of the
/// sprites in which it starts or NaN.
#[derive(Default)]
struct Moves {
    ends: Flat,
    /// The sprites in which the moves start.
    inside: Vec<SpriteId>,
    /// The index of the move and the numbers of the hit, for each hit.
    hits: Flat,
    count: u32,
}

impl Moves {
    fn push(&mut self, at: [i32; 2], blocked: Blocked, started_inside: &[SpriteId], hits: &[SpriteSweepHit]) {
        let Blocked { left, right, up, down, .. } = blocked;
        let sides = [left, right, up, down].into_iter().rev().fold(0, |bits, side| 2 * bits + u8::from(side));
        let least = started_inside.first().map_or(f64::NAN, |&id| f64::from(slot(id)));
        self.ends = std::mem::take(&mut self.ends).point(at).number(sides).number(least);
        self.inside.extend(started_inside);
        for hit in hits {
            self.hits = sweep_hit(std::mem::take(&mut self.hits).number(self.count), hit);
        }
        self.count += 1;
    }

    fn push_swept(&mut self, swept: &Swept) {
        self.push(swept.at, Blocked::default(), swept.started_inside.as_slice(), swept.hit.as_slice());
    }

    fn push_moved(&mut self, moved: &Moved) {
        self.push(moved.at, moved.blocked, &moved.started_inside, &moved.hits);
    }

    fn into_numbers(self) -> Vec<f64> {
        let mut numbers = self.ends.0;
        numbers.extend(self.hits.0);
        numbers
    }

    /// Returns the position and the sides of the only move, the number of sprites in which it starts, these sprites, and the
    /// numbers of its hits without an index.
    fn into_one(self) -> Vec<f64> {
        let mut numbers = self.ends.0;
        numbers.truncate(3);
        numbers.push(self.inside.len() as f64);
        numbers.extend(self.inside.into_iter().map(|id| f64::from(slot(id))));
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
    pub fn sweep(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
        x: f64,
        y: f64,
        options: f64,
        without: u32,
    ) -> JsResult<Vec<f64>> {
        let (who, to) = (
            self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?,
            place([x, y], "to")?,
        );
        let mut moves = Moves::default();
        moves.push_swept(&self.view_of(options, without)?.sweep(who, to).map_err(world_error)?);
        Ok(moves.into_one())
    }

    pub fn sweep_many(&mut self, ids: &[u32], to: &[f64], options: f64, without: u32) -> JsResult<Vec<f64>> {
        let (ids, to) = (self.sprites(ids)?, places(to, "to")?);
        let view = self.view_of(options, without)?;
        let mut moves = Moves::default();
        for (id, to) in ids.into_iter().zip(to) {
            moves.push_swept(&view.sweep(id, to).map_err(world_error)?);
        }
        Ok(moves.into_numbers())
    }

    pub fn move_until(
        &mut self,
        id: u32,
        to: &[f64],
        kind: MotionKind,
        step_up: u32,
        step_down: u32,
        options: f64,
    ) -> JsResult<Vec<f64>> {
        Ok(self.move_each(&[id], to, motion(kind, step_up, step_down, options))?.into_one())
    }

    pub fn move_until_many(
        &mut self,
        ids: &[u32],
        to: &[f64],
        kind: MotionKind,
        step_up: u32,
        step_down: u32,
        options: f64,
    ) -> JsResult<Vec<f64>> {
        Ok(self.move_each(ids, to, motion(kind, step_up, step_down, options))?.into_numbers())
    }
}

impl RawWorld {
    fn move_each(&mut self, ids: &[u32], to: &[f64], motion: Motion) -> JsResult<Moves> {
        let (ids, to) = (self.sprites(ids)?, places(to, "to")?);
        let mut moves = Moves::default();
        let moved = self.world.move_until_many(ids.into_iter().zip(to), motion).map_err(world_error)?;
        moved.iter().for_each(|moved| moves.push_moved(moved));
        Ok(moves)
    }
}
