//! The options of sprites: the keywords of `spawn`, `spawn_many` and `set`.

use super::columns::{Column, bools, factors, floats, integers, pixels};
use super::errors::world_error;
use super::slots::MaskSlot;
use ::world::{Angle, Sprite, Turn, World};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// The options that a call gives.
#[derive(Default)]
pub(super) struct Options {
    mask: Column<u32>,
    position: Column<[i32; 2]>,
    flip_x: Column<bool>,
    flip_y: Column<bool>,
    turn: Column<Turn>,
    angle: Column<Angle>,
    scale: Column<[f64; 2]>,
    /// `Some(None)` removes the pivot.
    pivot: Column<Option<[i32; 2]>>,
    layers: Column<u32>,
    collides_with: Column<u32>,
    fixed: Column<bool>,
    exact: Column<bool>,
    data: Column<u64>,
}

/// The names of the options that every call takes.
const NAMES: &str = "flip_x, flip_y, turn, angle, scale, pivot, layers, collides_with, fixed, exact and data";

impl Options {
    /// Reads the keywords of a call. Only `set` takes `mask` and `position` as keywords.
    ///
    /// # Errors
    /// Returns `TypeError` for an unknown keyword or a wrong type, and `ValueError` for a value out of range.
    pub(super) fn new(function: &str, keywords: Option<&Bound<'_, PyDict>>, is_set: bool) -> PyResult<Options> {
        let mut options = Options::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name = name.extract::<String>()?;
            if value.is_none() && (is_set || name == "pivot") {
                continue;
            }
            match &*name {
                "mask" if is_set => options.mask = integers(&value, &name)?,
                "position" if is_set => options.position = pixels(&value, &name)?,
                "flip_x" => options.flip_x = bools(&value, &name)?,
                "flip_y" => options.flip_y = bools(&value, &name)?,
                "turn" => options.turn = integers::<i64>(&value, &name)?.map(turn)?,
                "angle" => {
                    let angle = |degrees| Angle::degrees(degrees).map_err(world_error);
                    options.angle = floats(&value, &name)?.map(angle)?;
                }
                "scale" => options.scale = factors(&value, &name)?,
                "pivot" if value.is_instance_of::<PyBool>() && !value.is_truthy()? => options.pivot = Column::One(None),
                "pivot" => options.pivot = pixels(&value, &name)?.map(|pivot| Ok(Some(pivot)))?,
                "layers" => options.layers = integers(&value, &name)?,
                "collides_with" => options.collides_with = integers(&value, &name)?,
                "fixed" => options.fixed = bools(&value, &name)?,
                "exact" => options.exact = bools(&value, &name)?,
                "data" => options.data = integers(&value, &name)?,
                _ => {
                    let also = if is_set { "mask, position, " } else { "" };
                    return Err(PyTypeError::new_err(format!(
                        "{function}() got an unexpected keyword argument {name:?}; the keywords are {also}{NAMES}"
                    )));
                }
            }
        }
        Ok(options)
    }

    /// Sets the masks and the positions.
    pub(super) fn with_masks(self, mask: Column<u32>, position: Column<[i32; 2]>) -> Options {
        Options { mask, position, ..self }
    }

    /// Checks that every array has a value for each sprite.
    pub(super) fn check(&self, sprites: usize) -> PyResult<()> {
        self.mask.check("mask", sprites)?;
        self.position.check("position", sprites)?;
        self.flip_x.check("flip_x", sprites)?;
        self.flip_y.check("flip_y", sprites)?;
        self.turn.check("turn", sprites)?;
        self.angle.check("angle", sprites)?;
        self.scale.check("scale", sprites)?;
        self.pivot.check("pivot", sprites)?;
        self.layers.check("layers", sprites)?;
        self.collides_with.check("collides_with", sprites)?;
        self.fixed.check("fixed", sprites)?;
        self.exact.check("exact", sprites)?;
        self.data.check("data", sprites)
    }

    /// Returns a new sprite with the options at an index.
    pub(super) fn new_sprite(&self, world: &World, index: usize) -> PyResult<Sprite> {
        let mask = self.mask.get(index).expect("a new sprite has a mask");
        let at = self.position.get(index).expect("a new sprite has a position");
        self.apply(world, index, Sprite::new(MaskSlot(mask).id(world)?, at))
    }

    /// Returns a sprite with the options at an index. Options that are not given stay as they are.
    pub(super) fn apply(&self, world: &World, index: usize, old: Sprite) -> PyResult<Sprite> {
        let mask = self.mask.get(index).map_or(Ok(old.mask()), |mask| MaskSlot(mask).id(world))?;
        let [old_x, old_y] = old.flips();
        let mut sprite = Sprite::new(mask, self.position.get(index).unwrap_or(old.position()))
            .turned(self.turn.get(index).unwrap_or(old.turn()))
            .rotated(self.angle.get(index).unwrap_or(old.angle()))
            .layers(self.layers.get(index).unwrap_or(old.layer_bits()))
            .collides_with(self.collides_with.get(index).unwrap_or(old.collision_bits()))
            .data(self.data.get(index).unwrap_or(old.user_data()))
            .scaled(self.scale.get(index).unwrap_or(old.scale()))
            .map_err(world_error)?;
        if self.flip_x.get(index).unwrap_or(old_x) {
            sprite = sprite.flipped_x();
        }
        if self.flip_y.get(index).unwrap_or(old_y) {
            sprite = sprite.flipped_y();
        }
        if let Some(pivot) = self.pivot.get(index).unwrap_or(old.pivot_pixel()) {
            sprite = sprite.pivot(pivot);
        }
        if self.fixed.get(index).unwrap_or(old.is_fixed()) {
            sprite = sprite.fixed();
        }
        if self.exact.get(index).unwrap_or(old.is_exact()) {
            sprite = sprite.exact();
        }
        Ok(sprite)
    }
}

/// Returns a number of quarter turns. Turns by whole circles are equal.
fn turn(quarters: i64) -> PyResult<Turn> {
    match quarters {
        0 => Ok(Turn::None),
        1 => Ok(Turn::Quarter),
        2 => Ok(Turn::Half),
        3 => Ok(Turn::ThreeQuarters),
        _ => Err(PyValueError::new_err(format!("turn must be from 0 to 3 quarter turns clockwise, got {quarters}"))),
    }
}

/// Returns a turn as a number of quarter turns.
pub(super) fn quarters(turn: Turn) -> u8 {
    match turn {
        Turn::Quarter => 1,
        Turn::Half => 2,
        Turn::ThreeQuarters => 3,
        _ => 0,
    }
}
