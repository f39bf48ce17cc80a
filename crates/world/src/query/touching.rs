//! The sprites that would block a move.

use super::Who;
use crate::sprites::check_position;
use crate::{SpriteId, View, WorldError, memory};
use mask::Line;
use std::ops::ControlFlow;

impl<'w> View<'w> {
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
    /// Returns the errors of [`View::shape`], [`WorldError::NoCommonLayer`] as [`View::on_layers`] says, and
    /// [`WorldError::OutOfRange`] if the move leads further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn touching<'a>(self, who: impl Into<Who<'a>>, by: impl Into<[i32; 2]>) -> Result<Vec<SpriteId>, WorldError>
    where
        'w: 'a,
    {
        let mover = self.moving(who.into())?.on_asked_layers()?;
        let by = by.into();
        let to = check_position([0, 1].map(|axis| i64::from(mover.at[axis]) + i64::from(by[axis])))?;
        let line = Line::new(mover.at, to);
        let mut ids = Vec::new();
        let _ = mover.try_for_each_along(&line, |obstacle| {
            let meeting = mover.meets(&obstacle);
            let is_inside = meeting.is_inside(mover.at);
            if is_inside && line.steps() == 0 || meeting.first_block_of_view(&line, is_inside, line.steps()).is_some() {
                memory::or_panic(memory::try_push(&mut ids, self.id(obstacle.slot)));
            }
            ControlFlow::<()>::Continue(())
        });
        ids.sort_unstable();
        Ok(ids)
    }
}
