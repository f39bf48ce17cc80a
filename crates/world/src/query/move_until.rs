//! Moves of a sprite until another sprite stops it, or along the other sprite.

use super::motion::Reaction;
use super::moving_sprite::MovingSprite;
use super::walk::Walker;
use super::{Motion, SpriteSweepHit};
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError, memory};
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
    /// - Returns [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
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
        let mut mover = motion.view(self.refresh()?).moving_sprite(id)?.on_asked_layers()?;
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
