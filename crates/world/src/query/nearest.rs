//! Queries for the sprites nearest to a point.

use crate::geometry::Aabb;
use crate::tree::NearestFirst;
use crate::{SpriteId, View, WorldError, memory};
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A sprite and its distance from a point. Values are ordered by distance, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Near {
    /// The exact square of the distance.
    squared: u128,
    /// The sprite.
    pub id: SpriteId,
}

impl Near {
    /// Returns the Euclidean distance from the point to the nearest solid pixel of the sprite, in pixels. The distance
    /// is 0 on a solid pixel.
    #[must_use]
    pub fn distance(&self) -> f64 {
        (self.squared as f64).sqrt()
    }

    /// Returns the exact square of [`Near::distance`].
    #[must_use]
    pub fn distance_squared(&self) -> u128 {
        self.squared
    }
}

/// Queries for the sprites nearest to a point. The distance of a sprite is the Euclidean distance from the point to the
/// nearest solid pixel of what the sprite shows, which is 0 on a solid pixel. Sprites without a solid pixel are never
/// found; sensors are.
///
/// Cost: a test of each box of the trees that is not further away than the result, and in each sprite whose tight box
/// is not, a search of its rows up to the distance found.
impl View<'_> {
    /// Returns the `count` sprites that are nearest to a point, sorted by distance, then by id.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let corner = world.add_mask("##\n#.".parse::<Mask>()?)?;
    /// let ids = [0, 20, 90].map(|x| world.spawn(Sprite::new(corner, [x, 0])).unwrap());
    /// let near = world.refresh()?.nearest([24, 1], 2);
    /// assert_eq!((near[0].id, near[0].distance_squared()), (ids[1], 3 * 3 + 1 * 1)); // to [21, 0], not to the box
    /// assert_eq!((near[1].id, near[1].distance().round()), (ids[0], 23.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn nearest(self, point: impl Into<[i32; 2]>, count: usize) -> Vec<Near> {
        let mut near = Vec::new();
        self.nearest_into(point, count, &mut near);
        near
    }

    /// Fills a list with the `count` sprites that are nearest to a point, sorted by distance, then by id. The list is
    /// cleared first. If it has enough capacity, the query allocates no memory.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_into(self, point: impl Into<[i32; 2]>, count: usize, near: &mut Vec<Near>) {
        near.clear();
        if count == 0 {
            return;
        }
        // The heap uses the memory of the list.
        let found = BinaryHeap::from(std::mem::take(near));
        let mut nearest = NearestVisitor { view: self, point: point.into(), count, found };
        let _ = self.world.trees.nearest_first(self.trees(None), &mut nearest);
        *near = nearest.found.into_sorted_vec();
    }
}

/// Collects the nearest sprites.
struct NearestVisitor<'w> {
    view: View<'w>,
    point: [i32; 2],
    count: usize,
    /// The nearest sprites so far, at most `count`. The farthest of them is on top.
    found: BinaryHeap<Near>,
}

impl NearestFirst for NearestVisitor<'_> {
    type Distance = u128;
    type Stop = Infallible;

    fn distance(&self, aabb: Aabb) -> Option<u128> {
        Some(aabb.distance_squared(self.point))
    }

    fn limit(&self) -> Option<u128> {
        let farthest = self.found.peek().filter(|_| self.found.len() == self.count);
        farthest.map(|near| near.squared)
    }

    fn visit(&mut self, slot: usize) -> ControlFlow<Infallible> {
        if self.view.sees(slot)
            && let Some(squared) = self.distance_to(slot)
        {
            let near = Near { squared, id: self.view.id(slot) };
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

impl NearestVisitor<'_> {
    /// The square of the distance to the nearest solid pixel of the sprite in a slot, if it is within the limit.
    fn distance_to(&self, slot: usize) -> Option<u128> {
        self.view.shown(slot).nearest_distance_squared(self.point, self.limit().unwrap_or(u128::MAX))
    }
}
