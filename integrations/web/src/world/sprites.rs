//! The sprites of a world. JavaScript passes all values of a sprite as one list of numbers.

use super::{RawWorld, slot};
use crate::errors::{JsResult, world_error};
use crate::flat::Flat;
use ::world::{Angle, Sprite, Turn};
use wasm_bindgen::prelude::wasm_bindgen;

impl RawWorld {
    /// Reads the values of a sprite, in the order of [`values`].
    fn sprite_of(&self, values: &[f64]) -> JsResult<Sprite> {
        let &[
            mask,
            x,
            y,
            flip_x,
            flip_y,
            turn,
            angle,
            scale_x,
            scale_y,
            pivot_x,
            pivot_y,
            layers,
            with,
            fixed,
            exact,
            data,
        ] = values
        else {
            panic!("a sprite has 16 values, got {}", values.len());
        };
        let sprite = Sprite::new(self.mask_id(mask as u32)?, [x as i32, y as i32])
            .turned(turn_of(turn as u8))
            .rotated(Angle::degrees(angle).map_err(world_error)?)
            .layers(layers as u32)
            .collides_with(with as u32)
            .data(data as u64)
            .scaled([scale_x, scale_y])
            .map_err(world_error)?;
        let pivot = (!pivot_x.is_nan()).then_some([pivot_x as i32, pivot_y as i32]);
        Ok(with_options(sprite, [flip_x, flip_y].map(|flip| flip != 0.0), pivot, fixed != 0.0, exact != 0.0))
    }
}

/// Returns a number of quarter turns.
fn turn_of(quarters: u8) -> Turn {
    [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][usize::from(quarters)]
}

/// Returns the sprite with options that a sprite lacks by default.
fn with_options(mut sprite: Sprite, flips: [bool; 2], pivot: Option<[i32; 2]>, fixed: bool, exact: bool) -> Sprite {
    if flips[0] {
        sprite = sprite.flipped_x();
    }
    if flips[1] {
        sprite = sprite.flipped_y();
    }
    if let Some(pivot) = pivot {
        sprite = sprite.pivot(pivot);
    }
    if fixed {
        sprite = sprite.fixed();
    }
    if exact { sprite.exact() } else { sprite }
}

/// Returns the values of a sprite.
fn values(sprite: &Sprite) -> Vec<f64> {
    let [flip_x, flip_y] = sprite.flips();
    let turn: u8 = match sprite.turn() {
        Turn::Quarter => 1,
        Turn::Half => 2,
        Turn::ThreeQuarters => 3,
        _ => 0,
    };
    Flat::default()
        .count(sprite.mask().index() as u64)
        .point(sprite.position())
        .point([flip_x, flip_y].map(u8::from))
        .number(turn)
        .number(sprite.angle().to_degrees())
        .point(sprite.scale())
        .optional_point(sprite.pivot_pixel())
        .point([sprite.layer_bits(), sprite.collision_bits()])
        .point([sprite.is_fixed(), sprite.is_exact()].map(u8::from))
        .count(sprite.user_data())
        .0
}

#[wasm_bindgen]
impl RawWorld {
    pub fn spawn(&mut self, values: &[f64]) -> JsResult<u32> {
        let sprite = self.sprite_of(values)?;
        Ok(slot(self.world.spawn(sprite).map_err(world_error)?))
    }

    pub fn despawn(&mut self, id: u32) -> JsResult<()> {
        let id = self.sprite(id)?;
        self.world.despawn(id).map(drop).map_err(world_error)
    }

    pub fn get(&self, id: u32) -> JsResult<Vec<f64>> {
        let id = self.sprite(id)?;
        Ok(values(&self.world.get(id).expect("the id is the id of a sprite")))
    }

    pub fn set(&mut self, id: u32, values: &[f64]) -> JsResult<()> {
        let id = self.sprite(id)?;
        let sprite = self.sprite_of(values)?;
        self.world.set_sprite(id, sprite).map_err(world_error)
    }

    /// Sets the mask of a sprite and how the sprite shows it. All other values stay.
    ///
    /// Adapters of engines call this for each sprite that turns in a frame. Numbers cost nothing at the border to
    /// JavaScript, so this takes a tenth of the time of `get` and `set`.
    #[expect(clippy::too_many_arguments, reason = "a list of numbers would be copied twice")]
    pub fn show(
        &mut self,
        id: u32,
        mask: u32,
        flip_x: bool,
        flip_y: bool,
        turn: u8,
        angle: f64,
        scale_x: f64,
        scale_y: f64,
        exact: bool,
    ) -> JsResult<()> {
        let (id, mask) = (self.sprite(id)?, self.mask_id(mask)?);
        let angle = Angle::degrees(angle).map_err(world_error)?;
        let old = self.world.get(id).expect("the id is the id of a sprite");
        let sprite = Sprite::new(mask, old.position())
            .turned(turn_of(turn))
            .rotated(angle)
            .layers(old.layer_bits())
            .collides_with(old.collision_bits())
            .data(old.user_data())
            .scaled([scale_x, scale_y])
            .map_err(world_error)?;
        let sprite = with_options(sprite, [flip_x, flip_y], old.pivot_pixel(), old.is_fixed(), exact);
        self.world.set_sprite(id, sprite).map_err(world_error)
    }

    pub fn has(&self, id: u32) -> bool {
        self.world.id_at(id as usize).is_some()
    }

    /// Returns the data of a sprite, or of a despawned sprite whose slot is not free yet.
    pub fn data(&self, id: u32) -> Option<f64> {
        self.world.data_at(id as usize).map(|data| data as f64)
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
