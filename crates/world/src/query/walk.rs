//! Walks: moves along x over slopes and stairs.
//!
//! The walker enters one position after the other. All positions of some columns lie in one window, so the trees are
//! searched once for these columns, and the overlap tests take the list of the sprites in the window.

use super::SpriteSweepHit;
use super::moving_sprite::MovingSprite;
use crate::geometry::Aabb;
use crate::row::Row;
use crate::sprites::MAX_POSITION;
use crate::{SpriteId, WorldError, memory};
use mask::{Line, Rect};
use std::ops::ControlFlow;

/// The number of columns for which the trees are searched once, if there are obstacles. Without obstacles, the number
/// doubles.
const COLUMNS: u32 = 32;
/// The maximum number of columns for which the trees are searched once.
const MAX_COLUMNS: u32 = 1 << 30;

/// A walking sprite.
pub(super) struct Walker<'a, 'w> {
    sprite: &'a mut MovingSprite<'w>,
    step_up: u32,
    step_down: u32,
    /// The obstacles in the current window.
    near: Vec<Row>,
    /// The obstacles that the sprite has overlapped without a break since the start.
    ignored: Vec<Row>,
}

impl<'a, 'w> Walker<'a, 'w> {
    /// A walker at the position of a sprite.
    pub(super) fn new(
        sprite: &'a mut MovingSprite<'w>,
        step_up: u32,
        step_down: u32,
    ) -> Result<Walker<'a, 'w>, WorldError> {
        let mut walker = Walker { sprite, step_up, step_down, near: Vec::new(), ignored: Vec::new() };
        walker.find_near(0, 0)?;
        let (sprite, near) = (&walker.sprite, &walker.near);
        memory::try_extend(&mut walker.ignored, near.iter().copied().filter(|&row| sprite.overlaps(sprite.at, row)))?;
        Ok(walker)
    }

    /// The sprite with the smallest id that the walker ignores.
    pub(super) fn inside(&self) -> Option<SpriteId> {
        self.ignored.iter().map(|&row| self.sprite.view.id(row)).min()
    }

    /// Walks to a column. Returns the hit if an obstacle stops the walk.
    pub(super) fn walk(&mut self, to: i32) -> Result<Option<SpriteSweepHit>, WorldError> {
        let from = self.sprite.at[0];
        let toward = (i64::from(to) - i64::from(from)).signum() as i32;
        let mut columns = COLUMNS;
        while self.sprite.at[0] != to {
            let count = columns.min(self.sprite.at[0].abs_diff(to));
            self.find_near(toward * count as i32, count)?;
            if self.near.is_empty() {
                self.sprite.at[0] += toward * count as i32;
                columns = (2 * columns).min(MAX_COLUMNS);
                continue;
            }
            columns = COLUMNS;
            for _ in 0..count.min(COLUMNS) {
                let [x, y] = self.sprite.at;
                if !self.step(toward)? {
                    let wall = [x + toward, y];
                    let row = self.in_way(wall, &self.ignored).min_by_key(|&row| self.sprite.view.id(row));
                    let step = wall[0].abs_diff(from);
                    return Ok(row.map(|row| self.sprite.hit(row, wall, step, Some([x, y]), None)));
                }
            }
        }
        Ok(None)
    }

    /// Lists the obstacles that the walker can touch while it walks `dx` pixels along x, in `columns` columns.
    fn find_near(&mut self, dx: i32, columns: u32) -> Result<(), WorldError> {
        self.near.clear();
        let Some(tight) = self.sprite.placed_at(self.sprite.at).bounds() else { return Ok(()) };
        let [up, down] = [self.step_up, self.step_down].map(|step| i64::from(step) * i64::from(columns));
        let inside = |c: i64| c.clamp(i32::MIN.into(), i32::MAX.into());
        let [left, right] =
            [i64::from(tight.left) + i64::from(dx.min(0)), tight.right() + i64::from(dx.max(0))].map(inside);
        let [top, bottom] = [i64::from(tight.top) - up, tight.bottom() + down + 1].map(inside);
        let window =
            Rect { left: left as i32, top: top as i32, width: (right - left) as u32, height: (bottom - top) as u32 };
        let Walker { sprite, near, .. } = self;
        let listed = sprite.try_for_each_obstacle(Aabb::of(&window), |row| match memory::try_push(near, row) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        Ok(listed.break_value().map_or(Ok(()), Err)?)
    }

    /// Walks one pixel along x. Returns whether there is a way.
    fn step(&mut self, toward: i32) -> Result<bool, WorldError> {
        let [x, y] = self.sprite.at;
        let mut ignored = memory::try_clone(&self.ignored)?;
        for rise in 0..=self.step_up {
            let height = i64::from(y) - i64::from(rise);
            // First straight up. At its own height, the walker is free.
            if height < -i64::from(MAX_POSITION) || rise > 0 && !self.enter([x, height as i32], &mut ignored) {
                break;
            }
            let mut over = memory::try_clone(&ignored)?;
            if self.enter([x + toward, height as i32], &mut over) {
                self.sprite.at = [x + toward, height as i32];
                self.ignored = over;
                // After a rise, the walker stands on the obstacle.
                if rise == 0 {
                    self.sink();
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes down to the ground, if there is ground within `step_down` pixels.
    fn sink(&mut self) {
        let [x, y] = self.sprite.at;
        let lowest = (i64::from(y) + i64::from(self.step_down) + 1).min(MAX_POSITION.into()) as i32;
        // Mostly the ground is right below, and a sweep would compute its normal.
        if y == lowest || self.in_way([x, y + 1], &self.ignored).next().is_some() {
            return;
        }
        let line = Line::new([x, y], [x, lowest]);
        let mut ground = None;
        for &row in &self.near {
            let last = ground.unwrap_or(line.steps());
            let contact =
                self.sprite.first_contact(&line, self.sprite.view.placed(row), self.ignored.contains(&row), last);
            ground = contact.map(|contact| contact.step).or(ground);
        }
        let Some(ground) = ground else { return };
        let sprite = &mut *self.sprite;
        self.ignored.retain(|&row| (1..ground).all(|step| sprite.overlaps(line.at(step), row)));
        sprite.at = line.at(ground - 1);
    }

    /// The obstacles with which the sprite at a position shares a pixel, except the ignored ones.
    fn in_way<'s>(&'s self, at: [i32; 2], ignored: &'s [Row]) -> impl Iterator<Item = Row> + 's {
        let in_way = move |row: &Row| self.sprite.overlaps(at, *row) && !ignored.contains(row);
        self.near.iter().copied().filter(in_way)
    }

    /// Enters a position if it is free, and ignores no longer the sprites that the walker does not overlap there. Returns
    /// whether the position is free.
    fn enter(&self, at: [i32; 2], ignored: &mut Vec<Row>) -> bool {
        if self.in_way(at, ignored).next().is_some() {
            return false;
        }
        ignored.retain(|&row| self.sprite.overlaps(at, row));
        true
    }
}
