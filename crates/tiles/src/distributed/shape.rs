//! The box of a sprite, relative to its position, and a sprite with its path.

use crate::Bounds;
use mask::{Line, Rect};
use world::{Sprite, View, World, WorldError};

/// The shape of a resident relative to its position, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// From the position to the top-left pixel of the shape.
    to_corner: [i32; 2],
    size: [i32; 2],
}

impl Shape {
    /// Returns the shape of a sprite at a position, from its box.
    pub(super) fn new(at: [i32; 2], of: Option<Rect>) -> Shape {
        let Rect { left, top, width, height } = of.unwrap_or(Rect::new(at[0], at[1], 0, 0));
        // A box has at most 2^30 pixels a side.
        Shape { to_corner: [left - at[0], top - at[1]], size: [width as i32, height as i32] }
    }

    /// Returns the top-left pixel of the shape at a position.
    #[inline(always)]
    pub(super) fn corner(self, at: [i32; 2]) -> [i32; 2] {
        [at[0] + self.to_corner[0], at[1] + self.to_corner[1]]
    }

    /// Returns the top-left pixel of the box around a path.
    #[inline(always)]
    pub(super) fn path_corner(self, from: [i32; 2], at: [i32; 2]) -> [i32; 2] {
        self.corner([from[0].min(at[0]), from[1].min(at[1])])
    }

    /// Returns the box around a path.
    #[inline(always)]
    pub(super) fn path_bounds(self, from: [i32; 2], at: [i32; 2]) -> Bounds {
        let (a, b) = (self.bounds(from), self.bounds(at));
        Bounds {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        }
    }

    /// Returns the distance from the position to the furthest edge of the shape along either axis.
    pub(super) fn reach(self) -> i32 {
        let edges = [0, 1].map(|axis| self.to_corner[axis].abs().max((self.to_corner[axis] + self.size[axis]).abs()));
        edges[0].max(edges[1])
    }

    /// Returns the box of the shape at a position.
    #[inline(always)]
    pub(super) fn bounds(self, at: [i32; 2]) -> Bounds {
        let [left, top] = self.corner(at).map(i64::from);
        Bounds { left, top, right: left + i64::from(self.size[0]), bottom: top + i64::from(self.size[1]) }
    }
}

/// A sprite in a step, and where its path of the step began: at its own position, if it has none.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpritePath {
    pub(super) sprite: Sprite,
    pub(super) from: [i32; 2],
}

impl SpritePath {
    /// Returns the box around the path.
    pub(super) fn bounds(&self, world: &World) -> Result<Bounds, WorldError> {
        Ok(Shape::new(self.sprite.position, world.box_of(&self.sprite)?).path_bounds(self.from, self.sprite.position))
    }

    /// Returns the top-left pixel of the box around the path.
    pub(super) fn corner(&self, view: View) -> Result<[i32; 2], WorldError> {
        let shape = Shape::new(self.sprite.position, world::bindings::box_of(view, &self.sprite)?);
        Ok(shape.path_corner(self.from, self.sprite.position))
    }

    /// Returns whether two sprites, the one with the smaller id first, would be a pair of a step.
    pub(super) fn collides(&self, other: &SpritePath, view: View) -> Result<bool, WorldError> {
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

/// The path of a resident.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathStart {
    /// Where its path of the previous step began, or its place then.
    pub(super) from: [i32; 2],
    pub(super) continuous: bool,
    /// Whether it had a place at the last step that the step in progress continues: it was continuous, and has not
    /// jumped.
    pub(super) placed: bool,
    /// Whether it has jumped since.
    pub(super) jumped: bool,
}
