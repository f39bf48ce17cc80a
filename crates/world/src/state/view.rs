//! A view of the world as it stood at a refresh.

use crate::row::Row;
use crate::{Placed, SpriteId, World};
use mask::Rect;
use std::fmt;

/// The world as it stood at the last refresh. It asks without changing anything: copy it, send it to
/// other threads.
#[derive(Clone, Copy)]
pub struct View<'w> {
    pub(crate) world: &'w World,
    /// Only sprites in one of these are seen by queries.
    layers: Option<u32>,
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("sprites", &self.world.len()).finish_non_exhaustive()
    }
}

/// Questions about some sprites.
impl<'w> View<'w> {
    /// The same view, whose queries see only sprites in at least one of these layers, a bit each: all that asks
    /// what is where, near, on a ray or in the way. Lists of pairs are as before. Without it a view sees all
    /// sprites, even those in no layer.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0b01, 0b10].map(|layers| world.spawn(Sprite::new(dot, [3, 3]).layers(layers)).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!(view.on_layers(0b10).find([3, 3]), [ids[1]]);
    /// assert_eq!(view.find([3, 3]), ids);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_layers(self, layers: u32) -> View<'w> {
        View { layers: Some(layers), ..self }
    }

    /// The mask of a sprite as it stands, flipped and turned, and where its top-left pixel is. `None`
    /// for a stale id.
    #[must_use]
    pub fn shape(self, id: SpriteId) -> Option<Placed<'w>> {
        Some(self.placed(self.row(id)?))
    }

    /// The tight box around the solid pixels of a sprite. `None` where it has none, and for a stale id.
    #[must_use]
    pub fn bounds(self, id: SpriteId) -> Option<Rect> {
        self.shape(id)?.bounds()
    }
}

impl<'w> View<'w> {
    pub(crate) fn of(world: &'w World) -> View<'w> {
        View { world, layers: None }
    }

    /// The mask of a row's sprite, and its top-left pixel.
    #[inline(always)]
    pub(crate) fn placed(self, row: Row) -> Placed<'w> {
        self.world.broad.placed(row, &self.world.masks)
    }

    /// The id of a row's sprite.
    #[inline]
    pub(crate) fn id(self, row: Row) -> SpriteId {
        self.world.broad.id(row)
    }

    /// The row of a sprite, `None` for a stale id.
    pub(crate) fn row(self, id: SpriteId) -> Option<Row> {
        self.world.slots.get(id.0).copied()
    }

    /// Whether each of two sprites is in a layer that the other collides with.
    pub(crate) fn may_collide(self, a: Row, b: Row) -> bool {
        self.world.broad.layers(a).may_collide(self.world.broad.layers(b))
    }

    /// Whether queries see a row's sprite.
    pub(crate) fn sees(self, row: Row) -> bool {
        self.layers.is_none_or(|layers| self.world.broad.layers(row).is_in_any(layers))
    }
}
