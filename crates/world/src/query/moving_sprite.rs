//! A sprite that moves while all other sprites stay.

use super::obstacle::Obstacle;
use super::{SpriteSweepHit, Who};
use crate::broad::ClassSet;
use crate::geometry::Aabb;
use crate::packed::{Window, lanes_of};
use crate::row::Row;
use crate::sprites::{Layers, MAX_POSITION, check_position};
use crate::{Placed, SpriteId, View, WorldError, memory};
use mask::Line;
use std::ops::ControlFlow;

/// A sprite that moves while all other sprites stay.
pub(super) struct MovingSprite<'w> {
    pub(super) view: View<'w>,
    /// The row of the sprite. `None` for a shape that is not in the world.
    pub(super) row: Option<Row>,
    /// The row of a sprite that shows the same mask variant, if there is one.
    pub(super) shown: Option<Row>,
    /// The rows of sprites that are not in the way, sorted.
    pub(super) ignored: &'w [Row],
    /// The layers of the sprite. `None` for a shape that may meet every sprite.
    pub(super) layers: Option<Layers>,
    /// The mask of the sprite, placed as if the sprite were at [0, 0].
    pub(super) placed: Placed<'w>,
    /// The current position of the sprite.
    pub(super) at: [i32; 2],
}

impl<'w> View<'w> {
    /// A sprite at its position, ready to move.
    pub(super) fn moving_sprite(self, id: SpriteId) -> Result<MovingSprite<'w>, WorldError> {
        self.row(id).map(|row| self.moving_at(row)).ok_or(WorldError::StaleSprite(id))
    }

    /// The sprite of a row, ready to move.
    pub(super) fn moving_at(self, row: Row) -> MovingSprite<'w> {
        MovingSprite::new(self, Some(row), self.placed(row), self.world.broad.position(row))
    }

    /// Returns the sprites that would block a move of a sprite by an offset, sorted by id. `who` is a sprite, or what
    /// else a [`Who`] is; it does not move.
    ///
    /// The move goes in a straight line of whole-pixel steps, as in [`View::sweep`]. A sprite is in the list if it
    /// alone would stop the move. By `[0, 1]`, the list is the ground that a sprite stands on; by `[1, 0]`, the walls
    /// to its right. By `[0, 0]`, it is the sprites that the sprite overlaps now; one-way sprites are not among them,
    /// because nobody is blocked inside them. The list by `[0, 0]` is empty exactly if [`View::is_free`] is true. From
    /// [inside](View::hit_from_inside), the sprites that the sprite overlaps now are in every list.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, floor) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(90, 10)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 84]))?;
    /// let floor = world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.touching(hero, [0, 1])?, [floor]); // it stands on the floor
    /// assert_eq!(view.touching(hero, [0, -1])?, []); // and can jump
    /// assert_eq!(view.touching(hero, [0, 0])?, []); // it overlaps nothing
    /// assert_eq!(view.touching(hero.at([0, 90]), [0, 0])?, [floor]); // there, it would
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a search of the trees, and a sweep against each sprite whose tight box the move reaches.
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`], and [`WorldError::OutOfRange`] if the move leads further than
    /// [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn touching<'a>(self, who: impl Into<Who<'a>>, by: impl Into<[i32; 2]>) -> Result<Vec<SpriteId>, WorldError>
    where
        'w: 'a,
    {
        let mover = self.moving(who.into())?;
        let by = by.into();
        let to = check_position([0, 1].map(|axis| i64::from(mover.at[axis]) + i64::from(by[axis])))?;
        let line = Line::new(mover.at, to);
        let (steps, or_inside) = (line.steps(), line.steps() == 0 || self.hits_from_inside());
        let mut ids = Vec::new();
        let _ = mover.try_for_each_along(&line, |obstacle| {
            let meeting = mover.meets(&obstacle);
            let blocks = or_inside && obstacle.one_way.is_none() && meeting.overlaps(mover.at)
                || steps > 0 && meeting.first_block(&line, meeting.depth(mover.at), steps).is_some();
            if blocks {
                memory::or_panic(memory::try_push(&mut ids, self.id(obstacle.row)));
            }
            ControlFlow::<()>::Continue(())
        });
        ids.sort_unstable();
        Ok(ids)
    }
}

impl<'w> MovingSprite<'w> {
    /// A shape that the sprite of a row shows, at its position.
    pub(super) fn new(view: View<'w>, row: Option<Row>, placed: Placed<'w>, at: [i32; 2]) -> MovingSprite<'w> {
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        let layers = row.map(|row| view.world.broad.layers(row));
        MovingSprite { view, row, shown: row, layers, ignored: &[], placed: Placed { at: hold, ..placed }, at }
    }

    /// The classes that can have obstacles.
    pub(super) fn classes(&self) -> ClassSet {
        self.view.classes(self.layers)
    }

    /// Whether the sprite of a row may be in the way: it is another sprite, the view says that it blocks, and the
    /// layers allow a collision.
    pub(super) fn is_obstacle(&self, row: Row) -> bool {
        let may_meet = |layers: Layers| self.view.world.broad.layers(row).may_collide(layers);
        self.row != Some(row)
            && self.view.blocks(row)
            && self.layers.is_none_or(may_meet)
            && self.ignored.binary_search(&row).is_err()
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with a box, until `visit` breaks.
    pub(super) fn try_for_each_obstacle<B>(
        &self,
        outer: Aabb,
        mut visit: impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let window = Window { outer, inner: Aabb::EMPTY };
        self.view.world.broad.in_window(self.classes(), window, |first, leaf| {
            lanes_of(leaf.rows)
                .map(|lane| first.plus(lane))
                .filter(|&row| self.is_obstacle(row))
                .try_for_each(&mut visit)
        })
    }

    /// The mask of the sprite, placed as if the sprite were at a position.
    pub(super) fn placed_at(&self, [x, y]: [i32; 2]) -> Placed<'w> {
        Placed { at: [self.placed.at[0] + x, self.placed.at[1] + y], ..self.placed }
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with the tight box of the sprite at a position.
    pub(super) fn try_for_each_near<B>(
        &self,
        at: [i32; 2],
        mut visit: impl FnMut(Obstacle<'w>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.placed_at(at).bounds() {
            Some(tight) => self.try_for_each_obstacle(Aabb::of(&tight), |row| visit(self.obstacle(row))),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether the sprite at a position shares a solid pixel with no obstacle. One-way obstacles do not count.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        let is_in_way = |obstacle: Obstacle| obstacle.one_way.is_none() && self.meets(&obstacle).overlaps(at);
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
        self.try_for_each_obstacle(Aabb::of(&from).union(Aabb::of(&to)), |row| visit(self.obstacle(row)))
    }

    /// Whether an obstacle blocks a step of the sprite from its current position.
    pub(super) fn is_blocked(&self, by: [i32; 2]) -> bool {
        let to = [self.at[0] + by[0], self.at[1] + by[1]];
        if to.iter().any(|c| c.unsigned_abs() > MAX_POSITION as u32) {
            return false;
        }
        let test = |obstacle: Obstacle| {
            let meeting = self.meets(&obstacle);
            match meeting.enter(self.at, to, meeting.depth(self.at)) {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            }
        };
        self.try_for_each_along(&Line::new(self.at, to), test).is_break()
    }

    /// Describes the contact of the sprite with an obstacle that blocks a step from one position to the next.
    pub(super) fn hit(&self, row: Row, [from, to]: [[i32; 2]; 2], step: u32) -> SpriteSweepHit {
        let (mine, obstacle) = (self.placed.mask, self.obstacle(row));
        let (other, before) = (obstacle.placed, (step > 0).then_some(from));
        // Some one-way sprites block the x part of the step, which comes first.
        let at = if obstacle.one_way.is_some_and(|side| side.axis() == 0) { [to[0], from[1]] } else { to };
        let shared = other.offset(&self.placed_at(at)).and_then(|offset| {
            let out = || self.meets(&obstacle).way_out(at);
            let normal = mine.normal_of_overlap(other.mask, offset.map(|c| -c), out)?;
            Some((other.mask.overlap_first(mine, offset)?, normal))
        });
        let (first, normal) = shared.expect("the masks share a solid pixel at a contact");
        SpriteSweepHit { id: self.view.id(row), step, before, first: other.to_world(first), normal }
    }
}
