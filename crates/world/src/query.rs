//! What is where: sprites by place.

use crate::sprite::check_position;
use crate::{Placed, SpriteId, View, WorldError};
use mask::{Mask, Rect};
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What is where, whatever the layers. Sorted by id.
impl View<'_> {
    /// The sprites with a solid pixel at `at`.
    #[must_use]
    pub fn at_point(self, at: impl Into<[i32; 2]>) -> Vec<SpriteId> {
        let [left, top] = at.into();
        self.in_rect(Rect { left, top, width: 1, height: 1 })
    }

    /// The sprites with a solid pixel in a rectangle.
    #[must_use]
    pub fn in_rect(self, rect: Rect) -> Vec<SpriteId> {
        self.solid_in(&rect, |Placed { mask, at }| {
            let frame = Rect { left: at[0], top: at[1], width: mask.width(), height: mask.height() };
            let shared = frame.intersection(&rect);
            shared
                .is_some_and(|rect| mask.overlaps_rect(Rect { left: rect.left - at[0], top: rect.top - at[1], ..rect }))
        })
    }

    /// The sprites that share a solid pixel with a mask whose top-left pixel stands at `at`.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [12, 3]))?;
    /// let blast = Mask::filled(9, 9)?;
    /// assert_eq!(world.refresh()?.touching(&blast, [10, -4])?, [id]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`] for a place beyond [`MAX_POSITION`](crate::MAX_POSITION).
    pub fn touching(self, mask: &Mask, at: impl Into<[i32; 2]>) -> Result<Vec<SpriteId>, WorldError> {
        let placed = Placed { mask, at: check_position(at.into().map(i64::from))? };
        Ok(placed.bounds().map_or(Vec::new(), |rect| self.solid_in(&rect, |sprite| sprite.overlaps(&placed))))
    }

    /// The `count` sprites nearest to a point, the nearest first; of equally near ones the smaller id. The
    /// distance is the Euclidean one from the point to the tight box, 0 inside.
    #[must_use]
    pub fn nearest(self, point: impl Into<[i32; 2]>, count: usize) -> Vec<SpriteId> {
        let point = point.into();
        let mut found: BinaryHeap<(u128, SpriteId)> = BinaryHeap::with_capacity(count.min(self.world.len()) + 1);
        let mut offer = |distance, body| {
            found.push((distance, self.id(body)));
            if found.len() > count {
                found.pop();
            }
            // Farther ones need not be looked at.
            if found.len() == count { found.peek().map(|&(distance, _)| distance) } else { None }
        };
        self.world.broad.nearest(point, &mut offer);
        found.into_sorted_vec().into_iter().map(|(_, id)| id).collect()
    }

    /// The sprites whose boxes share a pixel with `rect` and for which `solid` holds.
    fn solid_in(self, rect: &Rect, solid: impl Fn(Placed) -> bool) -> Vec<SpriteId> {
        let mut ids = Vec::new();
        let _ = self.world.broad.in_rect(rect, |body| {
            if solid(self.placed(body)) {
                ids.push(self.id(body));
            }
            ControlFlow::<Infallible>::Continue(())
        });
        ids.sort_unstable();
        ids
    }
}
