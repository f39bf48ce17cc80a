//! The angles of sprites.

use crate::WorldError;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A clockwise rotation angle on the screen, from 0 to less than 360 degrees.
///
/// ```
/// use hitmask::Angle;
///
/// assert_eq!(Angle::degrees(-90.0)?, Angle::degrees(270.0)?);
/// assert_eq!(Angle::degrees(2.7)?.to_degrees(), 2.7);
/// assert!(Angle::degrees(f64::NAN).is_err());
/// # Ok::<(), hitmask::WorldError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Angle(f64);

impl Angle {
    /// The angle of 0 degrees.
    pub const ZERO: Angle = Angle(0.0);

    /// Returns the angle of a number of degrees clockwise. Angles that differ by whole circles are equal.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAnAngle`] if `degrees` is NaN or infinite.
    pub fn degrees(degrees: f64) -> Result<Angle, WorldError> {
        if !degrees.is_finite() {
            return Err(WorldError::NotAnAngle { degrees });
        }
        // A tiny negative angle is rounded to the whole circle. The sum turns -0 into 0.
        let angle = degrees.rem_euclid(360.0) + 0.0;
        Ok(Angle(if angle < 360.0 { angle } else { 0.0 }))
    }

    /// Returns the angle in degrees clockwise, from 0 to less than 360.
    #[must_use]
    pub fn to_degrees(self) -> f64 {
        self.0
    }

    /// The angle for which [`Angle::to_degrees`] returned this number.
    #[inline(always)]
    pub(crate) fn from_degrees(degrees: f64) -> Angle {
        Angle(degrees)
    }

    /// The index of the nearest of `angles` equal angles of a circle. If two are equally near, it is the larger one.
    #[inline]
    pub(crate) fn step_of(self, angles: u32) -> u32 {
        let nearest = (self.0 / 360.0 * f64::from(angles) + 0.5) as u32;
        if nearest < angles { nearest } else { 0 }
    }

    /// The nearest of `angles` equal angles of a circle. If two are equally near, it is the larger one.
    pub(crate) fn nearest_of(self, angles: u32) -> Angle {
        Angle(360.0 * f64::from(self.step_of(angles)) / f64::from(angles))
    }
}

/// Angles are ordered by their degrees.
impl Ord for Angle {
    fn cmp(&self, other: &Angle) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Angle {
    fn partial_cmp(&self, other: &Angle) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Angle {
    fn eq(&self, other: &Angle) -> bool {
        self.0 == other.0
    }
}

impl Eq for Angle {}

impl Hash for Angle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_within_a_circle() {
        for (degrees, expected) in [(-1e-20, 0.0), (-0.0, 0.0), (720.0, 0.0), (-450.0, 270.0), (359.999, 359.999)] {
            let angle = Angle::degrees(degrees).unwrap();
            assert_eq!(angle.to_degrees().to_bits(), f64::to_bits(expected), "{degrees}");
        }
    }

    #[test]
    fn the_nearest_of_two_equally_near_angles_is_the_larger_one() {
        for (degrees, angles, expected) in [(45.0, 4, 90.0), (44.9, 4, 0.0), (315.0, 4, 0.0), (359.9, 65_536, 359.9)] {
            let nearest = Angle::degrees(degrees).unwrap().nearest_of(angles).to_degrees();
            assert!((nearest - expected).abs() <= 180.0 / f64::from(angles) && (angles > 4 || nearest == expected));
        }
    }
}
