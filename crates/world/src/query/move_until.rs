//! Moving a sprite until something is in its way, or along what is.

use super::SweepHit;
use super::sweep::SweepingSprite;
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError};

/// What a sprite does when another sprite is in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Motion {
    /// The sprite stops before the other.
    Stop,
    /// The sprite slides the remaining distance along one axis, then along the other, as far as each is free: first
    /// along the axis with the longer remaining distance, x if both are equal. If the sprite moved and a distance
    /// remains, it tries both axes again, up to eight times. It never moves away from the target on either axis.
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

/// How often a slide is tried.
const ROUNDS: usize = 8;

impl World {
    /// Moves a sprite towards a position until another sprite is in its way, as [`View::sweep`](crate::View::sweep)
    /// finds out, and then stops or slides along the other.
    ///
    /// The sprite passes through no sprite that is free of it at the start. At the end it overlaps no sprite that it may
    /// collide with, except those that it has overlapped since the start.
    ///
    /// A sprite that overlaps another at the start ignores that sprite until the two have parted: a bullet that is
    /// spawned one pixel inside a rock flies through the rock. [`View::collision`](crate::View::collision) and
    /// [`View::find`](crate::View::find) tell before the move what a sprite overlaps; see `View::sweep` for an example.
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
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`]; the errors of [`World::refresh`]. The sprite stays.
    pub fn move_until(&mut self, id: SpriteId, to: impl Into<[i32; 2]>, motion: Motion) -> Result<Moved, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        let mut mover = self.refresh()?.mover(id)?;
        let mut hits = Vec::new();
        mover.go(to, &mut hits);
        if motion == Motion::Slide {
            // A round that moves it nowhere would repeat itself.
            let _ = (0..ROUNDS).take_while(|_| mover.slide(to, &mut hits)).count();
        }
        let at = mover.at;
        self.move_to(id, at)?;
        Ok(Moved { at, hits })
    }
}

impl SweepingSprite<'_> {
    /// Moves towards a position until it hits.
    fn go(&mut self, to: [i32; 2], hits: &mut Vec<SweepHit>) {
        let swept = self.sweep(to);
        let new = swept.hit.filter(|hit| hits.iter().all(|known| known.sprite != hit.sprite));
        hits.extend(new);
        self.at = swept.at;
    }

    /// Moves along one axis, then the other; returns whether the sprite moved.
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
