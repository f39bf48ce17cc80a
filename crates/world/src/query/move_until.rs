//! Moves of a sprite until another sprite stops it, or along the other sprite.

use super::SweepHit;
use super::sweep::SweepingSprite;
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError};

/// The reaction of a moving sprite to another sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Motion {
    /// The sprite stops before the other.
    Stop,
    /// The sprite slides along the obstacle in rounds, at most eight, as long as a round still moves it. In a round, it
    /// moves as far as it can along the axis with the longer remaining distance (x if both are equal), then along the
    /// other. It never moves away from the target on either axis, so it does not climb a
    /// slope towards a target at its foot: aim at a target above the slope.
    Slide,
}

/// The result of [`World::move_until`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Moved {
    /// The new position of the sprite.
    pub at: [i32; 2],
    /// The sprites in its way, in the order of the contacts: each sprite once, with its first contact. Steps count from
    /// the last change of direction.
    pub hits: Vec<SweepHit>,
}

/// The maximum number of rounds of a slide.
const ROUNDS: usize = 8;

impl World {
    /// Moves a sprite towards a position until another sprite is in its way, and then stops the sprite or slides it
    /// along the other. [`View::sweep`](crate::View::sweep) defines which sprites are in the way.
    ///
    /// The sprite never passes through a sprite that it does not overlap at the start. At its new position, it overlaps
    /// no sprite with which it may collide, except sprites that it has overlapped without a break since the start.
    ///
    /// If the sprite overlaps another sprite at the start, it ignores the other sprite until the two have separated. A
    /// bullet that is spawned one pixel inside a rock therefore flies through the rock. Before the move,
    /// [`View::collision`](crate::View::collision) or [`View::find`](crate::View::find) finds such an overlap. See
    /// `View::sweep` for an example.
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
    /// let floor = world.spawn(Sprite::new(floor, [0, 20]).fixed())?;
    /// let moved = world.move_until(ball, [60, 30], Motion::Slide)?;
    /// assert_eq!((moved.at, moved.hits[0].sprite), ([60, 12], floor)); // it lies on the floor
    /// assert_eq!(world.get(ball).unwrap().position(), [60, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`], and one sweep, or up to seventeen for a slide.
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if the id names no sprite of this world.
    /// - Returns [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns the errors of [`World::refresh`].
    ///
    /// After an error, the sprite is at its old position.
    ///
    /// # Panics
    /// Panics if memory allocation fails during a sweep.
    pub fn move_until(&mut self, id: SpriteId, to: impl Into<[i32; 2]>, motion: Motion) -> Result<Moved, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        let mut mover = self.refresh()?.mover(id)?;
        let mut hits = Vec::new();
        mover.go(to, &mut hits);
        if motion == Motion::Slide {
            // After a round without a move, all further rounds would have the same result.
            let _ = (0..ROUNDS).take_while(|_| mover.slide(to, &mut hits)).count();
        }
        let at = mover.at;
        self.move_to(id, at)?;
        Ok(Moved { at, hits })
    }
}

impl SweepingSprite<'_> {
    /// Moves the sprite towards a position, up to the first hit. Appends the hit, if its sprite is new in `hits`.
    fn go(&mut self, to: [i32; 2], hits: &mut Vec<SweepHit>) {
        let swept = self.sweep(to);
        let new = swept.hit.filter(|hit| hits.iter().all(|known| known.sprite != hit.sprite));
        hits.extend(new);
        self.at = swept.at;
    }

    /// Moves the sprite along one axis, then along the other. Returns whether the sprite moved.
    fn slide(&mut self, to: [i32; 2], hits: &mut Vec<SweepHit>) -> bool {
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
