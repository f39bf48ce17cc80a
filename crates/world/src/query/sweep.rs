//! Sweeps: the first obstacle on the straight path of a sprite.

use super::line_traversal::LineTraversal;
use crate::row::Row;
use crate::sprites::check_position;
use crate::{Placed, SpriteId, View, WorldError};
use mask::{Contact, Line};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The first contact of a moving sprite with a sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SweepHit {
    /// The sprite in the way.
    pub sprite: SpriteId,
    /// The number of the first step along the line after which the two sprites share a solid pixel.
    pub step: u32,
    /// The last free position of the moving sprite: its position one step before the contact.
    pub before: [i32; 2],
    /// The topmost pixel that the two sprites share in the contact, the leftmost of its row, in world pixels.
    pub first: [i32; 2],
    /// The unit normal of the contact: it points from the moving sprite to the sprite in its way, y down. It is the
    /// reverse of the way out, [`Collision::normal_of`](crate::Collision::normal_of). Near the end of a flat side the
    /// normal is tilted, because it is the gradient of the overlap area.
    pub normal: [f64; 2],
}

/// The result of a sweep: the end of the free part of the path, and the first contact.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Swept {
    /// The position at which the sprite comes to rest: [`SweepHit::before`] of the hit, or the end of the line.
    pub at: [i32; 2],
    /// The first contact; `None` if the line is free.
    pub hit: Option<SweepHit>,
}

/// Sweeps of a sprite along a straight path.
impl<'w> View<'w> {
    /// Returns how far a sprite can move in a straight line towards a position. The sprite does not move.
    ///
    /// The path is the [`Line`] of whole-pixel steps from the sprite's position to `to`. The sprite stops at the
    /// last position before it would share a solid pixel with another sprite. The result is the same as if every
    /// position on the path were tested. The sprite therefore never passes through a sprite that it does not overlap at the start, however
    /// long the path and however thin the other sprite.
    ///
    /// Another sprite is in the way if the layers of both sprites allow a collision and the view includes the other
    /// sprite ([`View::on_layers`]). This holds for moving and fixed sprites alike, even if the sprite itself is fixed.
    /// If the sprite hits several sprites at one step, the hit names the sprite with the smallest id.
    ///
    /// # A start inside another sprite
    /// If the sprite overlaps another sprite at the start, it ignores the other sprite until the two have separated, so
    /// that it is never stuck. A bullet that is spawned one pixel inside a rock therefore flies through the rock. To
    /// find such an overlap before the move, use [`View::collision`] for one sprite or [`View::find`] for all sprites:
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, rock) = (world.add_mask(Mask::filled(1, 1)?)?, world.add_mask(Mask::filled(40, 40)?)?);
    /// let rock = world.spawn(Sprite::new(rock, [10, -20]).fixed())?;
    /// let bullet = world.spawn(Sprite::new(dot, [10, 0]))?; // one pixel inside the rock
    /// let view = world.refresh()?;
    /// assert_eq!(view.sweep(bullet, [100, 0])?.hit, None); // through the rock
    /// assert!(view.collision(bullet, rock).is_some());
    /// let inside = view.find(view.shape(bullet).unwrap());
    /// assert_eq!(inside, [rock, bullet]); // itself too
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Examples
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, wall) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(1, 90)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [0, 0]))?;
    /// let wall = world.spawn(Sprite::new(wall, [500, -30]).fixed())?;
    /// let swept = world.refresh()?.sweep(ball, [10_000, 0])?;
    /// let hit = swept.hit.unwrap();
    /// assert_eq!((swept.at, hit.sprite, hit.before), ([492, 0], wall, [492, 0]));
    /// assert_eq!((hit.first, hit.normal), ([500, 0], [1.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a test of each box of the trees along the line, and a [`Mask::sweep`](mask::Mask::sweep) against each
    /// sprite that the tight box reaches, up to the first hit. A sprite that overlaps at the start adds an overlap test
    /// for each step until the two have separated.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] if the id names no sprite of this world, and [`WorldError::OutOfRange`] if
    /// `to` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn sweep(self, id: SpriteId, to: impl Into<[i32; 2]>) -> Result<Swept, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        Ok(self.mover(id)?.sweep(to))
    }

    /// Returns a sprite at its position, ready to move.
    pub(super) fn mover(self, id: SpriteId) -> Result<SweepingSprite<'w>, WorldError> {
        let (row, sprite) = self.row(id).zip(self.world.get(id)).ok_or(WorldError::StaleSprite(id))?;
        let (placed, at) = (self.placed(row), sprite.position());
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        Ok(SweepingSprite { view: self, row, placed: Placed { at: hold, ..placed }, at })
    }
}

/// A sprite that moves while all other sprites stay.
pub(super) struct SweepingSprite<'w> {
    view: View<'w>,
    row: Row,
    /// The mask of the sprite, placed as if the sprite were at [0, 0].
    placed: Placed<'w>,
    /// The current position of the sprite.
    pub(super) at: [i32; 2],
}

impl SweepingSprite<'_> {
    /// Returns how far the sprite can move towards a position. The sprite does not move.
    pub(super) fn sweep(&self, to: [i32; 2]) -> Swept {
        let line = Line::new(self.at, to);
        let mut first: Option<(u32, SpriteId, Row, Contact)> = None;
        let free = Swept { at: to, hit: None };
        let Some(tight) = self.placed.bounds() else { return free };
        let mut traversal = LineTraversal::of_box(&line, &tight, |row, limit: &mut f64| {
            if row != self.row && self.view.sees(row) && self.view.may_collide(row, self.row) {
                let contact = self.contact(&line, row, *limit as u32);
                let found = contact.map(|contact| (contact.step, self.view.id(row), row, contact));
                if let Some(found) = found
                    && first.is_none_or(|first| (found.0, found.1) < (first.0, first.1))
                {
                    first = Some(found);
                    *limit = found.0.into();
                }
            }
            ControlFlow::<Infallible>::Continue(())
        });
        let _ = self.view.world.broad.traverse(&mut traversal);
        let Some((step, sprite, row, contact)) = first else { return free };
        let other = self.view.placed(row);
        let shared = other.mask.overlap_first(self.placed.mask, contact.at);
        let first = other.to_world(shared.expect("the masks share a solid pixel at a contact"));
        // A contact never has step 0: `contact` skips a start inside another sprite.
        let before = line.at(step - 1);
        Swept { at: before, hit: Some(SweepHit { sprite, step, before, first, normal: contact.normal }) }
    }

    /// Returns the first contact with the sprite in a row, up to the step `last`. If the two sprites overlap at the
    /// start, only contacts after they have separated count.
    fn contact(&self, line: &Line, row: Row, last: u32) -> Option<Contact> {
        let Placed { mask, at } = self.view.placed(row);
        let at = [self.placed.at[0] - at[0], self.placed.at[1] - at[1]];
        let sweep = |first| mask.sweep_line(self.placed.mask, line, at, first..=last).hit;
        let overlap = |step: u32| {
            let [x, y] = line.at(step);
            // Masks at an offset beyond `i32` are too far apart to overlap.
            let offset = x.checked_add(at[0]).zip(y.checked_add(at[1]));
            offset.is_some_and(|at| mask.overlaps(self.placed.mask, <[i32; 2]>::from(at)))
        };
        // Tested first, because a sweep that starts in an overlap computes its normal, which is slow deep inside.
        if !overlap(0) {
            return sweep(0);
        }
        let parted = (1..=last).find(|&step| !overlap(step))?;
        sweep(parted)
    }
}
