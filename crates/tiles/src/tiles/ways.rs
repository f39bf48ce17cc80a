//! Ways of continuous sprites: where they begin, and what other workers must know of them.
//!
//! ```text
//!     cut
//!      |            The way of a sprite leads from its place at the last step to its place now. The sprite touches each
//!   a -|--> a       tile that the box around its way touches, as if it were a sprite of this size, so the workers of these
//!      |            tiles know it. A pair belongs to the tile of the top-left pixel that the two boxes share.
//! ```
//!
//! A worker that meets a sprite in the middle of its way learns where the way begins. A tile has no memory for ways before its
//! first continuous sprite.

use super::residents::{Residents, Shape};
use super::state::Tiles;
use crate::{Bounds, TilesError};
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
        Ok(Shape::new(self.sprite.position, world.shape_of(&self.sprite)?).way_bounds(self.from, self.sprite.position))
    }

    /// Returns the top-left pixel of the box around the way.
    pub(super) fn corner(&self, view: View) -> Result<[i32; 2], WorldError> {
        let shape = Shape::new(self.sprite.position, view.shape_of(&self.sprite)?);
        Ok(shape.way_corner(self.from, self.sprite.position))
    }

    /// Returns whether two sprites, the one with the smaller id first, would be a pair of a step.
    pub(super) fn collides(&self, other: &SpriteWay, view: View) -> Result<bool, WorldError> {
        let (a, b) = (&self.sprite, &other.sprite);
        let may_collide = a.layers & b.collides_with != 0 && b.layers & a.collides_with != 0;
        if !may_collide || a.fixed && b.fixed {
            return Ok(false);
        }
        let shapes = (view.shape_of(a)?, view.shape_of(b)?);
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
    /// Whether it had a place at the last step that the step in progress continues: it was continuous, and has not jumped.
    pub(super) placed: bool,
    /// Whether it has jumped since.
    pub(super) jumped: bool,
}

impl Residents {
    /// Returns where the way of a resident begins: at its place in the previous step, or where it is now.
    pub(super) fn from(&self, slot: usize) -> [i32; 2] {
        self.last_place(slot).filter(|_| self.ways[slot].continuous).unwrap_or(self.at[slot])
    }

    /// Returns where the way of a resident began in the previous step.
    pub(super) fn previous_from(&self, slot: usize) -> [i32; 2] {
        self.ways.get(slot).map_or(self.previous[slot], |way| way.from)
    }

    /// Returns the place of a resident at the last step if its way can begin there.
    pub(super) fn last_place(&self, slot: usize) -> Option<[i32; 2]> {
        self.ways.get(slot).filter(|way| way.placed).map(|_| self.previous[slot])
    }

    /// Returns whether a resident has jumped since the last step.
    pub(super) fn has_jumped(&self, slot: usize) -> bool {
        self.ways.get(slot).is_some_and(|way| way.jumped)
    }

    /// Ends the ways of a step.
    pub(super) fn end_ways(&mut self) {
        for slot in 0..self.ways.len() {
            let (from, continuous) = (self.from(slot), self.ways[slot].continuous);
            self.ways[slot] = Way { from, continuous, placed: continuous, jumped: false };
        }
    }
}

impl Tiles {
    /// Returns a resident as it is now, with its way.
    pub(super) fn sprite_way(&self, slot: usize) -> Result<SpriteWay, TilesError> {
        Ok(SpriteWay { sprite: self.sprite(slot)?, from: self.residents.from(slot) })
    }

    /// Prepares for the first continuous sprite.
    pub(super) fn expect_ways(&mut self, sprite: &Sprite) -> Result<(), TilesError> {
        if !sprite.continuous || self.residents.has_ways {
            return Ok(());
        }
        // Workers have other ids of their own for the same sprites, and the ids for all decide which sprite of a pair a line
        // belongs to.
        for slot in self.residents.occupied() {
            let id = self.sprite_id(slot)?;
            self.world.set_data(id, self.residents.ids.get(slot))?;
        }
        self.world.set_ways_by_data(true);
        let still = |&from| Way { from, ..Way::default() };
        self.residents.ways = self.residents.previous.iter().map(still).collect();
        self.residents.has_ways = true;
        Ok(())
    }

    /// Returns where the way of a sprite that this worker owns began in the last step, if it had one. It is to be called after a
    /// step.
    pub(crate) fn way_to(&self, id: u64, sprite: &Sprite) -> Option<[i32; 2]> {
        let from = self.residents.previous_from(self.residents.slot(id)?);
        Some(from).filter(|&from| sprite.continuous && from != sprite.position)
    }

    /// Returns a sprite as the world of this worker stores it.
    pub(super) fn stored(&self, id: u64, sprite: Sprite) -> Sprite {
        sprite.data(if self.residents.has_ways { id } else { 0 })
    }

    /// Ends the way of a resident in this step.
    pub(super) fn jump(&mut self, slot: usize) -> Result<(), TilesError> {
        if self.residents.last_place(slot).is_some() {
            self.world.set_last_place(self.sprite_id(slot)?, None)?;
            let way = &mut self.residents.ways[slot];
            (way.placed, way.jumped) = (false, true);
        }
        Ok(())
    }
}
