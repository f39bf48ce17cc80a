//! Free places: whether a sprite is free at a position, the nearest position at which it is free, and where a search
//! may lead.

use crate::geometry::Aabb;
use crate::query::{MovingSprite, Who};
use crate::sprites::MAX_POSITION;
use crate::{SpriteId, View, World, WorldError, memory};
use mask::shared::nearest_free_of;
use mask::{Line, Mask, Reach, Rect};
use std::ops::{ControlFlow, Range};

/// Free places.
impl<'w> View<'w> {
    /// Returns whether a sprite is free: whether it shares no solid pixel with another sprite in its way. `who` is a
    /// sprite at its place or at another ([`SpriteId::at`]), a sprite as something else, or a shape: see [`Who`].
    ///
    /// Another sprite counts if the layers of both sprites allow a collision, the view includes the other sprite
    /// ([`View::on_layers`]), and the other is neither a sensor nor one-way. Moving and fixed sprites count alike, even
    /// if the sprite itself is fixed. The place need not be reachable.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, wall) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(10, 90)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 0]))?;
    /// world.spawn(Sprite::new(wall, [20, 0]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert!(view.is_free(hero)? && view.is_free(hero.at([12, 0]))?);
    /// assert!(!view.is_free(hero.at([13, 0]))?);
    /// assert!(view.is_free(hero.at([30, 0]))?); // behind the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a traversal of the trees, and an overlap test of each sprite whose tight box overlaps, up to the first
    /// that is in the way. It allocates no memory.
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`], and [`WorldError::NoCommonLayer`] as [`View::on_layers`] says.
    pub fn is_free<'a>(self, who: impl Into<Who<'a>>) -> Result<bool, WorldError>
    where
        'w: 'a,
    {
        let mover = MovingSprite::of_who(self, who.into())?.on_asked_layers()?;
        Ok(mover.is_free(mover.at))
    }

    /// Returns the fraction of its position that a sprite may take at the end of a move: `fraction`, unless the sprite would
    /// overlap an obstacle that it does not overlap now. Then one axis keeps its fraction, or both do.
    ///
    /// Moves go by whole pixels and keep the fraction. Engines give the sprite the fraction of its goal afterwards, so that
    /// slow moves add up.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the world has no such sprite, and the errors of [`View::is_free`].
    #[doc(hidden)]
    pub fn free_fraction(self, id: SpriteId, fraction: [f64; 2]) -> Result<[f64; 2], WorldError> {
        let sprite = self.world.get(id).ok_or(WorldError::StaleSprite(id))?;
        let now = sprite.fraction;
        if fraction == now {
            return Ok(now);
        }
        let overlapped = self.overlapped(id.as_if(&sprite))?;
        for one in [fraction, [fraction[0], now[1]], [now[0], fraction[1]]] {
            let others = self.overlapped(id.as_if(&sprite.fraction(one)))?;
            if others.iter().all(|slot| overlapped.contains(slot)) {
                return Ok(one);
            }
        }
        Ok(now)
    }

    /// The slots of the obstacles that a sprite overlaps, one-way sprites among them.
    fn overlapped(self, who: Who<'_>) -> Result<Vec<usize>, WorldError> {
        let mover = MovingSprite::of_who(self, who)?.on_asked_layers()?;
        let mut slots = Vec::new();
        let _ = mover.try_for_each_along(&Line::new(mover.at, mover.at), |obstacle| {
            if mover.meets(&obstacle).overlaps(mover.at) {
                memory::or_panic(memory::try_push(&mut slots, obstacle.slot));
            }
            ControlFlow::<()>::Continue(())
        });
        Ok(slots)
    }

    /// Returns the position nearest to that of a sprite at which it shares no solid pixel with another sprite in its
    /// way. Returns `None` if no position in reach is free. `who` is a sprite, or what else a [`Who`] is; it does not
    /// move. `reach` is a number of pixels, or a [`Reach`] with a rectangle in which the tight box of the sprite must
    /// be.
    ///
    /// The distance is Euclidean. Of several nearest positions, the result is the topmost, and of equally high ones the
    /// leftmost. If the sprite is free where it is, this is the result. The sprites in the way are those of
    /// [`View::is_free`]. The position need not be reachable, so it may lie behind a wall.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (crate_, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(90, 40)?)?);
    /// let crate_ = world.spawn(Sprite::new(crate_, [0, 0]))?;
    /// world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.nearest_free(crate_.at([40, 98]), 32)?, Some([40, 92])); // on the floor
    /// assert_eq!(view.nearest_free(crate_.at([40, 120]), 8)?, None); // too deep
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a search of the trees for the sprites in reach, and a search as of
    /// [`Mask::nearest_free`](mask::Mask::nearest_free) among all of them at once.
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`], and [`WorldError::NoCommonLayer`] as [`View::on_layers`] says.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn nearest_free<'a>(
        self,
        who: impl Into<Who<'a>>,
        reach: impl Into<Reach>,
    ) -> Result<Option<[i32; 2]>, WorldError>
    where
        'w: 'a,
    {
        Ok(MovingSprite::of_who(self, who.into())?.on_asked_layers()?.nearest_free(reach.into()))
    }
}

/// Moves out of other sprites.
impl World {
    /// Moves a sprite to the nearest place at which it shares no solid pixel with another sprite in its way. Returns
    /// the move, which is `[0, 0]` if the sprite was free. Returns `None`, and moves nothing, if no such place is in
    /// reach.
    ///
    /// `how` is a number of pixels, a [`Reach`] with a rectangle in which the sprite must be, such as the map, or
    /// [`PushOut::along`] a direction. A sprite that is free but sticks out of the rectangle is moved inside. The move
    /// frees the sprite from several others at once, also through walls. Without a direction, the place is that of
    /// [`View::nearest_free`].
    ///
    /// ```
    /// # use hitmask::{Mask, PushOut, Reach, Rect, Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(90, 40)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [40, 95]))?; // 3 pixels in the floor
    /// world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// assert_eq!(world.push_out(ball, 16)?, Some([0, -3]));
    /// assert_eq!(world.push_out(ball, 16)?, Some([0, 0]));
    /// let map = Rect::new(0, 0, 320, 96); // the ball sticks out by 4 pixels
    /// assert_eq!(world.push_out(ball, Reach::new(16).inside(map))?, Some([0, -4]));
    /// assert_eq!(world.push_out(ball, PushOut::along([0, -1], 16))?, Some([0, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`] and a [`View::nearest_free`]; along a direction, a [`View::is_free`] for each step.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and the errors of
    /// [`World::refresh`]. The sprite is then at its old position.
    ///
    /// # Panics
    /// Panics if memory allocation fails in the search.
    pub fn push_out(&mut self, id: SpriteId, how: impl Into<PushOut>) -> Result<Option<[i32; 2]>, WorldError> {
        self.refresh()?;
        self.push_out_refreshed(id, how.into())
    }

    fn push_out_refreshed(&mut self, id: SpriteId, how: PushOut) -> Result<Option<[i32; 2]>, WorldError> {
        let mover = MovingSprite::of(View::of(self), id)?;
        let (from, place) = (mover.at, mover.push_out(how));
        let Some(to) = place else { return Ok(None) };
        self.move_to(id, to)?;
        Ok(Some([to[0] - from[0], to[1] - from[1]]))
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
        how: impl Into<PushOut>,
    ) -> Result<Vec<Option<[i32; 2]>>, WorldError> {
        let (mut moves, how) = (Vec::new(), how.into());
        self.refresh()?;
        for id in ids {
            let by = self.push_out_refreshed(id, how)?;
            if by.is_some() {
                self.follow(id)?;
            }
            memory::try_push(&mut moves, by)?;
        }
        Ok(moves)
    }
}

/// The length of the moves that the first search tries; each further search goes four times as far. Most sprites are
/// near a free place.
const FIRST_REACH: u32 = 16;

/// Where [`World::push_out`](crate::World::push_out) may move a sprite: how far, and optionally in which direction.
///
/// A `u32` converts into this many pixels in any direction, and so does a [`Reach`], which may have a rectangle.
///
/// ```
/// # use hitmask::{Mask, PushOut, Reach, Rect, Sprite, World};
/// # let mut world = World::new();
/// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(20, 40)?)?);
/// let ball = world.spawn(Sprite::new(ball, [2, 95]))?;
/// world.spawn(Sprite::new(floor, [0, 90]).fixed(true))?;
/// assert_eq!(world.clone().push_out(ball, 16)?, Some([-10, 0])); // to the left
/// assert_eq!(world.clone().push_out(ball, PushOut::along([0, -1], 16))?, Some([0, -13])); // up only
/// let map = Reach::new(16).inside(Rect::new(0, 0, 320, 200));
/// assert_eq!(world.push_out(ball, map)?, Some([0, -13])); // left is off the map
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PushOut {
    reach: Reach,
    direction: Option<[i32; 2]>,
}

impl PushOut {
    /// Along a direction, to the first free place in reach. The places are the pixels of the [`Line`] from `[0, 0]` to
    /// `direction`, which is extended as far as necessary. With the direction `[0, 0]`, the only place is the present
    /// one.
    #[must_use]
    pub fn along(direction: impl Into<[i32; 2]>, reach: impl Into<Reach>) -> PushOut {
        PushOut { reach: reach.into(), direction: Some(direction.into()) }
    }
}

impl<R: Into<Reach>> From<R> for PushOut {
    fn from(reach: R) -> PushOut {
        PushOut { reach: reach.into(), direction: None }
    }
}

impl<'w> MovingSprite<'w> {
    /// The nearest free position of the sprite.
    pub(super) fn push_out(&self, PushOut { reach, direction }: PushOut) -> Option<[i32; 2]> {
        match direction {
            Some(direction) => self.first_free(&Line::new([0, 0], direction), reach),
            None => self.nearest_free(reach),
        }
    }

    /// The free position nearest to that of the sprite in a reach.
    pub(super) fn nearest_free(&self, reach: Reach) -> Option<[i32; 2]> {
        let moves = self.moves(reach.inside);
        if moves.iter().all(|moves| moves.contains(&0)) && self.is_free(self.at) {
            return Some(self.at);
        }
        let (mover, [x, y]) = (self.placed_at(self.at), self.at);
        let mut pixels = FIRST_REACH.min(reach.limit);
        loop {
            let obstacles = self.obstacles_in_reach(pixels, reach.inside).into_iter();
            if let Some(by) = nearest_free_of(mover.mask, obstacles, pixels, moves.clone()) {
                return Some([x + by[0], y + by[1]]);
            }
            if pixels == reach.limit {
                return None;
            }
            pixels = pixels.saturating_mul(4).min(reach.limit);
        }
    }

    /// The moves of the sprite along x and y that stay in the world and in a rectangle. A move from one end of the
    /// world to the other, 2^31 pixels, is a pixel too long for an `i32`.
    fn moves(&self, inside: Option<Rect>) -> [Range<i64>; 2] {
        let most = i64::from(MAX_POSITION);
        let longest = i64::from(i32::MAX);
        let world = self.at.map(i64::from).map(|c| (-most - c).max(-longest)..(most - c).min(longest) + 1);
        let Some((rect, tight)) = inside.zip(self.placed_at(self.at).bounds()) else { return world };
        let [x, y] = world;
        let within = |moves: Range<i64>, [start, end]: [i64; 2]| moves.start.max(start)..moves.end.min(end + 1);
        [
            within(x, [i64::from(rect.left) - i64::from(tight.left), rect.right() - tight.right()]),
            within(y, [i64::from(rect.top) - i64::from(tight.top), rect.bottom() - tight.bottom()]),
        ]
    }

    /// The first free position in a reach on a line from the sprite, which is extended as far as necessary.
    fn first_free(&self, line: &Line, reach: Reach) -> Option<[i32; 2]> {
        let moves = self.moves(reach.inside);
        let steps = if line.steps() == 0 { 1 } else { i64::from(i32::MAX) + 1 };
        let most = u64::from(reach.limit).pow(2);
        // Neither axis reverses, so a line that has left the moves does not return.
        let is_past = |by: [i64; 2]| {
            (0..2).any(|axis| match line.end()[axis].signum() {
                1 => by[axis] >= moves[axis].end,
                -1 => by[axis] < moves[axis].start,
                _ => !moves[axis].contains(&0),
            })
        };
        let bys = (0..steps).map(|step| line.near(step).map(i64::from));
        let mut bys = bys.take_while(|by| {
            let [x, y] = by.map(|c| c.unsigned_abs().pow(2));
            x + y <= most && !is_past(*by)
        });
        bys.find_map(|by| {
            let to = [0, 1].map(|axis| (i64::from(self.at[axis]) + by[axis]) as i32);
            ((0..2).all(|axis| moves[axis].contains(&by[axis])) && self.is_free(to)).then_some(to)
        })
    }

    /// The masks of the obstacles that the sprite may overlap after a move of up to `pixels` into a rectangle, and its
    /// offset in the frame of each.
    fn obstacles_in_reach(&self, pixels: u32, rect: Option<Rect>) -> Vec<(&'w Mask, [i32; 2])> {
        let (mover, mut near) = (self.placed_at(self.at), Vec::new());
        let Some(tight) = mover.bounds() else { return near };
        let Aabb([left, top, right, bottom]) = Aabb::of(&tight);
        let [left, top] = [left, top].map(|c| c.saturating_sub_unsigned(pixels));
        let [right, bottom] = [right, bottom].map(|c| c.saturating_add_unsigned(pixels));
        let mut window = Aabb([left, top, right, bottom]);
        if let Some(rect) = rect {
            window = window.intersection(Aabb::of(&rect));
        }
        let _ = self.try_for_each_obstacle(window, |slot| {
            let obstacle = self.obstacle(slot);
            let offset = obstacle.placed.offset(&mover).filter(|_| obstacle.one_way.is_none());
            if let Some(offset) = offset {
                memory::or_panic(memory::try_push(&mut near, (obstacle.placed.mask, offset)));
            }
            ControlFlow::<()>::Continue(())
        });
        near
    }
}
