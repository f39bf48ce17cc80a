//! Queries about points, shapes, masks and rays.

#![expect(clippy::too_many_arguments, reason = "JavaScript passes numbers at a third of the time of an object")]

use super::errors::world_error;
use super::places::{pixels, place};
use super::who::RawWho;
use super::{RawWorld, slot, slots};
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::masks::{RawMask, ray_hit};
use crate::shape::{AnyShape, ShapeKind};
use wasm_bindgen::prelude::wasm_bindgen;
use world::{Neighbor, PlacedMask, Probe, SpriteRayHit};

/// Adds a hit to a list: the sprite, and the numbers of the ray hit.
fn sprite_hit(flat: Flat, SpriteRayHit { id, at, before, step, normal, .. }: SpriteRayHit) -> Flat {
    ray_hit(flat.number(slot(id)), at, before, step, normal)
}

fn near(flat: Flat, near: &Neighbor) -> Flat {
    flat.number(slot(near.id)).number(near.distance())
}

/// The kinds of shapes, by their numbers.
const KINDS: [ShapeKind; 5] =
    [ShapeKind::Point, ShapeKind::Rect, ShapeKind::Circle, ShapeKind::Line, ShapeKind::Polygon];

pub(super) fn probe(shape: &AnyShape) -> Probe<'_> {
    match shape {
        AnyShape::Rect(rect) => Probe::Rect(*rect),
        AnyShape::Circle(circle) => Probe::Circle(*circle),
        AnyShape::Line(line) => Probe::Line(*line),
        AnyShape::Polygon(polygon) => Probe::Polygon(polygon),
    }
}

#[wasm_bindgen]
impl RawWorld {
    pub fn find_shape(&mut self, kind: ShapeKind, numbers: &[f64], options: f64, without: u32) -> JsResult<Vec<u32>> {
        let shape = AnyShape::new(kind, numbers)?;
        Ok(slots(self.view_of(options, without)?.find(probe(&shape))))
    }

    pub fn find_mask(&mut self, mask: &RawMask, x: f64, y: f64, options: f64, without: u32) -> JsResult<Vec<u32>> {
        let at = place([x, y], "probe")?;
        Ok(slots(self.view_of(options, without)?.find(PlacedMask { mask: &mask.0, at })))
    }

    /// Returns the index of the point and the sprite, for each sprite at a point.
    pub fn find_points(&mut self, points: &[f64], options: f64, without: u32) -> JsResult<Vec<u32>> {
        let points = pixels(points, "probes")?;
        let view = self.view_of(options, without)?;
        let (mut ids, mut rows) = (Vec::new(), Vec::new());
        for (index, point) in (0..).zip(points) {
            view.find_into(point, &mut ids);
            rows.extend(ids.iter().flat_map(|&id| [index, slot(id)]));
        }
        Ok(rows)
    }

    /// Returns the index of the shape and the sprite, for each sprite in a shape. A shape has a kind and a number of numbers.
    pub fn find_shapes(
        &mut self,
        kinds: &[u8],
        lengths: &[u32],
        mut numbers: &[f64],
        options: f64,
        without: u32,
    ) -> JsResult<Vec<u32>> {
        let view = self.view_of(options, without)?;
        let (mut ids, mut rows) = (Vec::new(), Vec::new());
        for ((index, &kind), &length) in (0..).zip(kinds).zip(lengths) {
            let (shape, rest) = numbers.split_at(length as usize);
            numbers = rest;
            view.find_into(probe(&AnyShape::new(KINDS[usize::from(kind)], shape)?), &mut ids);
            rows.extend(ids.iter().flat_map(|&id| [index, slot(id)]));
        }
        Ok(rows)
    }

    /// Returns the sprite and the distance of each near sprite.
    pub fn nearest(&mut self, x: i32, y: i32, count: u32, options: f64, without: u32) -> JsResult<Vec<f64>> {
        let mut found = Vec::new();
        self.view_of(options, without)?.nearest_into([x, y], count as usize, &mut found);
        Ok(found.iter().fold(Flat::default(), near).0)
    }

    /// Returns the sprite and the distance of each sprite near another.
    pub fn nearest_others(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
        count: u32,
        options: f64,
        without: u32,
    ) -> JsResult<Vec<f64>> {
        let who = self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?;
        let found = self.view_of(options, without)?.nearest_others(who, count as usize).map_err(world_error)?;
        Ok(found.iter().fold(Flat::default(), near).0)
    }

    /// Returns the index of the sprite among `ids`, the other sprite and its distance, for each sprite near another.
    pub fn nearest_others_many(&mut self, ids: &[u32], count: u32, options: f64, without: u32) -> JsResult<Vec<f64>> {
        let ids = self.sprites(ids)?;
        let view = self.view_of(options, without)?;
        let (mut found, mut flat) = (Vec::new(), Flat::default());
        for (index, id) in (0u32..).zip(ids) {
            view.nearest_others_into(id, count as usize, &mut found).map_err(world_error)?;
            flat = found.iter().fold(flat, |flat, found| near(flat.number(index), found));
        }
        Ok(flat.0)
    }

    /// Returns the index of the point, the sprite and the distance of each near sprite.
    pub fn nearest_many(&mut self, points: &[f64], count: u32, options: f64, without: u32) -> JsResult<Vec<f64>> {
        let points = pixels(points, "points")?;
        let view = self.view_of(options, without)?;
        let (mut found, mut flat) = (Vec::new(), Flat::default());
        for (index, point) in (0u32..).zip(points) {
            view.nearest_into(point, count as usize, &mut found);
            flat = found.iter().fold(flat, |flat, found| near(flat.number(index), found));
        }
        Ok(flat.0)
    }

    pub fn cast_ray(
        &mut self,
        from_x: i32,
        from_y: i32,
        to_x: i32,
        to_y: i32,
        options: f64,
        without: u32,
    ) -> JsResult<Option<Vec<f64>>> {
        let hit = self.view_of(options, without)?.cast_ray([from_x, from_y], [to_x, to_y]);
        Ok(hit.map(|hit| sprite_hit(Flat::default(), hit).0))
    }

    pub fn cast_ray_all(
        &mut self,
        from_x: i32,
        from_y: i32,
        to_x: i32,
        to_y: i32,
        options: f64,
        without: u32,
    ) -> JsResult<Vec<f64>> {
        let hits = self.view_of(options, without)?.cast_ray_all([from_x, from_y], [to_x, to_y]);
        Ok(hits.into_iter().fold(Flat::default(), sprite_hit).0)
    }

    /// Returns the index of the ray and the numbers of its first hit, for each ray with a hit.
    pub fn cast_rays(&mut self, from: &[f64], to: &[f64], options: f64, without: u32) -> JsResult<Vec<f64>> {
        let (from, to) = (pixels(from, "from")?, pixels(to, "to")?);
        let view = self.view_of(options, without)?;
        let mut flat = Flat::default();
        for (index, (from, to)) in (0u32..).zip(from.into_iter().zip(to)) {
            if let Some(hit) = view.cast_ray(from, to) {
                flat = sprite_hit(flat.number(index), hit);
            }
        }
        Ok(flat.0)
    }
}
