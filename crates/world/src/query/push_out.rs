//! The search for a free place, and where it may lead.

use super::moving_sprite::MovingSprite;
use crate::geometry::Aabb;
use crate::memory;
use crate::sprites::MAX_POSITION;
use mask::shared::nearest_free_of;
use mask::{Line, Mask, Reach, Rect};
use std::ops::{ControlFlow, Range};

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

    /// The moves of the sprite along x and y that stay in the world and in a rectangle. A move from one end of the world
    /// to the other, 2^31 pixels, is a pixel too long for an `i32`.
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
