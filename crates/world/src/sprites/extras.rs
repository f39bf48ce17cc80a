//! The values that few sprites have.

use crate::{Angle, WorldError};
use mask::Affine;

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
