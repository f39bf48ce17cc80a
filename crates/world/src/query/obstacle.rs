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

/// How deep a moving sprite is in an obstacle: the longer its way out, the deeper. (Of equally long ways out, the one of the
/// sprite that shares more pixels is deeper. The pixels are counted only then.)
#[derive(Debug, Clone, Copy)]
pub(super) struct Depth {
    /// The shortest move that frees the sprite, or [0, 0] if the two share no pixel.
    out: [i32; 2],
}

impl Depth {
    /// The depth of a sprite that shares no pixel with the obstacle.
    pub(super) const APART: Depth = Depth { out: [0, 0] };

    pub(super) fn is_apart(self) -> bool {
        self.out == [0, 0]
    }

    /// The square of the length of the way out.
    fn squared(self) -> i64 {
        let out = self.out.map(i64::from);
        dot(out, out)
    }

    /// Whether a step surely makes the sprite less deep, although it has moved by `moved` since its depth was measured. Without
    /// this, a sprite that leaves an obstacle would search its way out after each step (row `bullets-sweep` of the report).
    ///
    /// The disc around the place of the measurement, as wide as the way out, has no free place inside. So free places
    /// behind the sprite are farther than the known one in front of it:
    ///
    /// ```text
    ///   r        the way from the sprite to the nearest free place now: |r| <= |out - moved|
    ///   suppose  r * step <= step * step - 1, so that the step may not shorten the way
    ///   disc     |moved + r| >= |out|, that is |r|^2 >= |out|^2 - |moved|^2 - 2 moved * r
    ///   split    moved = along + across the step; moved * r <= along * (step * step - 1) / |step| + |across| |r|
    /// ```
    ///
    /// If the right side is more than |out - moved|^2 for every such `r`, there is none, and the step shortens the way.
    fn surely_shrinks(self, moved: [i64; 2], step: [i64; 2]) -> bool {
        let out = self.out.map(i64::from);
        let left = [out[0] - moved[0], out[1] - moved[1]];
        let (along, unit) = (dot(moved, step), dot(step, step));
        if moved == [0, 0] {
            return 2 * dot(out, step) > unit;
        }
        let [squared, gone, left] = [dot(out, out), dot(moved, moved), dot(left, left)].map(i128::from);
        let [along, unit] = [along, unit].map(i128::from);
        let surplus = unit * (squared - gone - left) - 2 * along * (unit - 1);
        along >= 0 && surplus > 0 && surplus * surplus > 4 * unit * (unit * gone - along * along) * left
    }
}

fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// A step at which an obstacle blocks a moving sprite.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) step: u32,
    /// The normal of the contact, if it is known.
    pub(super) normal: Option<[f64; 2]>,
}

/// The result of a walk along a line out of an obstacle.
enum Leave {
    /// The two are apart from this step on.
    Apart(u32),
    /// They still share pixels at the end.
    Inside,
    /// The obstacle blocks this step.
    Blocked(u32),
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
            None if !self.overlaps(at, obstacle) => Depth::APART,
            None => self.depth_inside(at, obstacle, i64::MAX).unwrap_or(Depth::APART),
        }
    }

    /// How deep the sprite at a position is in an obstacle, with which it shares a pixel there. Returns `None` if the square of its
    /// way out is more than `most`.
    pub(super) fn depth_inside(&self, at: [i32; 2], obstacle: &Obstacle, most: i64) -> Option<Depth> {
        let mover = self.placed_at(at);
        let offset = obstacle.placed.offset(&mover)?;
        let known = self.known_way_out(&mover, obstacle);
        let out = known.or_else(|| mover.mask.penetration_up_to(obstacle.placed.mask, offset, most))?;
        Some(Depth { out }).filter(|depth| depth.squared() <= most)
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
        if !self.overlaps(to, obstacle) {
            return Some(Depth::APART);
        }
        if depth.is_apart() {
            return None;
        }
        let after = self.depth_inside(to, obstacle, depth.squared())?;
        let shares_more = || self.area(to, obstacle) > self.area(from, obstacle);
        (after.squared() < depth.squared() || !shares_more()).then_some(after)
    }

    /// The first step of a line, up to `last`, that an obstacle blocks. `depth` is the depth at the start of the line.
    pub(super) fn first_block(&self, line: &Line, obstacle: &Obstacle, depth: Depth, last: u32) -> Option<Block> {
        if obstacle.one_way.is_some() {
            return self.first_entry(line, obstacle, last);
        }
        let first = match self.leave(line, obstacle, depth, last.min(line.steps())) {
            Leave::Apart(step) => step,
            Leave::Inside => return None,
            Leave::Blocked(step) => return Some(Block { step, normal: None }),
        };
        let Placed { mask, at } = obstacle.placed;
        let at = [self.placed.at[0] - at[0], self.placed.at[1] - at[1]];
        let hit = mask.sweep_line(self.placed.mask, line, at, first..=last).hit;
        hit.map(|SweepHit { step, normal, .. }| Block { step, normal: Some(normal) })
    }

    /// Follows a line, up to step `last`, until the sprite is apart from an obstacle. `depth` is the depth at the start.
    fn leave(&self, line: &Line, obstacle: &Obstacle, mut depth: Depth, last: u32) -> Leave {
        if depth.is_apart() {
            return Leave::Apart(0);
        }
        let less = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis]));
        // `depth` is the depth at `measured`.
        let (mut from, mut measured) = (line.from(), line.from());
        for (to, step) in line.points().skip(1).zip(1..=last) {
            let mut shrinks = depth.surely_shrinks(less(from, measured), less(to, from));
            if !shrinks && from != measured {
                (depth, measured) = (self.depth(from, obstacle), from);
                if depth.is_apart() {
                    return Leave::Apart(step - 1);
                }
                shrinks = depth.surely_shrinks([0, 0], less(to, from));
            }
            if !shrinks {
                match self.enter(from, to, obstacle, depth) {
                    Some(after) => (depth, measured) = (after, to),
                    None => return Leave::Blocked(step),
                }
                if depth.is_apart() {
                    return Leave::Apart(step);
                }
            }
            from = to;
        }
        Leave::Inside
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

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: i32 = 24;

    /// The square of the distance to the nearest free place, and the move to it.
    fn nearest(free: &[[i32; 2]], at: [i32; 2]) -> (i64, [i32; 2]) {
        let out = |place: &[i32; 2]| [place[0] - at[0], place[1] - at[1]];
        free.iter().map(|place| (Depth { out: out(place) }.squared(), out(place))).min().unwrap()
    }

    #[test]
    fn a_step_that_surely_shrinks_the_way_out_does_so() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut sure, mut diagonal) = (0, 0);
        for _ in 0..if cfg!(debug_assertions) { 20_000 } else { 1_000_000 } {
            let free: Vec<_> = (0..rng.i32(1..40)).map(|_| [0; 2].map(|_: i32| rng.i32(0..SIDE))).collect();
            let [measured, end] = [0; 2].map(|_: i32| [0; 2].map(|_: i32| rng.i32(0..SIDE)));
            let (_, out) = nearest(&free, measured);
            let line = Line::new(measured, end);
            for (from, to) in line.points().zip(line.points().skip(1)) {
                let less = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| i64::from(a[axis] - b[axis]));
                if out != [0, 0] && (Depth { out }).surely_shrinks(less(from, measured), less(to, from)) {
                    let [before, after] = [from, to].map(|at| nearest(&free, at).0);
                    assert!(before > 0 && after < before, "{free:?}: from {measured:?} at {from:?} to {to:?}");
                    sure += 1;
                    diagonal += u32::from(to[0] != from[0] && to[1] != from[1]);
                }
            }
        }
        println!("{sure} sure steps, {diagonal} of them diagonal");
        assert!(diagonal > 1000 && sure > 2 * diagonal);
    }
}
