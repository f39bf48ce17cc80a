//! A sprite of a world, to change.

use crate::sprite::check_position;
use crate::world::moved;
use crate::{Sprite, SpriteId, Turn, WorldError};
use std::ops::Deref;

/// A sprite of a world whose place can be changed; what it shows can be read as from a [`Sprite`].
pub struct SpriteMut<'w> {
    id: SpriteId,
    sprite: &'w mut Sprite,
}

impl Deref for SpriteMut<'_> {
    type Target = Sprite;

    fn deref(&self) -> &Sprite {
        self.sprite
    }
}

impl<'w> SpriteMut<'w> {
    pub(crate) fn new(id: SpriteId, sprite: &'w mut Sprite) -> SpriteMut<'w> {
        SpriteMut { id, sprite }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> SpriteId {
        self.id
    }

    /// Moves it to a position.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and it stays.
    pub fn move_to(&mut self, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.sprite.at = check_position(at.into().map(i64::from))?;
        Ok(())
    }

    /// Moves it by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and it stays.
    pub fn move_by(&mut self, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.sprite.at = moved(self.sprite.at, by.into())?;
        Ok(())
    }

    /// Sets whether it is mirrored left to right, and top to bottom.
    pub fn set_flips(&mut self, x: bool, y: bool) {
        (self.sprite.way.flip_x, self.sprite.way.flip_y) = (x, y);
    }

    /// Sets its turn.
    pub fn set_turn(&mut self, turn: Turn) {
        self.sprite.way.turn = turn;
    }

    /// Sets the layers it is in and those it collides with.
    pub fn set_layers(&mut self, layers: u32, collides_with: u32) {
        (self.sprite.layers, self.sprite.collides_with) = (layers, collides_with);
    }
}
