//! Moves of a sprite until another sprite stops it, or along the other sprite.

use super::SpriteSweepHit;
use super::moving_sprite::MovingSprite;
use super::walk::Walker;
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError, memory};

/// The reaction of a moving sprite to another sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Motion {
    /// The sprite stops before the other. It ignores a sprite that it overlaps at the start until the two have separated.
    Stop,
    /// The sprite stops before the other. If it overlaps another sprite at the start, it does not move, and hits the other
    /// sprite at step 0, as [`View::sweep_from_inside`](crate::View::sweep_from_inside) does: for shots from point-blank range.
    StopFromInside,
    /// The sprite moves straight towards the target, up to the first hit. Then it slides along the obstacle in rounds, at most
    /// eight, as long as a round still moves it. In a round, it moves as far as it can along the axis with the longer remaining
    /// distance (x if both are equal), then along the other. It never moves away from the target on either axis, so it does not
    /// climb a slope if the target is not higher than the sprite: aim at a target above the slope.
    Slide,
    /// The sprite walks along x to the column of the target, over slopes and stairs. The y of the target must be in range, but
    /// is otherwise ignored: the ground determines the height.
    ///
    /// The sprite goes column by column. In each column:
    ///
    /// 1. It moves one pixel along x. If another sprite is in the way, it first climbs, by the smallest of 1 to
    ///    `step_up` pixels from which it can move along x. It needs headroom: the positions straight above it must be
    ///    free up to that height.
    /// 2. If there is ground at most `step_down` pixels below it, it goes down to the ground. Otherwise it keeps its
    ///    height: it has walked off a ledge, and the caller lets it fall.
    ///
    /// The walk ends at the column of the target, or before a wall that is too high. [`Moved::hits`] then has the one
    /// sprite that is in the way at the height of the walker, and `step` counts the columns from the start, including
    /// the column of the hit. Steps that the sprite climbs and the ground below it are not hits.
    ///
    /// A walk to the sprite's own column changes nothing, so a walker in the air does not fall. Any `step_up` and `step_down` are
    /// legal: with 0 for both, the sprite moves on a level line. The ends of the world, y = -[`MAX_POSITION`](crate::MAX_POSITION) and
    /// y = `MAX_POSITION`, act as a ceiling and as a drop.
    ///
    /// The sprite ignores a sprite that it overlaps at the start until the two have separated. A walker that has sunk into
    /// the terrain by a pixel therefore walks through the terrain: check [`Moved::started_inside`].
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
    /// for each column, and two more for each pixel of height. Stretches without a sprite in reach cost next to nothing.
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
    /// The sprite that the moving sprite overlaps at the start of the move, if the sprite may be in the way. Of several
    /// such sprites, it is the one with the smallest id. The move ignores these sprites until they have separated from
    /// the moving sprite, except with [`Motion::StopFromInside`].
    pub started_inside: Option<SpriteId>,
}

/// The maximum number of rounds of a slide.
const ROUNDS: usize = 8;

impl World {
    /// Moves a sprite towards a position until another sprite is in its way, and then stops the sprite, slides it
    /// along the other, or walks it over the other. [`View::sweep`](crate::View::sweep) defines which sprites are in the way.
    ///
    /// The sprite never passes through a sprite that it does not overlap at the start. At its new position, it overlaps
    /// no sprite with which it may collide, except sprites that it has overlapped without a break since the start.
    ///
    /// If the sprite overlaps another sprite at the start, it ignores the other sprite until the two have separated, and
    /// [`Moved::started_inside`] names the other sprite. A bullet that is spawned one pixel inside a rock therefore flies
    /// through the rock, except with [`Motion::StopFromInside`].
    ///
    /// The sprite stops before the contact, so the move alone begins no pair in [`World::step`]. [`Moved::hits`] names
    /// the sprites in its way.
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
        let to = check_position(to.into().map(i64::from))?;
        let mut mover = self.refresh()?.moving_sprite(id)?;
        let mut hits = Vec::new();
        let started_inside = if let Motion::Walk { step_up, step_down } = motion {
            let mut walker = Walker::new(&mut mover, step_up, step_down)?;
            let started_inside = walker.inside();
            memory::try_extend(&mut hits, walker.walk(to[0])?.into_iter())?;
            started_inside
        } else {
            mover.go(to, motion == Motion::StopFromInside, &mut hits)
        };
        if motion == Motion::Slide {
            // After a round without a move, all further rounds would have the same result.
            let _ = (0..ROUNDS).take_while(|_| mover.slide(to, &mut hits)).count();
        }
        let at = mover.at;
        self.move_to(id, at)?;
        Ok(Moved { at, hits, started_inside })
    }
}

impl MovingSprite<'_> {
    /// Moves the sprite towards a position, up to the first hit. Appends the hit, if its sprite is new in `hits`.
    /// Returns the sprite that the sprite overlaps at the start.
    fn go(&mut self, to: [i32; 2], from_inside: bool, hits: &mut Vec<SpriteSweepHit>) -> Option<SpriteId> {
        let swept = self.sweep(to, from_inside);
        let new = swept.hit.filter(|hit| hits.iter().all(|known| known.id != hit.id));
        hits.extend(new);
        self.at = swept.at;
        swept.started_inside
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
