//! A sprite as the rows of a world store it.

use super::position::{check_pivot, check_position};
use super::{Appearance, Extras, LastPlace, Layers, Orientation, Scale, Sprite, Traits};
use crate::masks::VariantNumber;
use crate::{Angle, MaskId, WorldError};

/// The values of a sprite, checked and packed as the rows of a world store them. The data is stored elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct RowSprite {
    pub(crate) at: [i32; 2],
    pub(crate) appearance: Appearance,
    /// The number of the variant that the sprite shows, as [`MaskStore::resolve`](crate::masks::MaskStore::resolve)
    /// returns it.
    pub(crate) variant: VariantNumber,
    pub(crate) layers: Layers,
    pub(crate) extras: Extras,
    pub(crate) traits: Traits,
    pub(crate) fixed: bool,
    pub(crate) last_place: LastPlace,
}

impl RowSprite {
    /// The values of a sprite.
    ///
    /// # Errors
    /// Returns [`WorldError::OutOfRange`] for the position, [`WorldError::PivotOutOfRange`] for the pivot and
    /// [`WorldError::NotAScale`] for the scale.
    pub(crate) fn new(sprite: &Sprite) -> Result<RowSprite, WorldError> {
        let &Sprite {
            mask,
            position,
            flip_x,
            flip_y,
            turn,
            angle,
            scale,
            pivot,
            exact,
            fixed,
            sensor,
            one_way,
            continuous,
            ..
        } = sprite;
        let at = check_position(position.map(i64::from))?;
        check_pivot(pivot)?;
        let orientation = Orientation::new(flip_x, flip_y, turn);
        Ok(RowSprite {
            at,
            appearance: Appearance { mask, angle, orientation },
            variant: 0,
            layers: Layers::new(sprite.layers, sprite.collides_with),
            extras: Extras { pivot, scale: Scale::new(scale)?, exact },
            traits: Traits { sensor, one_way, continuous },
            fixed,
            last_place: LastPlace::NONE,
        })
    }

    /// A sprite that shows a mask, with the default of every other value.
    pub(crate) fn of_mask(mask: MaskId) -> RowSprite {
        RowSprite {
            at: [0, 0],
            appearance: Appearance { mask, angle: Angle::ZERO, orientation: Orientation::default() },
            variant: 0,
            layers: Layers::default(),
            extras: Extras::default(),
            traits: Traits::default(),
            fixed: false,
            last_place: LastPlace::NONE,
        }
    }

    /// The sprite with these values and with the given data.
    pub(crate) fn with_data(self, data: u64) -> Sprite {
        let RowSprite {
            at, appearance: Appearance { mask, angle, orientation }, layers, extras, traits, fixed, ..
        } = self;
        let [flip_x, flip_y] = orientation.flips();
        Sprite {
            mask,
            position: at,
            flip_x,
            flip_y,
            turn: orientation.turn(),
            angle,
            scale: extras.scale.factors(),
            pivot: extras.pivot,
            layers: layers.layer_bits,
            collides_with: layers.collision_bits,
            fixed,
            sensor: traits.sensor,
            one_way: traits.one_way,
            continuous: traits.continuous,
            exact: extras.exact,
            data,
        }
    }
}
