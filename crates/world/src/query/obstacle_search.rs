//! The obstacles near a moving sprite and on its way.

use super::moving_sprite::MovingSprite;
use super::obstacle::Obstacle;
use crate::geometry::Aabb;
use crate::sprites::MAX_POSITION;
use mask::Line;
use std::ops::ControlFlow;

impl<'w> MovingSprite<'w> {
    /// Calls `visit` with each obstacle whose tight box shares a pixel with the tight box of the sprite at a position.
    pub(super) fn try_for_each_near<B>(
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
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        let is_in_way = |obstacle: Obstacle| self.meets(&obstacle).is_inside(at);
        let test = |obstacle| if is_in_way(obstacle) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_near(at, test).is_continue()
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with the box around the way of the sprite on a
    /// line.
    pub(super) fn try_for_each_along<B>(
        &self,
        line: &Line,
        mut visit: impl FnMut(Obstacle<'w>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let [from, to] = [line.start(), line.end()].map(|at| self.placed_at(at).bounds());
        let (Some(from), Some(to)) = (from, to) else { return ControlFlow::Continue(()) };
        self.try_for_each_obstacle(Aabb::of(&from).union(Aabb::of(&to)), |slot| visit(self.obstacle(slot)))
    }

    /// Whether an obstacle blocks a step of the sprite from its current position.
    pub(super) fn is_blocked(&self, by: [i32; 2]) -> bool {
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
