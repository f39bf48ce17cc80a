//! A sprite of a world, to change.

use super::{Appearance, check_position};
use crate::{Angle, MaskId, SpriteId, Turn, WorldError};

/// A sprite of a world, to move, flip and turn.
#[derive(Debug)]
pub struct SpriteMut<'w> {
    pub(crate) id: SpriteId,
    pub(crate) at: &'w mut [i32; 2],
    pub(crate) appearance: &'w mut Appearance,
    /// Set where something changes.
    pub(crate) dirty: &'w mut bool,
}

impl SpriteMut<'_> {
    /// Its id.
    #[must_use]
    #[inline]
    pub fn id(&self) -> SpriteId {
        self.id
    }

    /// Where its pivot stands, or its top-left pixel where it has none.
    #[must_use]
    #[inline]
    pub fn position(&self) -> [i32; 2] {
        *self.at
    }

    /// The mask that it shows.
    #[must_use]
    pub fn mask(&self) -> MaskId {
        self.appearance.mask
    }

    /// Its angle, after flips and quarters.
    #[must_use]
    pub fn angle(&self) -> Angle {
        self.appearance.angle
    }

    /// Moves it to a position.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and it stays.
    #[inline]
    pub fn move_to(&mut self, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.set_position(check_position(at.into().map(i64::from))?);
        Ok(())
    }

    /// Moves it by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and it stays.
    #[inline]
    pub fn move_by(&mut self, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        let ([x, y], [dx, dy]) = (*self.at, by.into());
        self.set_position(check_position([i64::from(x) + i64::from(dx), i64::from(y) + i64::from(dy)])?);
        Ok(())
    }

    /// Sets whether it is mirrored left to right, and top to bottom.
    pub fn set_flips(&mut self, x: bool, y: bool) {
        self.set_appearance(Appearance {
            orientation: self.appearance.orientation.with_flips(x, y),
            ..*self.appearance
        });
    }

    /// Sets its turn by quarters.
    pub fn set_turn(&mut self, turn: Turn) {
        self.set_appearance(Appearance {
            orientation: self.appearance.orientation.with_turn(turn),
            ..*self.appearance
        });
    }

    /// Sets its angle, as [`Sprite::rotated`](crate::Sprite::rotated) does. A mask that cannot be turned so is
    /// refused by the next refresh; [`World::set_angle`](crate::World::set_angle) refuses it at once.
    pub fn set_angle(&mut self, angle: Angle) {
        self.set_appearance(Appearance { angle, ..*self.appearance });
    }

    #[inline]
    fn set_position(&mut self, at: [i32; 2]) {
        *self.dirty |= at != *self.at;
        *self.at = at;
    }

    pub(crate) fn set_appearance(&mut self, appearance: Appearance) {
        *self.dirty |= appearance != *self.appearance;
        *self.appearance = appearance;
    }
}
