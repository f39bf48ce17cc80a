//! The columns that handles on several threads may change: layers, mode, and what few sprites have.

use crate::Angle;
use crate::slots::{SharedColumn, Words};
use crate::sprites::{CollisionMode, Extras, Layers, MapExtras};

/// The column of layers.
pub(crate) type LayersColumn = SharedColumn<Layers, 1>;

/// The column of collision modes.
pub(crate) type ModeColumn = SharedColumn<CollisionMode, 1>;

/// The column of extras.
pub(crate) type ExtrasColumn = SharedColumn<Extras, 8>;

impl Words<1> for Layers {
    fn to_words(self) -> [u64; 1] {
        [self.to_bits()]
    }

    #[inline(always)]
    fn from_words([bits]: [u64; 1]) -> Layers {
        Layers::from_bits(bits)
    }
}

impl Words<1> for CollisionMode {
    fn to_words(self) -> [u64; 1] {
        [self.to_bits()]
    }

    #[inline(always)]
    fn from_words([bits]: [u64; 1]) -> CollisionMode {
        CollisionMode::from_bits(bits)
    }
}

/// ```text
///   0        what there is: 0 neither, 1 an origin, 2 a transform
///   1 to 5   the angle, the scale and the origin, or 1 to 4 the linear part of the transform
///   6, 7     the fraction
/// ```
impl Words<8> for Extras {
    fn to_words(self) -> [u64; 8] {
        let (form, [a, b, c, d, e]) = match self.map {
            MapExtras::Transformed { linear: [[a, b], [c, d]] } => (2, [a, b, c, d, 0.0]),
            MapExtras::Turned { angle, scale: [x, y], origin } => {
                let [left, top] = origin.unwrap_or_default();
                (u64::from(origin.is_some()), [angle.to_degrees(), x, y, left, top])
            }
        };
        let [x, y] = self.fraction;
        let [a, b, c, d, e, x, y] = [a, b, c, d, e, x, y].map(f64::to_bits);
        [form, a, b, c, d, e, x, y]
    }

    #[inline]
    fn from_words([form, numbers @ ..]: [u64; 8]) -> Extras {
        let [a, b, c, d, e, x, y] = numbers.map(f64::from_bits);
        let map = match form {
            2 => MapExtras::Transformed { linear: [[a, b], [c, d]] },
            _ => MapExtras::Turned {
                angle: Angle::from_degrees(a),
                scale: [b, c],
                origin: (form == 1).then_some([d, e]),
            },
        };
        Extras { map, fraction: [x, y] }
    }
}

/// The columns that handles on several threads may change.
#[derive(Default)]
pub(super) struct SharedColumns {
    pub(super) layers: LayersColumn,
    pub(super) extras: ExtrasColumn,
    pub(super) modes: ModeColumn,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extras_are_read_as_they_were_written() {
        let angle = Angle::degrees(2.7).unwrap();
        let turned = [None, Some([0.0, 0.0]), Some([-7.25, f64::from(1 << 26)])].map(|origin| MapExtras::Turned {
            angle,
            scale: [5e-324, f64::MAX],
            origin,
        });
        let transformed = MapExtras::Transformed { linear: [[1.0, -2.5], [0.25, 1e300]] };
        for map in turned.into_iter().chain([transformed, MapExtras::NONE]) {
            for fraction in [[0.0, 0.0], [0.5, 0.999]] {
                let extras = Extras { map, fraction };
                assert_eq!(Extras::from_words(extras.to_words()), extras);
            }
        }
    }
}
