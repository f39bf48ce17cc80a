//! A sprite that moves while all other sprites stay.

use super::SpriteSweepHit;
use crate::broad::ClassSet;
use crate::geometry::Aabb;
use crate::packed::{Window, lanes_of};
use crate::row::Row;
use crate::sprites::check_position;
use crate::{Placed, SpriteId, View, WorldError};
use std::ops::ControlFlow;

/// A sprite that moves while all other sprites stay.
pub(super) struct MovingSprite<'w> {
    pub(super) view: View<'w>,
    row: Row,
    /// The mask of the sprite, placed as if the sprite were at [0, 0].
    pub(super) placed: Placed<'w>,
    /// The current position of the sprite.
    pub(super) at: [i32; 2],
}

impl<'w> View<'w> {
    /// A sprite at its position, ready to move.
    pub(super) fn moving_sprite(self, id: SpriteId) -> Result<MovingSprite<'w>, WorldError> {
        let row = self.row(id).ok_or(WorldError::StaleSprite(id))?;
        let (placed, at) = (self.placed(row), self.world.broad.position(row));
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        Ok(MovingSprite { view: self, row, placed: Placed { at: hold, ..placed }, at })
    }

    /// Returns whether a sprite has room at a position: whether it would share a solid pixel there with no other
    /// sprite with which it may collide. The sprite does not move.
    ///
    /// Another sprite counts if the layers of both sprites allow a collision and the view includes the other sprite
    /// ([`View::on_layers`]), as in [`View::sweep`]. Moving and fixed sprites count alike, even if the sprite itself is
    /// fixed. The position need not be reachable.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, wall) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(10, 90)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 0]))?;
    /// world.spawn(Sprite::new(wall, [20, 0]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert!(view.is_free(hero, [12, 0])?);
    /// assert!(!view.is_free(hero, [13, 0])?);
    /// assert!(view.is_free(hero, [30, 0])?); // behind the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a traversal of the trees, and an overlap test of each sprite whose tight box overlaps, up to the first that
    /// is in the way. It allocates no memory.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and [`WorldError::OutOfRange`] if
    /// `at` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    pub fn is_free(self, id: SpriteId, at: impl Into<[i32; 2]>) -> Result<bool, WorldError> {
        let at = check_position(at.into().map(i64::from))?;
        Ok(self.moving_sprite(id)?.is_free(at))
    }
}

impl<'w> MovingSprite<'w> {
    /// The classes that can have obstacles.
    pub(super) fn classes(&self) -> ClassSet {
        self.view.classes(Some(self.view.world.broad.layers(self.row)))
    }

    /// Whether the sprite of a row may be in the way: it is another sprite, the view finds it, and the layers
    /// allow a collision.
    pub(super) fn is_obstacle(&self, row: Row) -> bool {
        row != self.row && self.view.sees(row) && self.view.may_collide(row, self.row)
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with a box, until `visit` breaks.
    pub(super) fn try_for_each_obstacle<B>(
        &self,
        outer: Aabb,
        mut visit: impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let window = Window { outer, inner: Aabb::EMPTY };
        self.view.world.broad.in_window(self.classes(), window, |first, leaf| {
            lanes_of(leaf.rows)
                .map(|lane| first.plus(lane))
                .filter(|&row| self.is_obstacle(row))
                .try_for_each(&mut visit)
        })
    }

    /// The mask of the sprite, placed as if the sprite were at a position.
    pub(super) fn placed_at(&self, [x, y]: [i32; 2]) -> Placed<'w> {
        Placed { at: [self.placed.at[0] + x, self.placed.at[1] + y], ..self.placed }
    }

    /// Whether the sprite at a position shares a solid pixel with the sprite of a row.
    pub(super) fn overlaps(&self, at: [i32; 2], row: Row) -> bool {
        self.view.placed(row).overlaps(&self.placed_at(at))
    }

    /// Whether the sprite at a position shares a solid pixel with no obstacle.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        let Some(tight) = self.placed_at(at).bounds() else { return true };
        let test = |row| if self.overlaps(at, row) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_obstacle(Aabb::of(&tight), test).is_continue()
    }

    /// Describes the contact of the sprite, at a position, with the sprite of a row. The two share a solid pixel. The
    /// normal is computed if it is not known.
    pub(super) fn hit(
        &self,
        row: Row,
        at: [i32; 2],
        step: u32,
        before: Option<[i32; 2]>,
        normal: Option<[f64; 2]>,
    ) -> SpriteSweepHit {
        let (mine, other) = (self.placed.mask, self.view.placed(row));
        let shared = other.offset(&self.placed_at(at)).and_then(|at| {
            let out = || mine.overlap_normal(other.mask, at.map(|c| -c));
            Some((other.mask.overlap_first(mine, at)?, normal.or_else(out)?))
        });
        let (first, normal) = shared.expect("the masks share a solid pixel at a contact");
        SpriteSweepHit { id: self.view.id(row), step, before, first: other.to_world(first), normal }
    }
}
