//! Moves of a sprite until another sprite stops it, or along the other sprite, and walks over slopes and stairs.
//!
//! A walker enters one position after the other. All positions of some columns lie in one window, so the trees are
//! searched once for these columns, and the overlap tests take the list of the sprites in the window.

use super::motion::{Motion, Reaction};
use crate::geometry::Aabb;
use crate::query::{Depth, MovingSprite, Obstacle, SpriteSweepHit};
use crate::sprites::{MAX_POSITION, Side, check_position};
use crate::tree::TreeSet;
use crate::{SpriteId, View, World, WorldError, memory};
use mask::shared::heapsort_by_key;
use mask::{Line, Rect};
use std::ops::ControlFlow;

/// The result of [`World::move_until`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Moved {
    /// The new position of the sprite.
    pub at: [i32; 2],
    /// The sprites in its way, in the order of the contacts: each sprite once, with its first contact. Steps count from
    /// the last change of direction; in a walk, they count columns from the start.
    pub hits: Vec<SpriteSweepHit>,
    /// The sprites that the moving sprite overlaps at the start of the move, if they may be in the way, sorted by id.
    pub started_inside: Vec<SpriteId>,
    /// The sides on which the sprite is blocked.
    pub blocked: Blocked,
}

/// The sides on which a sprite is blocked after a move ([`Moved::blocked`]).
///
/// A side is blocked if the sprite wanted to go on to that side, and a step of one pixel to that side would be blocked.
/// If it was stopped although neither step alone is blocked, as by a corner or from inside, both sides of its way are.
/// With [`Motion::hit_from_inside`], every step from inside another sprite is blocked, as [`View::touching`] says too.
/// After a walk, `down` tells whether the walker stands on ground.
///
/// [`View::touching`]: crate::View::touching
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Blocked {
    /// Whether the sprite is blocked on its left.
    pub left: bool,
    /// Whether the sprite is blocked on its right.
    pub right: bool,
    /// Whether the sprite is blocked above: it has hit its head.
    pub up: bool,
    /// Whether the sprite is blocked below: it stands on the ground.
    pub down: bool,
}

/// The maximum number of rounds of a slide.
const ROUNDS: usize = 8;

impl World {
    /// Moves a sprite towards a position until another sprite is in its way, and then stops the sprite, slides it along
    /// the other, or walks it over the other. [`View::sweep`](crate::View::sweep) defines which sprites are in the way.
    ///
    /// The sprite never gets deeper into another sprite. So it never passes through a sprite, and at its new position,
    /// it overlaps only sprites that it has overlapped at the start. A sprite that starts inside others can leave them,
    /// stand on them and slide along them. [`Moved::started_inside`] names the others.
    /// [`View::sweep`](crate::View::sweep) explains what deeper means.
    ///
    /// The sprite stops before the contact, so the move alone begins no pair in [`World::step`], except with sensors,
    /// one-way sprites and those that the options of the [`Motion`] leave out. [`Moved::hits`] names the sprites in its
    /// way.
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(200, 10)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [0, 0]))?;
    /// let floor = world.spawn(Sprite::new(floor, [0, 20]).fixed(true))?;
    /// let moved = world.move_until(ball, [60, 30], Motion::SLIDE)?;
    /// assert_eq!((moved.at, moved.hits[0].id), ([60, 12], floor)); // it lies on the floor
    /// assert!(moved.blocked.down && !moved.blocked.right);
    /// assert_eq!(world.get(ball).unwrap().position, [60, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`], and one sweep, or up to seventeen for a slide. For a walk, see [`Motion::walk`].
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if the id names no sprite of this world.
    /// - Returns [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`] from 0.
    /// - Returns [`WorldError::NoCommonLayer`] if the motion is [on layers](Motion::on_layers) of which the sprite
    ///   collides with none.
    /// - Returns the errors of [`World::refresh`].
    ///
    /// After an error, the sprite is at its old position.
    ///
    /// # Panics
    /// Panics if memory allocation fails during a sweep; a walk sweeps to find the ground below.
    pub fn move_until(&mut self, id: SpriteId, to: impl Into<[i32; 2]>, motion: Motion) -> Result<Moved, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        self.refresh()?;
        self.move_refreshed(id, to, motion)
    }

    /// Moves sprites as [`World::move_until`] does, one after the other: those that have moved are in the way of the next
    /// where they stand then. Returns the result for each.
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let [a, b] = [0, 20].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
    /// let moved = world.move_until_many([(a, [90, 0]), (b, [90, 0])], Motion::STOP)?;
    /// assert_eq!([moved[0].at, moved[1].at], [[12, 0], [90, 0]]); // `a` stopped before `b`, which then went on
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: that of [`World::move_until`] for each sprite, but one refresh for all. If later sprites may meet a sprite
    /// that has moved, its leaf and the nodes above it are brought up to date.
    ///
    /// # Errors
    /// Returns the errors of [`World::move_until`]. The sprites before the one with the error have moved then.
    ///
    /// # Panics
    /// Panics if memory allocation fails during a sweep; a walk sweeps to find the ground below.
    pub fn move_until_many(
        &mut self,
        moves: impl IntoIterator<Item = (SpriteId, [i32; 2])>,
        motion: Motion,
    ) -> Result<Vec<Moved>, WorldError> {
        let mut results = Vec::new();
        // The sprites that their trees do not follow yet, and these trees. Bullets that meet only walls never need theirs.
        let (mut late, mut late_trees) = (Vec::new(), TreeSet::NONE);
        self.refresh()?;
        for (id, to) in moves {
            let view = motion.view(View::of(self));
            let ahead = view.slot(id).map(|slot| view.trees(Some(self.columns.layers().get(slot))));
            if ahead.is_some_and(|ahead| ahead.meets(late_trees)) {
                late.drain(..).try_for_each(|id| self.follow(id))?;
                late_trees = TreeSet::NONE;
            }
            let moved = self.move_refreshed(id, check_position(to.map(i64::from))?, motion)?;
            memory::try_push(&mut results, moved)?;
            memory::try_push(&mut late, id)?;
            late_trees.add(self.slots.in_slot(id.index()).copied());
        }
        Ok(results)
    }

    /// Moves a sprite of a world whose trees are up to date.
    fn move_refreshed(&mut self, id: SpriteId, to: [i32; 2], motion: Motion) -> Result<Moved, WorldError> {
        let mut mover = MovingSprite::of(motion.view(View::of(self)), id)?.on_asked_layers()?;
        let (mut hits, started_inside) = (Vec::new(), mover.inside()?);
        let stays = motion.from_inside && !started_inside.is_empty();
        match motion.reaction {
            Reaction::Walk { step_up, step_down } if !stays => {
                Walker::new(&mut mover, step_up, step_down)?.walk(to[0], &mut hits)?;
            }
            _ => mover.go(to, &mut hits),
        }
        if motion.reaction == Reaction::Slide && !stays {
            // After a round without a move, all further rounds would have the same result.
            let _ = (0..ROUNDS).take_while(|_| mover.slide(to, &mut hits)).count();
        }
        let (at, blocked) = (mover.at, mover.blocked(to, motion.reaction));
        self.move_to(id, at)?;
        Ok(Moved { at, hits, started_inside, blocked })
    }
}

impl MovingSprite<'_> {
    /// The sprites that the sprite overlaps, if they may be in the way, sorted by id.
    fn inside(&self) -> Result<Vec<SpriteId>, WorldError> {
        let mut ids = Vec::new();
        let listed = self.try_for_each_near(self.at, |obstacle| {
            let is_inside = self.meets(&obstacle).is_inside(self.at);
            match memory::try_extend(&mut ids, is_inside.then(|| self.view.id(obstacle.slot)).into_iter()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        listed.break_value().map_or(Ok(()), Err)?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// The sides on which the sprite is blocked after a move towards a position.
    fn blocked(&self, to: [i32; 2], reaction: Reaction) -> Blocked {
        let ahead = |axis: usize| (i64::from(to[axis]) - i64::from(self.at[axis])).signum() as i32;
        let is_walk = matches!(reaction, Reaction::Walk { .. });
        // A walker goes to a column, and stands on the ground.
        let by = [ahead(0), if is_walk { 1 } else { ahead(1) }];
        let [mut x, mut y] = [[by[0], 0], [0, by[1]]].map(|by| by != [0, 0] && self.is_blocked(by));
        if is_walk {
            x = by[0] != 0;
        } else if !x && !y {
            [x, y] = by.map(|by| by != 0);
        }
        Blocked { left: x && by[0] < 0, right: x && by[0] > 0, up: y && by[1] < 0, down: y && by[1] > 0 }
    }

    /// Moves the sprite towards a position, up to the first hit. Appends the hit, if its sprite is new in `hits`.
    fn go(&mut self, to: [i32; 2], hits: &mut Vec<SpriteSweepHit>) {
        let swept = self.sweep(to);
        let new = swept.hit.filter(|hit| hits.iter().all(|known| known.id != hit.id));
        hits.extend(new);
        self.at = swept.at;
    }

    /// Moves the sprite along one axis, then along the other. Returns whether the sprite moved.
    fn slide(&mut self, to: [i32; 2], hits: &mut Vec<SpriteSweepHit>) -> bool {
        let from = self.at;
        let left = |axis: usize| from[axis].abs_diff(to[axis]);
        let longer = usize::from(left(1) > left(0));
        for axis in [longer, 1 - longer] {
            let mut along = self.at;
            along[axis] = to[axis];
            self.go(along, hits);
        }
        self.at != from
    }
}

/// The number of columns for which the trees are searched once, if there are obstacles. Without obstacles, the number
/// doubles.
const COLUMNS: u32 = 32;

/// A walking sprite.
pub(super) struct Walker<'a, 'w> {
    sprite: &'a mut MovingSprite<'w>,
    step_up: u32,
    step_down: u32,
    /// The obstacles in the current window.
    near: Vec<Obstacle<'w>>,
    depths: Depths,
}

/// How deep the walker is in the obstacles that it overlaps.
type Depths = Vec<(usize, Depth)>;

impl<'a, 'w> Walker<'a, 'w> {
    /// A walker at the position of a sprite.
    pub(super) fn new(
        sprite: &'a mut MovingSprite<'w>,
        step_up: u32,
        step_down: u32,
    ) -> Result<Walker<'a, 'w>, WorldError> {
        let mut walker = Walker { sprite, step_up, step_down, near: Vec::new(), depths: Vec::new() };
        walker.find_near(0, 0)?;
        let (sprite, near) = (&walker.sprite, &walker.near);
        let depths = near.iter().map(|obstacle| (obstacle.slot, sprite.meets(obstacle).depth(sprite.at)));
        memory::try_extend(&mut walker.depths, depths.filter(|(_, depth)| !depth.is_apart()))?;
        Ok(walker)
    }

    /// Walks to a column. Adds the obstacles that stop the walk to `hits`, sorted by id.
    pub(super) fn walk(&mut self, to: i32, hits: &mut Vec<SpriteSweepHit>) -> Result<(), WorldError> {
        let from = self.sprite.at[0];
        let toward = (i64::from(to) - i64::from(from)).signum() as i32;
        let mut columns = COLUMNS;
        while self.sprite.at[0] != to {
            let count = columns.min(self.sprite.at[0].abs_diff(to));
            self.find_near(toward * count as i32, count)?;
            if self.near.is_empty() {
                self.sprite.at[0] += toward * count as i32;
                columns = columns.saturating_mul(2).min(MAX_POSITION as u32);
                continue;
            }
            columns = COLUMNS;
            for _ in 0..count.min(COLUMNS) {
                let [x, y] = self.sprite.at;
                if !self.step(toward)? {
                    let way = [[x, y], [x + toward, y]];
                    let blocks = |wall: &&Obstacle| self.enter_one(way, wall, &self.depths).is_none();
                    let block = way[1][0].abs_diff(from);
                    let walls = self.near.iter().filter(blocks).map(|wall| self.sprite.hit(wall.slot, way, block));
                    memory::try_extend(hits, walls)?;
                    heapsort_by_key(hits, |hit| hit.id);
                    return Ok(());
                }
            }
        }
        Ok(())
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
        let listed = sprite.try_for_each_obstacle(Aabb::of(&window), |slot| {
            match memory::try_push(near, sprite.obstacle(slot)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        Ok(listed.break_value().map_or(Ok(()), Err)?)
    }

    /// Walks one pixel along x. Returns whether there is a way.
    fn step(&mut self, toward: i32) -> Result<bool, WorldError> {
        let [x, y] = self.sprite.at;
        let mut depths = memory::try_clone(&self.depths)?;
        // The lowest way, which may lead through the slope of a one-way sprite that is too high to climb.
        let mut through = None;
        for rise in 0..=self.step_up {
            let height = i64::from(y) - i64::from(rise);
            // First straight up. At its own height, the walker is free.
            if height < -i64::from(MAX_POSITION) {
                break;
            }
            let [above, over] = [[x, height as i32], [x + toward, height as i32]];
            if rise > 0 && !self.enter([[x, above[1] + 1], above], &mut depths) {
                break;
            }
            let mut depths = memory::try_clone(&depths)?;
            if !self.enter([above, over], &mut depths) {
                continue;
            }
            if !self.begins_slope(over) {
                self.arrive(over, depths, rise);
                return Ok(true);
            }
            through.get_or_insert((over, depths, rise));
        }
        let Some((over, depths, rise)) = through else { return Ok(false) };
        self.arrive(over, depths, rise);
        Ok(true)
    }

    /// Puts the walker after a step of one pixel along x.
    fn arrive(&mut self, at: [i32; 2], depths: Depths, rise: u32) {
        (self.sprite.at, self.depths) = (at, depths);
        // After a rise, the walker stands on the obstacle.
        if rise == 0 {
            self.sink();
        }
    }

    /// Whether the walker at a position would be in a one-way sprite that blocks from above and that it is not in now.
    fn begins_slope(&self, at: [i32; 2]) -> bool {
        let mut slopes = self.near.iter().filter(|obstacle| obstacle.one_way == Some(Side::Top));
        slopes.any(|slope| {
            let meeting = self.sprite.meets(slope);
            meeting.overlaps(at) && !meeting.overlaps(self.sprite.at)
        })
    }

    /// Goes down to the ground, if there is ground within `step_down` pixels.
    fn sink(&mut self) {
        let [x, y] = self.sprite.at;
        let lowest = (i64::from(y) + i64::from(self.step_down) + 1).min(MAX_POSITION.into()) as i32;
        let blocks_first = |obstacle: &Obstacle| self.enter_one([[x, y], [x, y + 1]], obstacle, &self.depths).is_none();
        // Mostly the ground is right below, and a sweep would compute its normal.
        if y == lowest || self.near.iter().any(blocks_first) {
            return;
        }
        let line = Line::new([x, y], [x, lowest]);
        let mut ground = None;
        for obstacle in &self.near {
            let last = ground.unwrap_or(line.steps());
            let block = self.sprite.meets(obstacle).first_block(&line, self.depth(obstacle.slot), last);
            ground = block.or(ground);
        }
        let Some(ground) = ground else { return };
        let mut depths = std::mem::take(&mut self.depths);
        (1..ground).for_each(|step| _ = self.enter([line.at(step - 1), line.at(step)], &mut depths));
        self.depths = depths;
        self.sprite.at = line.at(ground - 1);
    }

    /// How deep the walker is in the obstacle of a slot.
    fn depth(&self, slot: usize) -> Depth {
        depth_in(&self.depths, slot)
    }

    /// How deep the walker is in an obstacle after a step. Returns `None` if the obstacle blocks the step.
    fn enter_one(&self, [from, to]: [[i32; 2]; 2], obstacle: &Obstacle, depths: &Depths) -> Option<Depth> {
        self.sprite.meets(obstacle).enter(from, to, depth_in(depths, obstacle.slot))
    }

    /// Takes a step if no obstacle blocks it, and updates the depths. Returns whether the step is free.
    fn enter(&self, way: [[i32; 2]; 2], depths: &mut Depths) -> bool {
        if depths.is_empty() {
            return self.near.iter().all(|obstacle| self.enter_one(way, obstacle, depths).is_some());
        }
        let mut after = |obstacle: &Obstacle| -> Option<()> {
            let depth = self.enter_one(way, obstacle, depths)?;
            depths.iter_mut().filter(|(slot, _)| *slot == obstacle.slot).for_each(|known| known.1 = depth);
            Some(())
        };
        // A blocked step leaves some depths changed, so the callers drop them then.
        let is_free = self.near.iter().try_for_each(&mut after).is_some();
        depths.retain(|(_, depth)| !depth.is_apart());
        is_free
    }
}

/// How deep the walker is in the obstacle of a slot.
fn depth_in(depths: &Depths, slot: usize) -> Depth {
    depths.iter().find(|(inside, _)| *inside == slot).map_or(Depth::APART, |(_, depth)| *depth)
}
