//! What blocks a step of a moving sprite.
//!
//! ```text
//!                    before the step    after the step                          blocked
//!   an obstacle      apart              sharing pixels                          yes
//!                    sharing pixels     deeper, or as deep and sharing more     yes
//!                    sharing pixels     anything else                           no
//!   a one-way one    apart              sharing pixels, entered by its side     yes
//!                    anything           anything else                           no
//! ```
//!
//! So a sprite never gets deeper into another: a sprite that starts inside others can leave them, stand and slide.

use super::moving_sprite::MovingSprite;
use crate::Placed;
use crate::geometry::Aabb;
use crate::row::Row;
use crate::sprites::Side;
use mask::{Line, SweepHit};

/// A sprite that may be in the way of a moving sprite.
#[derive(Clone, Copy)]
pub(super) struct Obstacle<'w> {
    pub(super) row: Row,
    pub(super) placed: Placed<'w>,
    /// The only side from which it blocks, if there is one.
    pub(super) one_way: Option<Side>,
}

/// How deep a moving sprite is in an obstacle: the square of the length of its way out. (Of equal depths, the one with more
/// shared pixels is deeper. The pixels are counted only then.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Depth(i64);

impl Depth {
    /// The depth of a sprite that shares no pixel with the obstacle.
    pub(super) const APART: Depth = Depth(0);
}

/// A step at which an obstacle blocks a moving sprite.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) step: u32,
    /// The normal of the contact, if it is known.
    pub(super) normal: Option<[f64; 2]>,
}

impl<'w> MovingSprite<'w> {
    /// The obstacle in a row, which must be an obstacle.
    pub(super) fn obstacle(&self, row: Row) -> Obstacle<'w> {
        Obstacle { row, placed: self.view.placed(row), one_way: self.view.world.broad.traits(row).one_way }
    }

    /// Whether the sprite at a position shares a solid pixel with an obstacle.
    pub(super) fn overlaps(&self, at: [i32; 2], obstacle: &Obstacle) -> bool {
        obstacle.placed.overlaps(&self.placed_at(at))
    }

    /// How deep the sprite at a position is in an obstacle. A one-way obstacle has no depth.
    pub(super) fn depth(&self, at: [i32; 2], obstacle: &Obstacle) -> Depth {
        match obstacle.one_way {
            Some(_) => Depth::APART,
            None => self.depth_up_to(at, obstacle, i64::MAX).unwrap_or(Depth::APART),
        }
    }

    /// How deep the sprite at a position is in an obstacle. Returns `None` if the square of its way out is more than `most`.
    fn depth_up_to(&self, at: [i32; 2], obstacle: &Obstacle, most: i64) -> Option<Depth> {
        let mover = self.placed_at(at);
        let Some(offset) = obstacle.placed.offset(&mover) else { return Some(Depth::APART) };
        let (mine, other) = (mover.mask, obstacle.placed.mask);
        if !other.overlaps(mine, offset) {
            return Some(Depth::APART);
        }
        let known = self.known_way_out(&mover, obstacle);
        let [x, y] = known.or_else(|| mine.penetration_up_to(other, offset, most))?.map(i64::from);
        Some(Depth(x * x + y * y)).filter(|depth| depth.0 <= most)
    }

    /// The way out of an obstacle, if a table has it. The sprite is in the obstacle.
    fn known_way_out(&self, mover: &Placed, obstacle: &Obstacle) -> Option<[i32; 2]> {
        let (broad, tables, shown) = (&self.view.world.broad, &self.view.world.tables, self.shown?);
        let ((_, mine), (_, other)) = (broad.boxed(shown), broad.boxed(obstacle.row));
        // The obstacle may be elsewhere than its row says.
        let boxes = [Aabb::of(&obstacle.placed.bounds()?), Aabb::of(&mover.bounds()?)];
        let known = tables.reader().way_out([other, mine], boxes);
        if known.is_none() {
            tables.note_search([other, mine], |side| broad.appearance([obstacle.row, shown][side]));
        }
        known
    }

    /// The number of pixels that the sprite at a position shares with an obstacle.
    fn area(&self, at: [i32; 2], obstacle: &Obstacle) -> u64 {
        let mover = self.placed_at(at);
        obstacle.placed.offset(&mover).map_or(0, |at| obstacle.placed.mask.overlap_area(mover.mask, at))
    }

    /// How deep the sprite is in an obstacle after a step from one position to the next. Returns `None` if the obstacle
    /// blocks the step. `depth` is its depth before the step.
    pub(super) fn enter(&self, from: [i32; 2], to: [i32; 2], obstacle: &Obstacle, depth: Depth) -> Option<Depth> {
        if let Some(side) = obstacle.one_way {
            // The x part of a step comes first.
            let (before, after) = [(from, [to[0], from[1]]), ([to[0], from[1]], to)][side.axis()];
            let along = after[side.axis()] - before[side.axis()];
            let blocks = along == side.inwards() && self.overlaps(after, obstacle) && !self.overlaps(before, obstacle);
            return (!blocks).then_some(Depth::APART);
        }
        if depth == Depth::APART {
            return (!self.overlaps(to, obstacle)).then_some(depth);
        }
        let after = self.depth_up_to(to, obstacle, depth.0)?;
        let shares_more = || self.area(to, obstacle) > self.area(from, obstacle);
        (after < depth || !shares_more()).then_some(after)
    }

    /// The first step of a line, up to `last`, that an obstacle blocks. `depth` is the depth at the start of the line.
    pub(super) fn first_block(&self, line: &Line, obstacle: &Obstacle, depth: Depth, last: u32) -> Option<Block> {
        if obstacle.one_way.is_some() {
            return self.first_entry(line, obstacle, last);
        }
        let (mut depth, mut first) = (depth, 0);
        // Few sprites begin inside others, and they soon come apart.
        let mut steps = (1..=last.min(line.steps())).zip(line.points().zip(line.points().skip(1)));
        while depth != Depth::APART {
            let (step, (from, to)) = steps.next()?;
            match self.enter(from, to, obstacle, depth) {
                Some(after) => (depth, first) = (after, step),
                None => return Some(Block { step, normal: None }),
            }
        }
        let Placed { mask, at } = obstacle.placed;
        let at = [self.placed.at[0] - at[0], self.placed.at[1] - at[1]];
        let hit = mask.sweep_line(self.placed.mask, line, at, first..=last).hit;
        hit.map(|SweepHit { step, normal, .. }| Block { step, normal: Some(normal) })
    }

    /// The first step of a line, up to `last`, that enters a one-way obstacle by its side.
    fn first_entry(&self, line: &Line, obstacle: &Obstacle, last: u32) -> Option<Block> {
        let side = obstacle.one_way?;
        let toward = i64::from(line.to()[side.axis()]) - i64::from(line.from()[side.axis()]);
        if toward.signum() != i64::from(side.inwards()) {
            return None;
        }
        // The x part of a step may end beside the line, by one pixel.
        let (mine, other) = (self.placed.bounds()?, obstacle.placed.bounds()?);
        let x = i64::from(other.left) - mine.right()..other.right() - i64::from(mine.left) + 1;
        let y = i64::from(other.top) - mine.bottom()..other.bottom() - i64::from(mine.top) + 1;
        let steps = line.steps_in(&[x, y]);
        let mut steps = steps.start.max(1) as u32..=(steps.end - 1).min(last.into()).max(0) as u32;
        let blocks = |step: &u32| self.enter(line.at(step - 1), line.at(*step), obstacle, Depth::APART).is_none();
        steps.find(blocks).map(|step| Block { step, normal: None })
    }
}
