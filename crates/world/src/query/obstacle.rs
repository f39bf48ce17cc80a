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
//!
//! The obstacles near a moving sprite and on its way.

use super::moving_sprite::MovingSprite;
use crate::PlacedMask;
use crate::geometry::Aabb;
use crate::offset_tables::ExactTable;
use crate::sprites::{MAX_POSITION, Side};
use mask::Line;
use std::ops::{ControlFlow, Range, RangeInclusive};

/// A sprite that may be in the way of a moving sprite.
#[derive(Clone, Copy)]
pub(crate) struct Obstacle<'w> {
    pub(crate) slot: usize,
    pub(crate) placed: PlacedMask<'w>,
    /// The only side from which it blocks, if there is one.
    pub(crate) one_way: Option<Side>,
}

/// How deep a moving sprite is in an obstacle: the longer its way out, the deeper. (Of equally long ways out, the one
/// of the sprite that shares more pixels is deeper. The pixels are counted only then.)
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depth {
    /// The shortest move that frees the sprite, or [0, 0] if the two share no pixel.
    out: [i32; 2],
}

impl Depth {
    /// The depth of a sprite that shares no pixel with the obstacle.
    pub(crate) const APART: Depth = Depth { out: [0, 0] };

    /// The depth of a sprite that has this way out.
    fn of(out: Option<[i32; 2]>) -> Depth {
        out.map_or(Depth::APART, |out| Depth { out })
    }

    pub(crate) fn is_apart(self) -> bool {
        self.out == [0, 0]
    }

    /// The square of the length of the way out.
    fn squared(self) -> i64 {
        let out = self.out.map(i64::from);
        dot(out, out)
    }

    /// Whether a step surely makes the sprite less deep, although it has moved by `moved` since its depth was measured.
    /// Without this, a sprite that leaves an obstacle would search its way out after each step (row `bullets-sweep` of
    /// the report).
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

/// The difference of two positions that are near each other.
#[inline(always)]
fn less(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])]
}

fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The positions at which a moving sprite collides with an obstacle, looked up in a table instead of tested (rows
/// `bullets-sweep` of the report).
#[derive(Clone, Copy)]
struct KnownPair<'w> {
    table: ExactTable<'w>,
    /// The position of the sprite at which both boxes have one top-left pixel.
    origin: [i32; 2],
    /// The sizes of the boxes of the obstacle and of the sprite.
    sides: [[u32; 2]; 2],
}

impl KnownPair<'_> {
    #[inline(always)]
    fn collide(&self, at: [i32; 2]) -> bool {
        self.table.collide(less(at, self.origin))
    }

    /// The columns and the rows of the positions at which the tight boxes overlap.
    fn near(&self) -> [Range<i64>; 2] {
        let [theirs, mine] = self.sides;
        [0, 1].map(|axis| {
            let origin = i64::from(self.origin[axis]);
            origin - i64::from(mine[axis]) + 1..origin + i64::from(theirs[axis])
        })
    }
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
    /// The obstacle in a slot, which must be an obstacle.
    pub(crate) fn obstacle(&self, slot: usize) -> Obstacle<'w> {
        Obstacle { slot, placed: self.view.placed(slot), one_way: self.view.world.columns.modes().get(slot).one_way }
    }

    /// The sprite and an obstacle.
    pub(crate) fn meets<'m>(&'m self, obstacle: &'m Obstacle<'w>) -> Meeting<'m, 'w> {
        Meeting { sprite: self, obstacle, known: self.known(obstacle) }
    }

    /// The positions at which the sprite collides with an obstacle, if a table has them.
    fn known(&self, obstacle: &Obstacle) -> Option<KnownPair<'w>> {
        let (columns, shown) = (&self.view.world.columns, self.shown?);
        let numbers = [obstacle.slot, shown].map(|slot| columns.variant(slot));
        let [theirs, mine] = numbers.map(|number| self.view.world.masks.variant(number));
        if theirs.outer.is_empty() || mine.outer.is_empty() {
            return None;
        }
        let sides = [theirs.outer.sides(), mine.outer.sides()];
        let table = self.view.world.tables.reader().exact(numbers, sides)?;
        // The obstacle may be elsewhere than its slot says.
        let corner = |placed: &PlacedMask, [left, top]: [i32; 2]| {
            [placed.at[0].wrapping_add(left), placed.at[1].wrapping_add(top)]
        };
        let [(_, in_theirs), (_, in_mine)] = [theirs.mask()?, mine.mask()?];
        Some(KnownPair {
            table,
            origin: less(corner(&obstacle.placed, in_theirs), corner(&self.placed, in_mine)),
            sides,
        })
    }
}

/// A moving sprite and an obstacle.
#[derive(Clone, Copy)]
pub(crate) struct Meeting<'m, 'w> {
    sprite: &'m MovingSprite<'w>,
    obstacle: &'m Obstacle<'w>,
    known: Option<KnownPair<'w>>,
}

impl Meeting<'_, '_> {
    /// Whether the sprite at a position shares a solid pixel with the obstacle.
    pub(crate) fn overlaps(&self, at: [i32; 2]) -> bool {
        match &self.known {
            Some(known) => known.collide(at),
            None => self.obstacle.placed.overlaps(&self.sprite.placed_at(at)),
        }
    }

    /// Whether the sprite at a position is inside the obstacle. A one-way obstacle has no inside.
    pub(crate) fn is_inside(&self, at: [i32; 2]) -> bool {
        self.obstacle.one_way.is_none() && self.overlaps(at)
    }

    /// How deep the sprite at a position is in the obstacle.
    pub(crate) fn depth(&self, at: [i32; 2]) -> Depth {
        Depth::of(if self.is_inside(at) { self.way_out(at) } else { None })
    }

    /// The shortest move out of the obstacle, with which the sprite shares a pixel at a position.
    pub(super) fn way_out(&self, at: [i32; 2]) -> Option<[i32; 2]> {
        self.way_out_up_to(at, i64::MAX)
    }

    /// The shortest move out of the obstacle, with which the sprite shares a pixel at a position. May return `None` if
    /// the square of its length is more than `most`.
    fn way_out_up_to(&self, at: [i32; 2], most: i64) -> Option<[i32; 2]> {
        if let Some(known) = &self.known {
            return Some(known.table.way_out(less(at, known.origin)));
        }
        let Meeting { sprite, obstacle, .. } = self;
        self.count_test();
        let mover = sprite.placed_at(at);
        mover.mask.penetration_up_to(obstacle.placed.mask, obstacle.placed.offset(&mover)?, most)
    }

    /// Counts a search without a table, for the choice of tables.
    fn count_test(&self) {
        if let Some(shown) = self.sprite.shown {
            let world = self.sprite.view.world;
            world.tables.count_test([self.obstacle.slot, shown].map(|slot| world.columns.variant(slot)));
        }
    }

    /// Returns the way out at `to`, after a step by a pixel from `from`. Returns `None` if it is longer than `depth`,
    /// the depth at `from`.
    ///
    /// No place inside the disc around `from` is free. So only the crescent is searched: the places in the disc around
    /// `to` that are not inside the other disc.
    fn way_out_after(&self, from: [i32; 2], to: [i32; 2], depth: Depth) -> Option<[i32; 2]> {
        // The crescent grows with the depth. Deeper sprites search the whole disc.
        const FAR: i64 = 24 * 24;
        let most = depth.squared();
        if most > FAR {
            return self.way_out_up_to(to, most);
        }
        self.count_test();
        let ([step_x, step_y], radius) = (less(to, from), most.isqrt() as i32);
        let mut best: Option<(i32, i32, i32)> = None;
        for y in -radius..=radius {
            let width = (most as i32 - y * y).isqrt();
            let is_beyond = |x: &i32| (x + step_x).pow(2) + (y + step_y).pow(2) >= most as i32;
            let right = ((-step_x).max(-width)..=width).rev().take_while(is_beyond);
            let left = (-width..(-step_x).min(width + 1)).take_while(is_beyond);
            for x in right.chain(left) {
                let rank = (x * x + y * y, y, x);
                let is_better = best.is_none_or(|best| rank < best);
                if is_better && !self.overlaps([to[0].saturating_add(x), to[1].saturating_add(y)]) {
                    best = Some(rank);
                }
            }
        }
        best.map(|(_, y, x)| [x, y])
    }

    /// The number of pixels that the sprite at a position shares with the obstacle.
    fn area(&self, at: [i32; 2]) -> u64 {
        let (mover, other) = (self.sprite.placed_at(at), self.obstacle.placed);
        other.offset(&mover).map_or(0, |at| other.mask.overlap_area(mover.mask, at))
    }

    /// How deep the sprite is in the obstacle after a step from one position to the next. Returns `None` if the
    /// obstacle blocks the step. `depth` is its depth before the step.
    pub(crate) fn enter(&self, from: [i32; 2], to: [i32; 2], depth: Depth) -> Option<Depth> {
        if let Some(side) = self.obstacle.one_way {
            // The x part of a step comes first.
            let (before, after) = [(from, [to[0], from[1]]), ([to[0], from[1]], to)][side.axis()];
            let along = after[side.axis()] - before[side.axis()];
            let blocks = along == side.inwards() && self.overlaps(after) && !self.overlaps(before);
            return (!blocks).then_some(Depth::APART);
        }
        if !self.overlaps(to) {
            return Some(Depth::APART);
        }
        if depth.is_apart() {
            return None;
        }
        let out = match &self.known {
            Some(known) => known.table.way_out_within(less(to, known.origin), depth.squared(), less(to, from)),
            None => self.way_out_after(from, to, depth),
        };
        let after = Depth { out: out? };
        let shares_more = || self.area(to) > self.area(from);
        (after.squared() < depth.squared() || !shares_more()).then_some(after)
    }

    /// The first step of a line, up to `last`, that the obstacle blocks: 0 if the line begins inside the obstacle, as
    /// `starts_inside` tells, and the view hits from inside.
    pub(super) fn first_block_of_view(&self, line: &Line, starts_inside: bool, last: u32) -> Option<u32> {
        match starts_inside {
            true if self.sprite.view.hits_from_inside() => Some(0),
            // Without a step, nothing blocks. (A depth takes longer to find than all else: rows `bullets-sweep`.)
            _ if last == 0 => None,
            true => self.first_block(line, Depth::of(self.way_out(line.start())), last),
            false => self.first_block(line, Depth::APART, last),
        }
    }

    /// The first step of a line, up to `last`, that the obstacle blocks. `depth` is the depth at the start of the line.
    pub(crate) fn first_block(&self, line: &Line, depth: Depth, last: u32) -> Option<u32> {
        if self.obstacle.one_way.is_some() {
            return self.first_entry(line, last);
        }
        match self.leave(line, depth, last.min(line.steps())) {
            Leave::Apart(step) => self.first_touch(line, step..=last),
            Leave::Inside => None,
            Leave::Blocked(step) => Some(step),
        }
    }

    /// The first of the given steps of a line after which the sprite shares a pixel with the obstacle.
    fn first_touch(&self, line: &Line, steps: RangeInclusive<u32>) -> Option<u32> {
        let Some(known) = &self.known else {
            let (moving, PlacedMask { mask, at }) = (self.sprite.placed, self.obstacle.placed);
            return mask.first_step(moving.mask, line, [moving.at[0] - at[0], moving.at[1] - at[1]], steps);
        };
        let (inside, end) = (line.steps_in(&known.near()), (*steps.end()).min(line.steps()));
        let near = i64::from(*steps.start()).max(inside.start)..(i64::from(end) + 1).min(inside.end);
        let touches = |(_, at): &(i64, [i32; 2])| known.collide(*at);
        near.clone().zip(line.points_in(near)).find(touches).map(|(step, _)| step as u32)
    }

    /// Follows a line, up to step `last`, until the sprite is apart from the obstacle. `depth` is the depth at the
    /// start.
    fn leave(&self, line: &Line, mut depth: Depth, last: u32) -> Leave {
        if depth.is_apart() {
            return Leave::Apart(0);
        }
        let less = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis]));
        // `depth` is the depth at `measured`.
        let (mut from, mut measured) = (line.start(), line.start());
        for (to, step) in line.points().skip(1).zip(1..=last) {
            let mut shrinks = depth.surely_shrinks(less(from, measured), less(to, from));
            if !shrinks && from != measured {
                (depth, measured) = (self.depth(from), from);
                if depth.is_apart() {
                    return Leave::Apart(step - 1);
                }
                shrinks = depth.surely_shrinks([0, 0], less(to, from));
            }
            if !shrinks {
                match self.enter(from, to, depth) {
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

    /// The first step of a line, up to `last`, that enters the one-way obstacle by its side.
    fn first_entry(&self, line: &Line, last: u32) -> Option<u32> {
        let side = self.obstacle.one_way?;
        let toward = i64::from(line.end()[side.axis()]) - i64::from(line.start()[side.axis()]);
        if toward.signum() != i64::from(side.inwards()) {
            return None;
        }
        // The x part of a step may end beside the line, by one pixel.
        let (mine, other) = (self.sprite.placed.bounds()?, self.obstacle.placed.bounds()?);
        let x = i64::from(other.left) - mine.right()..other.right() - i64::from(mine.left) + 1;
        let y = i64::from(other.top) - mine.bottom()..other.bottom() - i64::from(mine.top) + 1;
        let steps = line.steps_in(&[x, y]);
        let mut steps = steps.start.max(1) as u32..=(steps.end - 1).min(last.into()).max(0) as u32;
        steps.find(|step| self.enter(line.at(step - 1), line.at(*step), Depth::APART).is_none())
    }
}

impl<'w> MovingSprite<'w> {
    /// Calls `visit` with each obstacle whose tight box shares a pixel with the tight box of the sprite at a position.
    pub(crate) fn try_for_each_near<B>(
        &self,
        at: [i32; 2],
        mut visit: impl FnMut(Obstacle<'w>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.placed_at(at).bounds() {
            Some(tight) => self.try_for_each_obstacle(Aabb::of(&tight), |slot| visit(self.obstacle(slot))),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether the sprite at a position shares a solid pixel with no obstacle. One-way obstacles do not count.
    pub(crate) fn is_free(&self, at: [i32; 2]) -> bool {
        let is_in_way = |obstacle: Obstacle| self.meets(&obstacle).is_inside(at);
        let test = |obstacle| if is_in_way(obstacle) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_near(at, test).is_continue()
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with the box around the way of the sprite on a
    /// line.
    pub(crate) fn try_for_each_along<B>(
        &self,
        line: &Line,
        mut visit: impl FnMut(Obstacle<'w>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let [from, to] = [line.start(), line.end()].map(|at| self.placed_at(at).bounds());
        let (Some(from), Some(to)) = (from, to) else { return ControlFlow::Continue(()) };
        self.try_for_each_obstacle(Aabb::of(&from).union(Aabb::of(&to)), |slot| visit(self.obstacle(slot)))
    }

    /// Whether an obstacle blocks a step of the sprite from its current position.
    pub(crate) fn is_blocked(&self, by: [i32; 2]) -> bool {
        let to = [self.at[0] + by[0], self.at[1] + by[1]];
        if to.iter().any(|c| c.unsigned_abs() > MAX_POSITION as u32) {
            return false;
        }
        let line = Line::new(self.at, to);
        let test = |obstacle: Obstacle| {
            let meeting = self.meets(&obstacle);
            match meeting.first_block_of_view(&line, meeting.is_inside(self.at), 1) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        self.try_for_each_along(&line, test).is_break()
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
