//! Moving a sprite until something is in its way, or along what is.

use super::SweepHit;
use super::sweep::SweepingSprite;
use crate::sprites::check_position;
use crate::{SpriteId, World, WorldError};

/// What a sprite does when something is in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Motion {
    /// It stops before it.
    Stop,
    /// What is left of the way it goes along one axis, then along the other, as far as each is free: first
    /// the one along which more is left, x where that is equal. If that moved it and something is left it
    /// tries both again, up to eight times. It never moves away from where it was sent on either axis.
    Slide,
}

/// Where a sprite came to stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// Its position.
    pub at: [i32; 2],
    /// What was in its way, in the order in which it ran into it; each sprite once, with its first contact. Steps
    /// count from where it last changed direction.
    pub hits: Vec<SweepHit>,
}

/// How often what is left of a way is tried.
const ROUNDS: usize = 8;

impl World {
    /// Moves a sprite towards a position until something is in its way, as [`View::sweep`](crate::View::sweep)
    /// has it, and then stops or slides along it.
    ///
    /// It tunnels through nothing, and where it ends it overlaps no sprite that it may collide with but those
    /// that it has overlapped all the way from where it began.
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
    /// Cost: a [`World::refresh`], and a sweep, or up to seventeen where it slides.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`]; the sprite stays.
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

    /// Moves along one axis, then the other. Whether that led anywhere.
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
