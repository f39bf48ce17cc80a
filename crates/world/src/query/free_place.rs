//! Free places: the position nearest to a given one at which a sprite shares no pixel with others.

use super::moving_sprite::MovingSprite;
use crate::geometry::Aabb;
use crate::sprites::{MAX_POSITION, check_position};
use crate::{Sprite, SpriteId, View, World, WorldError, memory};
use mask::shared::nearest_free_of;
use mask::{Line, Mask};
use std::ops::ControlFlow;

/// The length of the moves that the first search tries; each further search goes four times as far. Most sprites are
/// near a free place.
const FIRST_REACH: u32 = 16;

/// Free places of a sprite.
impl View<'_> {
    /// Returns the position nearest to `at` at which a sprite shares no solid pixel with another sprite in its way.
    /// Returns `None` if no position up to `limit` pixels away is free. The sprite does not move.
    ///
    /// The distance is Euclidean. Of several nearest positions, the result is the topmost, and of equally high ones the
    /// leftmost. If `at` is free, it is the result. The sprites in the way are those of [`View::is_free`]. The position
    /// need not be reachable, so it may lie behind a wall.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (crate_, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(90, 40)?)?);
    /// let crate_ = world.spawn(Sprite::new(crate_, [0, 0]))?;
    /// world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.nearest_free(crate_, [40, 98], 32)?, Some([40, 92])); // on the floor
    /// assert_eq!(view.nearest_free(crate_, [40, 120], 8)?, None); // too deep
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a search of the trees for the sprites in reach, and a search as of
    /// [`Mask::nearest_free`](mask::Mask::nearest_free) among all of them at once.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and [`WorldError::OutOfRange`] if
    /// `at` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_free(
        self,
        id: SpriteId,
        at: impl Into<[i32; 2]>,
        limit: u32,
    ) -> Result<Option<[i32; 2]>, WorldError> {
        let at = check_position(at.into().map(i64::from))?;
        Ok(self.moving_sprite(id)?.nearest_free(at, limit))
    }

    /// Returns whether a sprite has room as another sprite would stand: with the mask, the angle, the position and the
    /// layers of `sprite`. The sprite `id` itself is not in its way, and does not change.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let [crouching, standing] = [8, 16].map(|height| world.add_mask(Mask::filled(8, height).unwrap()).unwrap());
    /// let beam = world.add_mask(Mask::filled(90, 4)?)?;
    /// let hero = world.spawn(Sprite::new(crouching, [0, 92]))?;
    /// world.spawn(Sprite::new(beam, [0, 80]).fixed(true))?;
    /// let up = Sprite { mask: standing, position: [0, 84], ..world.get(hero).unwrap() };
    /// assert!(world.refresh()?.is_free_as(hero, &up)?); // the beam is just above
    /// let higher = Sprite { position: [0, 83], ..up };
    /// assert!(!world.refresh()?.is_free_as(hero, &higher)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: as [`View::is_free`], and the time to build the mask variant if no sprite has shown it before.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and the errors of
    /// [`World::shape_of`].
    pub fn is_free_as(self, id: SpriteId, sprite: &Sprite) -> Result<bool, WorldError> {
        Ok(self.moving_as(id, sprite)?.is_free(sprite.position))
    }

    /// Returns the position nearest to that of `sprite` at which the sprite `id` would have room as `sprite` stands, as
    /// [`View::nearest_free`] and [`View::is_free_as`] do. The sprite does not change.
    ///
    /// # Errors
    /// Returns the errors of [`View::is_free_as`].
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_free_as(self, id: SpriteId, sprite: &Sprite, limit: u32) -> Result<Option<[i32; 2]>, WorldError> {
        Ok(self.moving_as(id, sprite)?.nearest_free(sprite.position, limit))
    }
}

/// Moves out of other sprites.
impl World {
    /// Moves a sprite to the nearest place at which it shares no solid pixel with another sprite in its way. Returns
    /// the move, which is `[0, 0]` if the sprite was free. Returns `None`, and moves nothing, if no place up to `limit`
    /// pixels away is free.
    ///
    /// It frees a sprite from several others at once, also through walls. The place is that of [`View::nearest_free`].
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(90, 40)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [40, 95]))?; // 3 pixels in the floor
    /// world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// assert_eq!(world.push_out(ball, 16)?, Some([0, -3]));
    /// assert_eq!(world.push_out(ball, 16)?, Some([0, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`] and a [`View::nearest_free`].
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and the errors of
    /// [`World::refresh`]. The sprite is then at its old position.
    ///
    /// # Panics
    /// Panics if memory allocation fails in the search.
    pub fn push_out(&mut self, id: SpriteId, limit: u32) -> Result<Option<[i32; 2]>, WorldError> {
        self.push(id, |mover| mover.nearest_free(mover.at, limit))
    }

    /// Moves sprites as [`World::push_out`] does, one after the other: each is free of the sprites that have moved
    /// before it. Returns the move of each sprite.
    ///
    /// Cost: that of each call. It grows with the number of sprites in the way up to the nearest free place: of many
    /// sprites in one heap, each has to get past all before it. 500 sprites of a heap took 10 ms, 2,000 took 6 s.
    ///
    /// # Errors
    /// Returns the errors of [`World::push_out`]. The sprites before the one with the error have moved then.
    ///
    /// # Panics
    /// Panics if memory allocation fails in the search.
    pub fn push_out_many(
        &mut self,
        ids: impl IntoIterator<Item = SpriteId>,
        limit: u32,
    ) -> Result<Vec<Option<[i32; 2]>>, WorldError> {
        let mut moves = Vec::new();
        for id in ids {
            memory::try_push(&mut moves, self.push_out(id, limit)?)?;
        }
        Ok(moves)
    }

    /// Moves a sprite along a direction, to the first place at which it shares no solid pixel with another sprite in
    /// its way. Returns the move, which is `[0, 0]` if the sprite was free. Returns `None`, and moves nothing, if no
    /// place up to `limit` pixels away is free, or if the direction is `[0, 0]`.
    ///
    /// The places are the pixels of the [`Line`] from the sprite to `direction`, which is extended as far as necessary.
    /// The distance is Euclidean.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(20, 40)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [2, 95]))?;
    /// world.spawn(Sprite::new(floor, [0, 90]).fixed(true))?;
    /// assert_eq!(world.push_out_along(ball, [0, -1], 16)?, Some([0, -13])); // up, though left is nearer
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`], and a [`View::is_free`] for each step.
    ///
    /// # Errors
    /// Returns the errors of [`World::push_out`].
    pub fn push_out_along(
        &mut self,
        id: SpriteId,
        direction: impl Into<[i32; 2]>,
        limit: u32,
    ) -> Result<Option<[i32; 2]>, WorldError> {
        let line = Line::new([0, 0], direction);
        self.push(id, |mover| {
            let most = u64::from(limit).pow(2);
            let places = (0..).map(|step| {
                let by = line.near(step).map(i64::from);
                let [x, y] = by.map(|c| c.unsigned_abs().pow(2));
                (x + y <= most).then_some([0, 1].map(|axis| i64::from(mover.at[axis]) + by[axis]))
            });
            let steps = if line.steps() == 0 { 1 } else { usize::MAX };
            let mut places = places.take(steps).map_while(|place| check_position(place?).ok());
            places.find(|&place| mover.is_free(place))
        })
    }

    /// Moves a sprite to the place that `find` returns. Returns the move.
    fn push(
        &mut self,
        id: SpriteId,
        find: impl FnOnce(&MovingSprite) -> Option<[i32; 2]>,
    ) -> Result<Option<[i32; 2]>, WorldError> {
        let mover = self.refresh()?.moving_sprite(id)?;
        let (from, place) = (mover.at, find(&mover));
        let Some(to) = place else { return Ok(None) };
        self.move_to(id, to)?;
        Ok(Some([to[0] - from[0], to[1] - from[1]]))
    }
}

impl<'w> MovingSprite<'w> {
    /// The free position nearest to a position, up to `limit` pixels away.
    fn nearest_free(&self, at: [i32; 2], limit: u32) -> Option<[i32; 2]> {
        if self.is_free(at) {
            return Some(at);
        }
        let (mover, range) = (self.placed_at(at), i64::from(MAX_POSITION));
        let within = at.map(|c| -range - i64::from(c)..range - i64::from(c) + 1);
        let mut reach = FIRST_REACH.min(limit);
        loop {
            let obstacles = self.obstacles_in_reach(at, reach).into_iter();
            if let Some([x, y]) = nearest_free_of(mover.mask, obstacles, reach, within.clone()) {
                return Some([at[0] + x, at[1] + y]);
            }
            if reach == limit {
                return None;
            }
            reach = reach.saturating_mul(4).min(limit);
        }
    }

    /// The masks of the obstacles that the sprite may overlap after a move of up to `reach` pixels from a position, and
    /// its offset in the frame of each.
    fn obstacles_in_reach(&self, at: [i32; 2], reach: u32) -> Vec<(&'w Mask, [i32; 2])> {
        let (mover, mut near) = (self.placed_at(at), Vec::new());
        let Some(tight) = mover.bounds() else { return near };
        let [first, last] =
            [[tight.left, tight.top], [0, 1].map(|axis| [tight.right(), tight.bottom()][axis] as i32 - 1)];
        let [left, top] = first.map(|c| c.saturating_sub_unsigned(reach));
        let [right, bottom] = last.map(|c| c.saturating_add_unsigned(reach));
        let _ = self.try_for_each_obstacle(Aabb([left, top, right, bottom]), |row| {
            let obstacle = self.obstacle(row);
            let offset = obstacle.placed.offset(&mover).filter(|_| obstacle.one_way.is_none());
            if let Some(offset) = offset {
                memory::or_panic(memory::try_push(&mut near, (obstacle.placed.mask, offset)));
            }
            ControlFlow::<()>::Continue(())
        });
        near
    }
}
