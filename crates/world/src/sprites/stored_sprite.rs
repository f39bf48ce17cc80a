//! A sprite as the columns of a world store it: the mask that it shows, what few sprites have, its layers, and where
//! it stood at the last step.

use super::orientation::Orientation;
use super::position::{check_fraction, check_origin, check_position};
use super::sprite::{Side, Sprite};
use crate::slots::VariantNumber;
use crate::{Angle, MaskId, QuarterTurn, WorldError};
use mask::Affine;

/// The values of a sprite, checked and packed as the columns of a world store them. The data is stored elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct StoredSprite {
    pub(crate) at: [i32; 2],
    pub(crate) appearance: Appearance,
    /// The number of the variant that the sprite shows, as [`MaskStore::resolve`](crate::variants::MaskStore::resolve)
    /// returns it.
    pub(crate) variant: VariantNumber,
    pub(crate) layers: Layers,
    pub(crate) extras: Extras,
    pub(crate) mode: CollisionMode,
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
                    ("turn", turn != QuarterTurn::None),
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
            mode: CollisionMode { sensor: sprite.sensor, one_way: sprite.one_way, continuous: sprite.continuous },
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
            mode: CollisionMode::default(),
            fixed: false,
            last_place: LastPlace::NONE,
        }
    }

    /// The sprite with these values and with the given data.
    pub(crate) fn with_data(self, data: u64) -> Sprite {
        let StoredSprite { at, appearance: Appearance { mask, orientation }, layers, extras, mode, fixed, .. } = self;
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
            sensor: mode.sensor,
            one_way: mode.one_way,
            continuous: mode.continuous,
            data,
        }
    }
}

/// The mask that a sprite shows, and its flips and quarter turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Appearance {
    pub(crate) mask: MaskId,
    pub(crate) orientation: Orientation,
}

const _: () =
    assert!(size_of::<Appearance>() == 12, "a refresh reads the appearance of every sprite, so it must be small");

/// The values of a sprite that few sprites have: what its map adds to its flips and its quarter turn, and the fraction
/// of its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extras {
    pub(crate) map: MapExtras,
    /// The part of the position below a pixel, from 0 to less than 1 along each axis.
    pub(crate) fraction: [f64; 2],
}

/// How a sprite is scaled, rotated, or transformed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum MapExtras {
    /// Scaled, then rotated, about an origin or about its middle.
    Turned { angle: Angle, scale: [f64; 2], origin: Option<[f64; 2]> },
    /// Under any map. The two rows of its linear part.
    Transformed { linear: [[f64; 2]; 2] },
}

impl Default for Extras {
    fn default() -> Extras {
        Extras { map: MapExtras::NONE, fraction: [0.0; 2] }
    }
}

impl MapExtras {
    /// The map of a sprite that is neither scaled nor rotated, and has no origin.
    pub(crate) const NONE: MapExtras = MapExtras::Turned { angle: Angle::ZERO, scale: [1.0; 2], origin: None };

    /// The linear part of a map, without its translation.
    pub(crate) fn transformed(by: &Affine) -> MapExtras {
        let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(*by);
        MapExtras::Transformed { linear: [[a, b], [c, d]] }
    }
}

/// The factors of a scale, if they are valid.
///
/// # Errors
/// Returns [`WorldError::NotAScale`] if a factor is NaN, infinite, 0 or negative.
pub(crate) fn check_scale(scale: [f64; 2]) -> Result<[f64; 2], WorldError> {
    let is_valid = scale.iter().all(|factor| factor.is_finite() && *factor > 0.0);
    if is_valid { Ok(scale) } else { Err(WorldError::NotAScale { scale }) }
}

/// How a sprite stands in the way of others, and how it is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CollisionMode {
    /// Whether it blocks nobody.
    pub(crate) sensor: bool,
    /// The only side from which it blocks, if there is one.
    pub(crate) one_way: Option<Side>,
    /// Whether a step tests it along its path.
    pub(crate) continuous: bool,
}

impl CollisionMode {
    /// The mode as a number: bit 0 for a sensor, bit 1 for a continuous sprite, and from bit 2 on the number of the
    /// side, or 0.
    pub(crate) fn to_bits(self) -> u64 {
        let side = self.one_way.map_or(0, |side| 1 + side as u64);
        u64::from(self.sensor) | u64::from(self.continuous) << 1 | side << 2
    }

    /// The mode for which [`CollisionMode::to_bits`] returns this number.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> CollisionMode {
        let side = (bits >> 2).checked_sub(1).and_then(|side| Side::ALL.get(side as usize).copied());
        CollisionMode { sensor: bits & 1 != 0, one_way: side, continuous: bits >> 1 & 1 != 0 }
    }
}

/// The layers that a sprite is in and the layers that it collides with. Each bit is a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Layers {
    pub(crate) layer_bits: u32,
    pub(crate) collision_bits: u32,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers { layer_bits: 1, collision_bits: u32::MAX }
    }
}

impl Layers {
    pub(crate) fn new(layer_bits: u32, collision_bits: u32) -> Layers {
        Layers { layer_bits, collision_bits }
    }

    /// Returns both values as one number. The lower 32 bits are the layers that the sprite is in.
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.collision_bits) << 32 | u64::from(self.layer_bits)
    }

    /// The layers that [`Layers::to_bits`] converted to this number.
    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Layers {
        Layers { layer_bits: bits as u32, collision_bits: (bits >> 32) as u32 }
    }

    /// Whether each of two sprites is in a layer that the other collides with.
    #[inline]
    pub(crate) fn may_collide(self, other: Layers) -> bool {
        self.layer_bits & other.collision_bits != 0 && other.layer_bits & self.collision_bits != 0
    }

    /// Whether the sprite is in at least one of the given layers.
    pub(crate) fn is_in_any(self, layers: u32) -> bool {
        self.layer_bits & layers != 0
    }
}

/// Where a continuous sprite stood at the last step: there its path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastPlace(pub(crate) [i32; 2]);

impl LastPlace {
    /// No place: the sprite has no path.
    pub(crate) const NONE: LastPlace = LastPlace([i32::MIN; 2]);

    /// Whether there is a place, and it is another than the given one.
    #[inline(always)]
    pub(crate) fn is_apart(self, at: [i32; 2]) -> bool {
        (self.0 != LastPlace::NONE.0) & (self.0 != at)
    }

    /// The place, if there is one.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn get(self) -> Option<[i32; 2]> {
        (self != LastPlace::NONE).then_some(self.0)
    }
}

impl Default for LastPlace {
    fn default() -> LastPlace {
        LastPlace::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_they_were_written() {
        for one_way in Side::ALL.map(Some).into_iter().chain([None]) {
            for (sensor, continuous) in [(false, false), (false, true), (true, false), (true, true)] {
                let mode = CollisionMode { sensor, one_way, continuous };
                assert_eq!(CollisionMode::from_bits(mode.to_bits()), mode);
            }
        }
        assert_eq!(CollisionMode::default().to_bits(), 0);
    }
}
