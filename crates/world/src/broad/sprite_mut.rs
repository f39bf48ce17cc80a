//! A handle to a sprite of a world.

use super::row_flags::RowFlags;
use super::shared_columns::SharedColumns;
use crate::column::Column;
use crate::masks::MaskStore;
use crate::row::Row;
use crate::sprites::{Appearance, Layers, check_position};
use crate::{Angle, MaskId, SpriteId, Turn, WorldError};
use std::fmt;

/// A handle to a sprite of a world, to read and change it: one from [`World::get_mut`](crate::World::get_mut), all from
/// [`World::sprites_mut`](crate::World::sprites_mut).
///
/// A change that the world cannot show is refused at once, and leaves the sprite as it was. Queries see the changes
/// after the next refresh.
///
/// ```
/// # use mask::Mask;
/// use world::{Angle, Sprite, Turn, World};
///
/// # let mut world = World::new();
/// # let ship = world.add_mask(Mask::filled(3, 2)?)?;
/// # let wreck = world.add_mask(Mask::filled(3, 3)?)?;
/// let id = world.spawn(Sprite::new(ship, [10, -4]))?;
/// let mut sprite = world.get_mut(id)?;
/// sprite.move_by([1, 1])?;
/// sprite.set_mask(wreck)?;
/// sprite.set_angle(Angle::degrees(30.0)?)?;
/// sprite.set_layers(0b10, 0b01)?;
/// sprite.set_fixed(true)?;
/// assert_eq!((sprite.position(), sprite.mask()), ([11, -3], wreck));
/// assert_eq!(world.get(id).unwrap().layer_bits(), 0b10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SpriteMut<'w> {
    pub(super) id: SpriteId,
    pub(super) row: Row,
    pub(super) at: &'w mut [i32; 2],
    pub(super) appearance: &'w mut Appearance,
    pub(super) flags: &'w mut RowFlags,
    pub(super) pivots: &'w Column<Option<[i32; 2]>>,
    pub(super) shared: &'w SharedColumns,
    pub(super) masks: &'w MaskStore,
}

impl fmt::Debug for SpriteMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpriteMut").field("id", &self.id).field("position", self.at).finish_non_exhaustive()
    }
}

/// What the sprite is.
impl SpriteMut<'_> {
    /// The id of the sprite.
    #[must_use]
    #[inline]
    pub fn id(&self) -> SpriteId {
        self.id
    }

    /// The position of the pivot, or of the top-left pixel if the sprite has no pivot.
    #[must_use]
    #[inline]
    pub fn position(&self) -> [i32; 2] {
        *self.at
    }

    /// The mask that the sprite shows.
    #[must_use]
    pub fn mask(&self) -> MaskId {
        self.appearance.mask
    }

    /// Whether the sprite is mirrored left to right, and top to bottom.
    #[must_use]
    pub fn flips(&self) -> [bool; 2] {
        self.appearance.orientation.flips()
    }

    /// The turn by quarters, after the flips.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.appearance.orientation.turn()
    }

    /// The angle, after the flips and the quarters.
    #[must_use]
    pub fn angle(&self) -> Angle {
        self.appearance.angle
    }

    /// The pixel of the mask that is at the position; `None` if the sprite has no pivot.
    #[must_use]
    pub fn pivot_pixel(&self) -> Option<[i32; 2]> {
        self.pivots.get(self.row.index())
    }

    /// The layers that the sprite is in, a bit each.
    #[must_use]
    pub fn layer_bits(&self) -> u32 {
        self.layers().layer_bits
    }

    /// The layers that the sprite collides with, a bit each.
    #[must_use]
    pub fn collision_bits(&self) -> u32 {
        self.layers().collision_bits
    }

    /// Whether the sprite is fixed.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.row.is_fixed() != self.flags.moves()
    }

    fn layers(&self) -> Layers {
        self.shared.layers.get(self.row.index())
    }
}

/// Changes.
impl SpriteMut<'_> {
    /// Moves the sprite to a position.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and the sprite stays.
    #[inline]
    pub fn move_to(&mut self, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.set_position(check_position(at.into().map(i64::from))?);
        Ok(())
    }

    /// Moves the sprite by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::OutOfRange`], and the sprite stays.
    #[inline]
    pub fn move_by(&mut self, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        let ([x, y], [dx, dy]) = (*self.at, by.into());
        self.set_position(check_position([i64::from(x) + i64::from(dx), i64::from(y) + i64::from(dy)])?);
        Ok(())
    }

    /// Lets the sprite show another mask, as an animation does.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle;
    /// [`WorldError::NoMemory`]. The sprite keeps its mask.
    pub fn set_mask(&mut self, mask: MaskId) -> Result<(), WorldError> {
        self.set_appearance(Appearance { mask, ..*self.appearance })
    }

    /// Sets whether the sprite is mirrored left to right, and top to bottom.
    ///
    /// # Errors
    /// [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle, which after another flip may be
    /// a pixel larger; [`WorldError::NoMemory`] for the flipped mask. The sprite keeps its flips.
    pub fn set_flips(&mut self, x: bool, y: bool) -> Result<(), WorldError> {
        let orientation = self.appearance.orientation.with_flips(x, y);
        self.set_appearance(Appearance { orientation, ..*self.appearance })
    }

    /// Sets the turn by quarters.
    ///
    /// # Errors
    /// [`WorldError::CannotTransform`] if the mask is too large for the sprite's angle, which after another turn may be
    /// a pixel larger; [`WorldError::NoMemory`] for the turned mask. The sprite keeps its turn.
    pub fn set_turn(&mut self, turn: Turn) -> Result<(), WorldError> {
        let orientation = self.appearance.orientation.with_turn(turn);
        self.set_appearance(Appearance { orientation, ..*self.appearance })
    }

    /// Sets the angle, after the flips and the quarters, as [`Sprite::rotated`](crate::Sprite::rotated) does.
    ///
    /// # Errors
    /// [`WorldError::CannotTransform`] if the mask is too large for the angle; [`WorldError::NoMemory`]. The sprite
    /// keeps its angle.
    pub fn set_angle(&mut self, angle: Angle) -> Result<(), WorldError> {
        self.set_appearance(Appearance { angle, ..*self.appearance })
    }

    /// Sets the layers that the sprite is in, and those that it collides with, a bit each.
    ///
    /// # Errors
    /// [`WorldError::NoMemory`] for the first sprite with other layers than the default ones, and they stay.
    pub fn set_layers(&mut self, layers: u32, collides_with: u32) -> Result<(), WorldError> {
        let layers = Layers::new(layers, collides_with);
        if layers != self.layers() {
            self.shared.layers.set_shared(self.row.index(), layers)?;
            self.flags.mark_dirty_if(true);
        }
        Ok(())
    }

    /// Sets whether the sprite is fixed, as [`Sprite::fixed`](crate::Sprite::fixed) does. The next refresh moves it to
    /// the other sprites of its kind.
    ///
    /// # Errors
    /// None today. Memory that the system refuses for the move is an error of the refresh.
    pub fn set_fixed(&mut self, fixed: bool) -> Result<(), WorldError> {
        self.flags.set_moves(fixed != self.row.is_fixed());
        if self.flags.moves() {
            self.shared.note_move();
        }
        Ok(())
    }

    #[inline]
    fn set_position(&mut self, at: [i32; 2]) {
        self.flags.mark_dirty_if(at != *self.at);
        *self.at = at;
    }

    /// Lets the sprite show something else, if it can be shown.
    fn set_appearance(&mut self, appearance: Appearance) -> Result<(), WorldError> {
        if appearance != *self.appearance {
            self.masks.pose(appearance, *self.at, self.pivot_pixel())?;
            self.masks.acquire(appearance);
            self.masks.release(self.appearance.mask);
            self.flags.mark_dirty_if(true);
            *self.appearance = appearance;
        }
        Ok(())
    }
}
