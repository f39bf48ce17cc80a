//! A sprite that moves while all other sprites stay.

use crate::broad::ClassSet;
use crate::geometry::Aabb;
use crate::packed::{Window, lanes_of};
use crate::row::Row;
use crate::sprites::Layers;
use crate::{Placed, SpriteId, View, WorldError};
use std::ops::ControlFlow;

/// A sprite that moves while all other sprites stay.
pub(super) struct MovingSprite<'w> {
    pub(super) view: View<'w>,
    /// The row of the sprite. `None` for a shape that is not in the world.
    pub(super) row: Option<Row>,
    /// The row of a sprite that shows the same mask variant, if there is one.
    pub(super) shown: Option<Row>,
    /// The rows of sprites that are not in the way, sorted.
    pub(super) ignored: &'w [Row],
    /// The layers of the sprite. `None` for a shape that may meet every sprite.
    pub(super) layers: Option<Layers>,
    /// The mask of the sprite, placed as if the sprite were at [0, 0].
    pub(super) placed: Placed<'w>,
    /// The current position of the sprite.
    pub(super) at: [i32; 2],
}

impl<'w> View<'w> {
    /// A sprite at its position, ready to move.
    pub(super) fn moving_sprite(self, id: SpriteId) -> Result<MovingSprite<'w>, WorldError> {
        self.moving_at(self.row(id).ok_or(WorldError::StaleSprite(id))?)
    }

    /// The sprite of a row, ready to move.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if its mask is not rendered, and the system refuses memory.
    pub(super) fn moving_at(self, row: Row) -> Result<MovingSprite<'w>, WorldError> {
        Ok(MovingSprite::new(self, Some(row), self.try_placed(row)?, self.world.broad.position(row)))
    }
}

impl<'w> MovingSprite<'w> {
    /// A shape that the sprite of a row shows, at its position.
    pub(super) fn new(view: View<'w>, row: Option<Row>, placed: Placed<'w>, at: [i32; 2]) -> MovingSprite<'w> {
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        let layers = row.map(|row| view.world.broad.layers(row));
        MovingSprite { view, row, shown: row, layers, ignored: &[], placed: Placed { at: hold, ..placed }, at }
    }

    /// The sprite, if it collides with a layer that the view asks for. Layers 0 ask for nothing to be in the way, and all
    /// layers narrow nothing.
    ///
    /// # Errors
    /// Returns [`WorldError::NoCommonLayer`] if it does not.
    pub(super) fn on_asked_layers(self) -> Result<MovingSprite<'w>, WorldError> {
        match (self.view.asked_layers(), self.layers) {
            (Some(layers), Some(Layers { collision_bits: collides_with, .. }))
                if ![0, u32::MAX].contains(&layers) && layers & collides_with == 0 =>
            {
                Err(WorldError::NoCommonLayer { layers, collides_with })
            }
            _ => Ok(self),
        }
    }

    /// The classes that can have obstacles.
    pub(super) fn classes(&self) -> ClassSet {
        self.view.classes(self.layers)
    }

    /// Whether the sprite of a row may be in the way: it is another sprite, the view says that it blocks, and the
    /// layers allow a collision.
    pub(super) fn is_obstacle(&self, row: Row) -> bool {
        let may_meet = |layers: Layers| self.view.world.broad.layers(row).may_collide(layers);
        self.row != Some(row)
            && self.view.blocks(row)
            && self.layers.is_none_or(may_meet)
            && self.ignored.binary_search(&row).is_err()
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
}
