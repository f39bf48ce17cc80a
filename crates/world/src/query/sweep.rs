//! A sprite that moves along a straight way: what stops it, and where.

use super::line_traversal::LineTraversal;
use crate::row::Row;
use crate::sprites::check_position;
use crate::{Placed, SpriteId, View, WorldError};
use mask::{Contact, Line};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What a moving sprite runs into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepHit {
    /// The sprite in the way.
    pub sprite: SpriteId,
    /// Steps along the line to the first at which the two share a solid pixel.
    pub step: u32,
    /// The topmost pixel that they share there, the leftmost of its row, in world pixels.
    pub first: [i32; 2],
    /// The unit normal there: it points from the moving sprite to the one in its way, y down.
    pub normal: [f64; 2],
}

/// How far a sprite can move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swept {
    /// The last position before it hits, or where the way ends.
    pub at: [i32; 2],
    /// What it hits; `None` where the way is free.
    pub hit: Option<SweepHit>,
}

/// Sprites in each other's way.
impl<'w> View<'w> {
    /// How far a sprite can move in a straight line towards a position.
    ///
    /// It goes by whole-pixel steps along the [`Line`] from where it stands to `to`, and stops before the
    /// first step at which it would share a solid pixel with another sprite. Every step counts, so that it
    /// tunnels through nothing, however fast and however thin. Sprites that move and fixed ones are in its
    /// way alike, even if it is fixed itself, where the layers of both allow and the view sees them
    /// ([`View::on_layers`]). Of several that it would hit at the same step the one with the smallest id
    /// is told.
    ///
    /// A sprite that overlaps others where it begins is not stuck: each of them is ignored until it has
    /// left it, and is in its way from then on.
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
    /// assert_eq!((swept.at, hit.sprite, hit.first, hit.normal), ([492, 0], wall, [500, 0], [1.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: the boxes of the trees on the way, and [`Mask::sweep`](mask::Mask::sweep) against each sprite that
    /// the tight box of this one passes, up to the first hit; for one that it overlaps at the beginning a
    /// test for each step until it has left it.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`] for a position beyond
    /// [`MAX_POSITION`](crate::MAX_POSITION).
    pub fn sweep(self, id: SpriteId, to: impl Into<[i32; 2]>) -> Result<Swept, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        Ok(self.mover(id)?.sweep(to))
    }

    /// A sprite at its current position.
    pub(super) fn mover(self, id: SpriteId) -> Result<SweepingSprite<'w>, WorldError> {
        let (row, sprite) = self.row(id).zip(self.world.get(id)).ok_or(WorldError::StaleSprite(id))?;
        let (placed, at) = (self.placed(row), sprite.position());
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        Ok(SweepingSprite { view: self, row, placed: Placed { at: hold, ..placed }, at })
    }
}

/// A sprite that moves through a world in which nothing else does.
pub(super) struct SweepingSprite<'w> {
    view: View<'w>,
    row: Row,
    /// Its mask, placed as for the position [0, 0].
    placed: Placed<'w>,
    /// Its position now.
    pub(super) at: [i32; 2],
}

impl SweepingSprite<'_> {
    /// How far it can move towards a position. It stays.
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
        let first = other.to_world(shared.expect("they overlap in a contact"));
        // The first step is never one of a contact.
        Swept { at: line.at(step - 1), hit: Some(SweepHit { sprite, step, first, normal: contact.normal }) }
    }

    /// The first contact with a row's sprite up to a step, after it has left a sprite that it overlaps at the beginning.
    fn contact(&self, line: &Line, row: Row, last: u32) -> Option<Contact> {
        let Placed { mask, at } = self.view.placed(row);
        let at = [self.placed.at[0] - at[0], self.placed.at[1] - at[1]];
        let sweep = |first| mask.sweep_line(self.placed.mask, line, at, first..=last).hit;
        let overlap = |step: u32| {
            let [x, y] = line.at(step);
            // Too far to say is too far to overlap.
            let offset = x.checked_add(at[0]).zip(y.checked_add(at[1]));
            offset.is_some_and(|at| mask.overlaps(self.placed.mask, <[i32; 2]>::from(at)))
        };
        // Asked first: a sweep that begins in a contact works out its normal, which deep inside takes long.
        if !overlap(0) {
            return sweep(0);
        }
        let parted = (1..=last).find(|&step| !overlap(step))?;
        sweep(parted)
    }
}
