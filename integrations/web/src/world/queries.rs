//! Queries about points, shapes, masks and rays.

use super::{RawWorld, slot};
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::mask::{RawMask, ray_hit};
use crate::shape::{AnyShape, ShapeKind};
use ::world::{Placed, SpriteId, SpriteRayHit};
use wasm_bindgen::prelude::wasm_bindgen;

/// Adds a hit to a list: the sprite, and the numbers of the ray hit.
fn sprite_hit(flat: Flat, SpriteRayHit { sprite, at, before, step, normal, .. }: SpriteRayHit) -> Flat {
    ray_hit(flat.number(slot(sprite)), at, before, step, normal)
}

fn slots(ids: Vec<SpriteId>) -> Vec<u32> {
    ids.into_iter().map(slot).collect()
}

#[wasm_bindgen]
impl RawWorld {
    pub fn find_shape(&mut self, kind: ShapeKind, numbers: &[f64], layers: Option<u32>) -> JsResult<Vec<u32>> {
        let shape = AnyShape::new(kind, numbers)?;
        Ok(slots(self.view(layers)?.find(shape.probe())))
    }

    pub fn find_mask(&mut self, mask: &RawMask, x: i32, y: i32, layers: Option<u32>) -> JsResult<Vec<u32>> {
        Ok(slots(self.view(layers)?.find(Placed { mask: &mask.0, at: [x, y] })))
    }

    /// Returns the sprite and the distance of each near sprite.
    pub fn nearest(&mut self, x: i32, y: i32, count: u32, layers: Option<u32>) -> JsResult<Vec<f64>> {
        let mut near = Vec::new();
        self.view(layers)?.nearest_into([x, y], count as usize, &mut near);
        Ok(near.iter().flat_map(|near| [f64::from(slot(near.sprite)), near.distance()]).collect())
    }

    pub fn cast_ray(
        &mut self,
        from_x: i32,
        from_y: i32,
        to_x: i32,
        to_y: i32,
        layers: Option<u32>,
    ) -> JsResult<Option<Vec<f64>>> {
        let hit = self.view(layers)?.cast_ray([from_x, from_y], [to_x, to_y]);
        Ok(hit.map(|hit| sprite_hit(Flat::default(), hit).0))
    }

    pub fn cast_ray_all(
        &mut self,
        from_x: i32,
        from_y: i32,
        to_x: i32,
        to_y: i32,
        layers: Option<u32>,
    ) -> JsResult<Vec<f64>> {
        let hits = self.view(layers)?.cast_ray_all([from_x, from_y], [to_x, to_y]);
        Ok(hits.into_iter().fold(Flat::default(), sprite_hit).0)
    }
}
