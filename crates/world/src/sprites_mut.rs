//! A sprite of a world, to change.

use crate::sprite::check_position;
use crate::{Angle, Sprite, SpriteId, Turn, WorldError};
use std::ops::Deref;

/// A sprite of a world whose place can be changed; what it shows can be read as from a [`Sprite`].
pub struct SpriteMut<'w> {
    id: SpriteId,
    sprite: &'w mut Sprite,
    /// Set where something changes.
    touched: &'w mut bool,
}

impl Deref for SpriteMut<'_> {
    type Target = Sprite;

    fn deref(&self) -> &Sprite {
        self.sprite
    }
}

impl<'w> SpriteMut<'w> {
    #[inline]
    pub(crate) fn new(id: SpriteId, sprite: &'w mut Sprite, touched: &'w mut bool) -> SpriteMut<'w> {
        SpriteMut { id, sprite, touched }
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
    #[inline]
    pub fn move_to(&mut self, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.place(check_position(at.into().map(i64::from))?);
        Ok(())
    }

    /// Moves it by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and it stays.
    #[inline]
    pub fn move_by(&mut self, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        let ([x, y], [dx, dy]) = (self.sprite.at, by.into());
        self.place(check_position([i64::from(x) + i64::from(dx), i64::from(y) + i64::from(dy)])?);
        Ok(())
    }

    /// Sets whether it is mirrored left to right, and top to bottom.
    pub fn set_flips(&mut self, x: bool, y: bool) {
        self.set(Sprite { way: self.sprite.way.with_flips(x, y), ..*self.sprite });
    }

    /// Sets its turn by quarters.
    pub fn set_turn(&mut self, turn: Turn) {
        self.set(Sprite { way: self.sprite.way.with_turn(turn), ..*self.sprite });
    }

    /// Sets its angle, as [`Sprite::rotated`] does. A mask that cannot be turned so is refused by the next
    /// refresh.
    pub fn set_angle(&mut self, angle: Angle) {
        self.set(Sprite { angle, ..*self.sprite });
    }

    /// Sets the layers it is in and those it collides with.
    pub fn set_layers(&mut self, layers: u32, collides_with: u32) {
        self.set(Sprite { layers, collides_with, ..*self.sprite });
    }

    /// Alone, because moving is what is done a million times a step.
    #[inline]
    fn place(&mut self, at: [i32; 2]) {
        *self.touched |= at != self.sprite.at;
        self.sprite.at = at;
    }

    /// Makes the sprite another.
    pub(crate) fn set(&mut self, sprite: Sprite) {
        *self.touched |= sprite != *self.sprite;
        *self.sprite = sprite;
    }
}
