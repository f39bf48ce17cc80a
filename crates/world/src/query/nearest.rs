//! Sprites by distance.

use crate::geometry::Aabb;
use crate::packed::TreeVisitor;
use crate::row::Row;
use crate::{SpriteId, View, WorldError, memory};
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A sprite and how far it is. The nearer ones come first, of equally near ones the smaller id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Near {
    /// The square of the distance, which is exact.
    squared: u128,
    /// The sprite.
    pub sprite: SpriteId,
}

impl Near {
    /// The Euclidean distance in pixels to the nearest pixel of the tight box, 0 inside.
    #[must_use]
    pub fn distance(&self) -> f64 {
        (self.squared as f64).sqrt()
    }

    /// The square of the distance, exactly.
    #[must_use]
    pub fn distance_squared(&self) -> u128 {
        self.squared
    }
}

/// What is near. The distance is the Euclidean one from a pixel to the tight box around the solid pixels,
/// 0 inside.
impl View<'_> {
    /// The `count` sprites nearest to a point, the nearest first; of equally near ones the smaller id.
    #[must_use]
    pub fn nearest(self, point: impl Into<[i32; 2]>, count: usize) -> Vec<SpriteId> {
        let mut near = Vec::new();
        self.nearest_into(point, count, &mut near);
        memory::or_panic(memory::try_collect(near.into_iter().map(|near| near.sprite)))
    }

    /// The same into a list, which is emptied first, with the distances. Takes no memory where the list has
    /// room for them.
    ///
    /// # Panics
    /// Where there is no memory for the list.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let ids = [0, 20, 90].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
    /// let mut near = Vec::with_capacity(2);
    /// world.refresh()?.nearest_into([30, 9], 2, &mut near);
    /// assert_eq!((near[0].sprite, near[0].distance_squared()), (ids[1], 3 * 3 + 2 * 2));
    /// assert_eq!((near[1].sprite, near[1].distance().round()), (ids[0], 23.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_into(self, point: impl Into<[i32; 2]>, count: usize, near: &mut Vec<Near>) {
        near.clear();
        if count == 0 {
            return;
        }
        // The list is the heap: its memory goes there and comes back.
        let found = BinaryHeap::from(std::mem::take(near));
        let mut nearest = NearestVisitor { view: self, point: point.into(), count, found };
        let _ = self.world.broad.traverse(&mut nearest);
        *near = nearest.found.into_sorted_vec();
    }
}

/// Collects the nearest sprites.
struct NearestVisitor<'w> {
    view: View<'w>,
    point: [i32; 2],
    count: usize,
    /// At most `count`, the farthest on top.
    found: BinaryHeap<Near>,
}

impl TreeVisitor for NearestVisitor<'_> {
    type Distance = u128;
    type Stop = Infallible;

    fn distance(&self, aabb: Aabb) -> Option<u128> {
        Some(aabb.distance_squared(self.point))
    }

    fn limit(&self) -> Option<u128> {
        let farthest = self.found.peek().filter(|_| self.found.len() == self.count);
        farthest.map(|near| near.squared)
    }

    fn visit(&mut self, row: Row, squared: u128) -> ControlFlow<Infallible> {
        if self.view.sees(row) {
            let near = Near { squared, sprite: self.view.id(row) };
            if self.found.len() < self.count {
                memory::or_panic(self.found.try_reserve(1).map_err(WorldError::from));
                self.found.push(near);
            } else if let Some(mut farthest) = self.found.peek_mut().filter(|farthest| near < **farthest) {
                *farthest = near;
            }
        }
        ControlFlow::Continue(())
    }
}
