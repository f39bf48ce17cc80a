//! How far the search for a free place goes, and where.

use super::moving_sprite::MovingSprite;
use crate::geometry::Aabb;
use crate::memory;
use crate::sprites::MAX_POSITION;
use mask::shared::nearest_free_of;
use mask::{Line, Mask, Rect};
use std::ops::{ControlFlow, Range};

/// The length of the moves that the first search tries. Most sprites are near a free place.
const FIRST_REACH: u32 = 16;
/// Each further search tries moves that are longer by this factor.
const GROWTH: u32 = 4;

/// How far a sprite may go to a free place, for [`World::push_out`](crate::World::push_out) and
/// [`View::nearest_free`](crate::View::nearest_free): a number of pixels, and optionally a direction and a rectangle.
///
/// A `u32` converts into a reach of this many pixels in any direction.
///
/// ```
/// # use mask::{Mask, Rect};
/// # use world::{Reach, Sprite, World};
/// # let mut world = World::new();
/// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(20, 40)?)?);
/// let ball = world.spawn(Sprite::new(ball, [2, 95]))?;
/// world.spawn(Sprite::new(floor, [0, 90]).fixed(true))?;
/// let view = world.refresh()?;
/// assert_eq!(view.nearest_free(ball, 16)?, Some([-8, 95])); // to the left
/// assert_eq!(view.nearest_free(ball, Reach::along([0, -1], 16))?, Some([2, 82])); // up only
/// let map = Rect::new(0, 0, 320, 200);
/// assert_eq!(view.nearest_free(ball, Reach::up_to(16).inside(map))?, Some([2, 82])); // left is off the map
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The maximum length of the move, in pixels.
    limit: u32,
    direction: Option<[i32; 2]>,
    rect: Option<Rect>,
}

impl Reach {
    /// Up to `limit` pixels in any direction. The distance is Euclidean.
    #[must_use]
    pub const fn up_to(limit: u32) -> Reach {
        Reach { limit, direction: None, rect: None }
    }

    /// Up to `limit` pixels along a direction, to the first free place. The places are the pixels of the [`Line`] from
    /// `[0, 0]` to `direction`, which is extended as far as necessary. The distance is Euclidean. With the direction
    /// `[0, 0]`, the only place is the present one.
    #[must_use]
    pub fn along(direction: impl Into<[i32; 2]>, limit: u32) -> Reach {
        Reach { limit, direction: Some(direction.into()), rect: None }
    }

    /// Accepts only places at which the tight box of the sprite lies in a rectangle, in world pixels, for example in
    /// the map. A sprite that is free but sticks out is moved inside too. There is no place if the box is larger than
    /// the rectangle. A sprite without solid pixels has no box, and every place is inside.
    #[must_use]
    pub fn inside(self, rect: Rect) -> Reach {
        Reach { rect: Some(rect), ..self }
    }

    /// The moves of a sprite along x and y that stay in the world and in the rectangle.
    fn moves(&self, mover: &MovingSprite) -> [Range<i64>; 2] {
        let most = i64::from(MAX_POSITION);
        let world = mover.at.map(i64::from).map(|c| -most - c..most - c + 1);
        let Some((rect, tight)) = self.rect.zip(mover.placed_at(mover.at).bounds()) else { return world };
        let [x, y] = world;
        let within = |moves: Range<i64>, [start, end]: [i64; 2]| moves.start.max(start)..moves.end.min(end + 1);
        [
            within(x, [i64::from(rect.left) - i64::from(tight.left), rect.right() - tight.right()]),
            within(y, [i64::from(rect.top) - i64::from(tight.top), rect.bottom() - tight.bottom()]),
        ]
    }
}

impl<'w> MovingSprite<'w> {
    /// The free position nearest to that of the sprite in a reach.
    pub(super) fn nearest_free(&self, reach: &Reach) -> Option<[i32; 2]> {
        let moves = reach.moves(self);
        match reach.direction {
            Some(direction) => self.first_free(&Line::new([0, 0], direction), reach.limit, &moves),
            None if moves.iter().all(|moves| moves.contains(&0)) && self.is_free(self.at) => Some(self.at),
            None => self.search_free(reach, &moves),
        }
    }

    /// The first free position on a line from the sprite, which is extended as far as necessary, after a move of up to
    /// `limit` pixels that is one of `moves`.
    fn first_free(&self, line: &Line, limit: u32, moves: &[Range<i64>; 2]) -> Option<[i32; 2]> {
        let steps = if line.steps() == 0 { 1 } else { i64::MAX };
        let most = u64::from(limit).pow(2);
        // Neither axis reverses, so a line that has left the moves does not return.
        let is_past = |by: [i64; 2]| {
            (0..2).any(|axis| match line.to()[axis].signum() {
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

    /// The free position after the shortest move of up to the limit that is one of `moves`.
    fn search_free(&self, reach: &Reach, moves: &[Range<i64>; 2]) -> Option<[i32; 2]> {
        let (mover, [x, y]) = (self.placed_at(self.at), self.at);
        let mut pixels = FIRST_REACH.min(reach.limit);
        loop {
            let obstacles = self.obstacles_in_reach(pixels, reach.rect).into_iter();
            if let Some(by) = nearest_free_of(mover.mask, obstacles, pixels, moves.clone()) {
                return Some([x + by[0], y + by[1]]);
            }
            if pixels == reach.limit {
                return None;
            }
            pixels = pixels.saturating_mul(GROWTH).min(reach.limit);
        }
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
        let _ = self.try_for_each_obstacle(window, |row| {
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
