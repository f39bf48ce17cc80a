//! Moves of a sprite until another sprite stops it, or along the other sprite.

use super::SpriteSweepHit;
use super::moving_sprite::MovingSprite;
use super::walk::Walker;
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError, memory};
use std::ops::ControlFlow;

/// The reaction of a moving sprite to another sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Motion {
    /// The sprite stops before the other. From inside another sprite, it can leave, but not get deeper.
    Stop,
    /// The sprite stops before the other. If it overlaps another sprite at the start, it does not move, and hits the
    /// other sprite at step 0, as [`View::sweep_from_inside`](crate::View::sweep_from_inside) does: for shots from
    /// point-blank range.
    StopFromInside,
    /// The sprite moves straight towards the target, up to the first hit. Then it slides along the obstacle in rounds,
    /// at most eight, as long as a round still moves it. In a round, it moves as far as it can along the axis with the
    /// longer remaining distance (x if both are equal), then along the other. It never moves away from the target on
    /// either axis, so it does not climb a slope if the target is not higher than the sprite: aim at a target above the
    /// slope.
    Slide,
    /// The sprite walks along x to the column of the target, over slopes and stairs. The y of the target must be in
    /// range, but is otherwise ignored: the ground determines the height.
    ///
    /// The sprite goes column by column. In each column:
    ///
    /// 1. It moves one pixel along x. If another sprite is in the way, it first climbs, by the smallest of 1 to
    ///    `step_up` pixels from which it can move along x. It needs headroom: the positions straight above it must be
    ///    free up to that height.
    /// 2. If there is ground at most `step_down` pixels below it, it goes down to the ground. Otherwise it keeps its
    ///    height: it has walked off a ledge, and the caller lets it fall.
    ///
    /// The walk ends at the column of the target, or before a wall that is too high. [`Moved::hits`] then has all
    /// sprites that are in the way at the height of the walker, sorted by id: on a slope, these are the crate that
    /// stops the walker and the ground that it could climb. `step` counts the columns from the start, including the
    /// column of the hit. Steps that the sprite climbs and the ground below it are not hits.
    ///
    /// A walk to the sprite's own column changes nothing, so a walker in the air does not fall. Any `step_up` and
    /// `step_down` are legal: with 0 for both, the sprite moves on a level line. The ends of the world, y =
    /// -[`MAX_POSITION`](crate::MAX_POSITION) and y = `MAX_POSITION`, act as a ceiling and as a drop.
    ///
    /// The walker never gets deeper into a sprite that it overlaps at the start. So a walker that has sunk into the
    /// terrain by a pixel, for example because its animation shows another mask, stands and walks on, and never falls
    /// through.
    ///
    /// The walker climbs the slopes of a one-way sprite that blocks from above, if they rise by at most `step_up`. It
    /// walks through steeper ones, as through every other part of the sprite.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, step) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(200, 10)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 84]))?;
    /// world.spawn(Sprite::new(step, [0, 100]).fixed(true))?;
    /// world.spawn(Sprite::new(step, [30, 97]).fixed(true))?; // 3 px higher
    /// let wall = world.spawn(Sprite::new(step, [60, 90]).fixed(true))?; // and 7 px higher
    /// let walk = Motion::Walk { step_up: 4, step_down: 4 };
    /// assert_eq!(world.move_until(hero, [40, 0], walk)?.at, [40, 81]); // up the step
    /// let moved = world.move_until(hero, [90, 0], walk)?;
    /// assert_eq!((moved.at, moved.hits[0].id), ([52, 81], wall));
    /// assert_eq!(world.move_until(hero, [0, 0], walk)?.at, [0, 84]); // and down again
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: after the refresh, a traversal of the trees for every 32 columns, two overlap tests of the sprites nearby
    /// for each column, and two more for each pixel of height. Stretches without a sprite in reach cost next to
    /// nothing.
    Walk {
        /// How many pixels the sprite can climb for each pixel of x.
        step_up: u32,
        /// How many pixels the sprite can go down for each pixel of x without leaving the ground.
        step_down: u32,
    },
}

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
/// After a walk, `down` tells whether the walker stands on ground.
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
    /// The sprite stops before the contact, so the move alone begins no pair in [`World::step`], except with sensors
    /// and one-way sprites. [`Moved::hits`] names the sprites in its way.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, floor) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(200, 10)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [0, 0]))?;
    /// let floor = world.spawn(Sprite::new(floor, [0, 20]).fixed(true))?;
    /// let moved = world.move_until(ball, [60, 30], Motion::Slide)?;
    /// assert_eq!((moved.at, moved.hits[0].id), ([60, 12], floor)); // it lies on the floor
    /// assert!(moved.blocked.down && !moved.blocked.right);
    /// assert_eq!(world.get(ball).unwrap().position, [60, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`], and one sweep, or up to seventeen for a slide. For a walk, see [`Motion::Walk`].
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if the id names no sprite of this world.
    /// - Returns [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns the errors of [`World::refresh`].
    ///
    /// After an error, the sprite is at its old position.
    ///
    /// # Panics
    /// Panics if memory allocation fails during a sweep; a walk sweeps to find the ground below.
    pub fn move_until(&mut self, id: SpriteId, to: impl Into<[i32; 2]>, motion: Motion) -> Result<Moved, WorldError> {
        self.move_among(id, to.into(), motion, None)
    }

    /// Moves a sprite as [`World::move_until`] does, among the sprites that are in at least one of the given layers.
    /// Each bit is a layer, as in [`View::on_layers`](crate::View::on_layers). For example, a hero drops through a
    /// one-way platform by a move on all layers but that of the platforms.
    ///
    /// # Errors
    /// Returns the errors of [`World::move_until`].
    ///
    /// # Panics
    /// Panics if memory allocation fails during a sweep.
    pub fn move_until_on(
        &mut self,
        id: SpriteId,
        to: impl Into<[i32; 2]>,
        motion: Motion,
        layers: u32,
    ) -> Result<Moved, WorldError> {
        self.move_among(id, to.into(), motion, Some(layers))
    }

    fn move_among(
        &mut self,
        id: SpriteId,
        to: [i32; 2],
        motion: Motion,
        layers: Option<u32>,
    ) -> Result<Moved, WorldError> {
        let to = check_position(to.map(i64::from))?;
        let view = self.refresh()?;
        let view = layers.map_or(view, |layers| view.on_layers(layers));
        let mut mover = view.moving_sprite(id)?;
        let (mut hits, started_inside) = (Vec::new(), mover.inside()?);
        if let Motion::Walk { step_up, step_down } = motion {
            let mut walker = Walker::new(&mut mover, step_up, step_down)?;
            walker.walk(to[0], &mut hits)?;
        } else {
            mover.go(to, motion == Motion::StopFromInside, &mut hits);
        }
        if motion == Motion::Slide {
            // After a round without a move, all further rounds would have the same result.
            let _ = (0..ROUNDS).take_while(|_| mover.slide(to, &mut hits)).count();
        }
        let (at, blocked) = (mover.at, mover.blocked(to, motion));
        self.move_to(id, at)?;
        Ok(Moved { at, hits, started_inside, blocked })
    }
}

impl MovingSprite<'_> {
    /// The sprites that the sprite overlaps, if they may be in the way, sorted by id.
    fn inside(&self) -> Result<Vec<SpriteId>, WorldError> {
        let mut ids = Vec::new();
        let listed = self.try_for_each_near(self.at, |obstacle| {
            let is_inside = obstacle.one_way.is_none() && self.meets(&obstacle).overlaps(self.at);
            match memory::try_extend(&mut ids, is_inside.then(|| self.view.id(obstacle.row)).into_iter()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        listed.break_value().map_or(Ok(()), Err)?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// The sides on which the sprite is blocked after a move towards a position.
    fn blocked(&self, to: [i32; 2], motion: Motion) -> Blocked {
        let ahead = |axis: usize| (i64::from(to[axis]) - i64::from(self.at[axis])).signum() as i32;
        let is_walk = matches!(motion, Motion::Walk { .. });
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
    fn go(&mut self, to: [i32; 2], from_inside: bool, hits: &mut Vec<SpriteSweepHit>) {
        let swept = self.sweep(to, from_inside);
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
            self.go(along, false, hits);
        }
        self.at != from
    }
}
