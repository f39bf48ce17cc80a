//! Maps of Tiled and LDtk.

use super::values::{animations, frame_at, frames, mask_in, point, properties, warnings};
use super::{Masks, RawFiles, RawTerrain, options, sheet_error};
use crate::errors::JsResult;
use crate::solid::SolidKind;
use ::sheets::{LayerKind, Map, MapLayer, MapPoint, MapSprite, ValueGrid};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub struct RawMap {
    map: Map,
    masks: Masks,
    values: String,
}

#[wasm_bindgen]
impl RawMap {
    pub fn read(
        files: &RawFiles,
        name: &str,
        kind: SolidKind,
        value: u32,
        tile_shapes: bool,
        strict: bool,
    ) -> JsResult<RawMap> {
        let map = Map::read(files, name, &options(kind, value, tile_shapes, strict)).map_err(sheet_error)?;
        let mut masks = Masks::default();
        let frames = frames(map.frames(), &mut masks);
        let layers: Value = map.layers().iter().map(layer).collect();
        let animated: Vec<_> = (0..map.frames().len()).map(|frame| animation_of(&map, frame)).collect();
        let values = json!({
            "frames": frames,
            "animations": animations(map.animations()),
            "animationOf": animated,
            "layers": layers,
            "masks": masks.0.len(),
            "warnings": warnings(map.warnings()),
        });
        Ok(RawMap { map, masks, values: values.to_string() })
    }

    pub fn values(&self) -> String {
        self.values.clone()
    }

    pub fn mask(&self, index: usize) -> Vec<u8> {
        self.masks.0[index].to_bytes()
    }

    pub fn frame_at(&self, animation: usize, time: f64) -> usize {
        frame_at(&self.map.animations()[animation], time)
    }

    pub fn mask_in(&self, frame: usize, left: i32, top: i32, width: u32, height: u32) -> JsResult<RawTerrain> {
        mask_in(&self.map.frames()[frame], [left, top], [width, height])
    }

    /// Returns the index of the sprite of a layer with a solid pixel at a pixel of the map.
    pub fn tile_at(&self, layer: usize, x: i32, y: i32) -> Option<usize> {
        let layer = &self.map.layers()[layer];
        let tile = layer.tile_at(&self.map, [x, y])?;
        layer.sprites().iter().position(|sprite| std::ptr::eq(sprite, tile))
    }

    pub fn terrain(&self, layer: usize) -> JsResult<RawTerrain> {
        self.map.layers()[layer].terrain(&self.map).map(RawTerrain::new).map_err(sheet_error)
    }

    pub fn value_terrain(&self, layer: usize, values: &[u32]) -> JsResult<RawTerrain> {
        self.map.layers()[layer].value_terrain(&self.map, values).map(RawTerrain::new).map_err(sheet_error)
    }
}

/// Returns the index of the animation of a frame.
fn animation_of(map: &Map, frame: usize) -> Option<usize> {
    let animation = map.animation_of(frame)?;
    map.animations().iter().position(|other| std::ptr::eq(other, animation))
}

fn layer(layer: &MapLayer) -> Value {
    let kind = match layer.kind() {
        LayerKind::Tiles => "tiles",
        LayerKind::Objects => "objects",
        LayerKind::Picture => "picture",
        LayerKind::Values => "values",
        _ => "other",
    };
    let [x, y] = layer.offset();
    json!({
        "name": layer.name(),
        "class": layer.class(),
        "group": layer.group(),
        "kind": kind,
        "offset": { "x": x, "y": y },
        "isVisible": layer.is_visible(),
        "properties": properties(layer.properties()),
        "sprites": layer.sprites().iter().map(sprite).collect::<Value>(),
        "points": layer.points().iter().map(map_point).collect::<Value>(),
        "values": layer.values().map(grid),
    })
}

/// Returns a sprite. Its options are those of `World.spawn`.
fn sprite(sprite: &MapSprite) -> Value {
    let [x, y] = sprite.scale();
    json!({
        "frame": sprite.frame(),
        "position": point(sprite.at()),
        "options": {
            "flipX": sprite.flip_x(),
            "flipY": sprite.flip_y(),
            "turn": sprite.quarter_turns(),
            "angle": sprite.angle(),
            "scale": { "x": x, "y": y },
            "fraction": point(sprite.fraction()),
        },
        "name": sprite.name(),
        "class": sprite.class(),
        "id": sprite.id(),
        "isVisible": sprite.is_visible(),
        "properties": properties(sprite.properties()),
    })
}

fn map_point(at: &MapPoint) -> Value {
    json!({
        "at": point(at.at()),
        "name": at.name(),
        "class": at.class(),
        "id": at.id(),
        "properties": properties(at.properties()),
    })
}

fn grid(grid: &ValueGrid) -> Value {
    let [columns, rows] = grid.size();
    let cells = grid.cells();
    json!({ "at": point(grid.at()), "columns": columns, "rows": rows, "cellSize": grid.cell_size(), "cells": cells })
}
