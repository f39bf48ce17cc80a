//! A sprite as the columns of a world store it.

use super::position::{check_fraction, check_origin, check_position};
use super::{Appearance, Extras, LastPlace, Layers, MapExtras, Orientation, Sprite, Traits, check_scale};
use crate::masks::VariantNumber;
use crate::{Angle, MaskId, Turn, WorldError};
use mask::Affine;

/// The values of a sprite, checked and packed as the columns of a world store them. The data is stored elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct StoredSprite {
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

impl StoredSprite {
    /// The values of a sprite.
    ///
    /// # Errors
    /// Returns the errors of [`World::spawn`](crate::World::spawn) about single values: the position, the fraction, the
    /// origin, the scale, and a transform with a translation or beside one of the values that it excludes.
    pub(crate) fn new(sprite: &Sprite) -> Result<StoredSprite, WorldError> {
        let &Sprite { mask, position, fraction, flip_x, flip_y, turn, angle, scale, origin, transform, .. } = sprite;
        let at = check_position(position.map(i64::from))?;
        let (scale, origin, fraction) = (check_scale(scale)?, check_origin(origin)?, check_fraction(fraction)?);
        let orientation = Orientation::new(flip_x, flip_y, turn);
        let map = match transform {
            None => MapExtras::Turned { angle, scale, origin },
            Some(by) => {
                let excluded = [
                    ("flip_x", flip_x),
                    ("flip_y", flip_y),
                    ("turn", turn != Turn::None),
                    ("angle", angle != Angle::ZERO),
                    ("scale", scale != [1.0; 2]),
                    ("origin", origin.is_some()),
                ];
                if let Some((field, _)) = excluded.into_iter().find(|(_, is_set)| *is_set) {
                    return Err(WorldError::BesideTransform { field });
                }
                let translation = <[[f64; 3]; 2]>::from(by).map(|[.., c]| c);
                if translation != [0.0; 2] {
                    return Err(WorldError::TransformMoves { translation });
                }
                MapExtras::transformed(&by)
            }
        };
        Ok(StoredSprite {
            at,
            appearance: Appearance { mask, orientation },
            variant: 0,
            layers: Layers::new(sprite.layers, sprite.collides_with),
            extras: Extras { map, fraction },
            traits: Traits { sensor: sprite.sensor, one_way: sprite.one_way, continuous: sprite.continuous },
            fixed: sprite.fixed,
            last_place: LastPlace::NONE,
        })
    }

    /// A sprite that shows a mask, with the default of every other value.
    pub(crate) fn of_mask(mask: MaskId) -> StoredSprite {
        StoredSprite {
            at: [0, 0],
            appearance: Appearance { mask, orientation: Orientation::default() },
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
        let StoredSprite { at, appearance: Appearance { mask, orientation }, layers, extras, traits, fixed, .. } = self;
        let [flip_x, flip_y] = orientation.flips();
        let Extras { map, fraction } = extras;
        let (angle, scale, origin, transform) = match map {
            MapExtras::Turned { angle, scale, origin } => (angle, scale, origin, None),
            MapExtras::Transformed { linear: [[a, b], [c, d]] } => {
                (Angle::ZERO, [1.0; 2], None, Some(Affine::from([[a, b, 0.0], [c, d, 0.0]])))
            }
        };
        Sprite {
            mask,
            position: at,
            fraction,
            flip_x,
            flip_y,
            turn: orientation.turn(),
            angle,
            scale,
            origin,
            transform,
            layers: layers.layer_bits,
            collides_with: layers.collision_bits,
            fixed,
            sensor: traits.sensor,
            one_way: traits.one_way,
            continuous: traits.continuous,
            data,
        }
    }
}
