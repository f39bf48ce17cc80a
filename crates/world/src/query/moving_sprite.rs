//! A sprite that moves while all other sprites stay.

use crate::geometry::Aabb;
use crate::sprites::Layers;
use crate::tree::TreeSet;
use crate::tree::{Window, lanes_of};
use crate::{Placed, SpriteId, View, WorldError};
use std::ops::ControlFlow;

/// A sprite that moves while all other sprites stay.
pub(super) struct MovingSprite<'w> {
    pub(super) view: View<'w>,
    /// The slot of the sprite. `None` for a shape that is not in the world.
    pub(super) slot: Option<usize>,
    /// The slot of a sprite that shows the same mask variant, if there is one.
    pub(super) shown: Option<usize>,
    /// The slots of sprites that are not in the way, sorted.
    pub(super) ignored: &'w [usize],
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
        self.moving_at(self.slot(id).ok_or(WorldError::StaleSprite(id))?)
    }

    /// The sprite of a slot, ready to move.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if its mask is not rendered, and the system refuses memory.
    pub(super) fn moving_at(self, slot: usize) -> Result<MovingSprite<'w>, WorldError> {
        Ok(MovingSprite::new(self, Some(slot), self.try_placed(slot)?, self.world.columns.position(slot)))
    }
}

impl<'w> MovingSprite<'w> {
    /// A shape that the sprite of a slot shows, at its position.
    pub(super) fn new(view: View<'w>, slot: Option<usize>, placed: Placed<'w>, at: [i32; 2]) -> MovingSprite<'w> {
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        let layers = slot.map(|slot| view.world.columns.layers().get(slot));
        MovingSprite { view, slot, shown: slot, layers, ignored: &[], placed: Placed { at: hold, ..placed }, at }
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

    /// The trees that can have obstacles.
    pub(super) fn trees(&self) -> TreeSet {
        self.view.trees(self.layers)
    }

    /// Whether the sprite of a slot may be in the way: it is another sprite, the view says that it blocks, and the
    /// layers allow a collision.
    pub(super) fn is_obstacle(&self, slot: usize) -> bool {
        let may_meet = |layers: Layers| self.view.world.columns.layers().get(slot).may_collide(layers);
        self.slot != Some(slot)
            && self.view.blocks(slot)
            && self.layers.is_none_or(may_meet)
            && self.ignored.binary_search(&slot).is_err()
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with a box, until `visit` breaks.
    pub(super) fn try_for_each_obstacle<B>(
        &self,
        outer: Aabb,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let window = Window { outer, inner: Aabb::EMPTY };
        self.view.world.trees.in_window(self.trees(), window, |_, leaf, found| {
            lanes_of(found.lanes)
                .map(|lane| leaf.slots[lane] as usize)
                .filter(|&slot| self.is_obstacle(slot))
                .try_for_each(&mut visit)
        })
    }

    /// The mask of the sprite, placed as if the sprite were at a position.
    pub(super) fn placed_at(&self, [x, y]: [i32; 2]) -> Placed<'w> {
        Placed { at: [self.placed.at[0] + x, self.placed.at[1] + y], ..self.placed }
    }
}
