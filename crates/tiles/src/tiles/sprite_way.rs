//! A sprite with its way.

use super::shape::Shape;
use crate::Bounds;
use mask::Line;
use world::{Sprite, View, World, WorldError};

/// A sprite in a step, and where its way of the step began: at its own position, if it has none.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpriteWay {
    pub(super) sprite: Sprite,
    pub(super) from: [i32; 2],
}

impl SpriteWay {
    /// Returns the box around the way.
    pub(super) fn bounds(&self, world: &World) -> Result<Bounds, WorldError> {
        Ok(Shape::new(self.sprite.position, world.box_of(&self.sprite)?).way_bounds(self.from, self.sprite.position))
    }

    /// Returns the top-left pixel of the box around the way.
    pub(super) fn corner(&self, view: View) -> Result<[i32; 2], WorldError> {
        let shape = Shape::new(self.sprite.position, world::bindings::box_of(view, &self.sprite)?);
        Ok(shape.way_corner(self.from, self.sprite.position))
    }

    /// Returns whether two sprites, the one with the smaller id first, would be a pair of a step.
    pub(super) fn collides(&self, other: &SpriteWay, view: View) -> Result<bool, WorldError> {
        let (a, b) = (&self.sprite, &other.sprite);
        let may_collide = a.layers & b.collides_with != 0 && b.layers & a.collides_with != 0;
        if !may_collide || a.fixed && b.fixed {
            return Ok(false);
        }
        let shapes = (view.shape(a)?, view.shape(b)?);
        // The offsets of `a` from `b`. Those beyond `i32` are those of sprites that are too far apart to overlap.
        let offset = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| a[axis].saturating_sub(b[axis]));
        let line = Line::new(offset(self.from, other.from), offset(a.position, b.position));
        let to_shape =
            |sprite: &Sprite, at: [i32; 2]| [0, 1].map(|axis| at[axis].saturating_sub(sprite.position[axis]));
        let shift = offset(to_shape(a, shapes.0.at), to_shape(b, shapes.1.at));
        let [from, to] = [line.start(), line.end()].map(|at| [0, 1].map(|axis| at[axis].saturating_add(shift[axis])));
        let swept = shapes.1.mask.sweep(shapes.0.mask, from, to);
        Ok(swept.started_inside || swept.hit.is_some())
    }
}

/// The way of a resident.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Way {
    /// Where its way of the previous step began, or its place then.
    pub(super) from: [i32; 2],
    pub(super) continuous: bool,
    /// Whether it had a place at the last step that the step in progress continues: it was continuous, and has not
    /// jumped.
    pub(super) placed: bool,
    /// Whether it has jumped since.
    pub(super) jumped: bool,
}
