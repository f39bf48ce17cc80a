//! The angles of sprites.

use crate::WorldError;

/// A clockwise rotation angle on the screen, in steps of 1/65536 of a circle.
///
/// ```
/// use hitmask::Angle;
///
/// assert_eq!(Angle::degrees(-90.0)?, Angle::degrees(270.0)?);
/// assert_eq!(Angle::degrees(45.0)?.to_degrees(), 45.0);
/// assert!(Angle::degrees(f64::NAN).is_err());
/// # Ok::<(), hitmask::WorldError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Angle(u16);

impl Angle {
    /// The angle of 0 degrees.
    pub const ZERO: Angle = Angle(0);

    /// The number of steps in a circle.
    const CIRCLE: f64 = 65_536.0;

    /// Returns the angle nearest to a number of degrees clockwise. Angles that differ by whole circles are equal.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAnAngle`] if `degrees` is NaN or infinite.
    pub fn degrees(degrees: f64) -> Result<Angle, WorldError> {
        if !degrees.is_finite() {
            return Err(WorldError::NotAnAngle { degrees });
        }
        let steps = (degrees % 360.0 / 360.0 * Angle::CIRCLE + 0.5).floor();
        Ok(Angle(steps.rem_euclid(Angle::CIRCLE) as u16))
    }

    /// Returns the angle in degrees clockwise, from 0 to less than 360.
    #[must_use]
    pub fn to_degrees(self) -> f64 {
        f64::from(self.0) * 360.0 / Angle::CIRCLE
    }

    /// The angle in steps of 1/65536 of a circle.
    pub(crate) fn steps(self) -> u16 {
        self.0
    }

    /// The angle of a number of steps of 1/65536 of a circle.
    #[cfg(feature = "serde")]
    pub(crate) fn from_steps(steps: u16) -> Angle {
        Angle(steps)
    }

    /// The angle with this number of steps in degrees clockwise.
    pub(crate) fn degrees_of(steps: u16) -> f64 {
        Angle(steps).to_degrees()
    }

    /// The index of the nearest of `angles` equal angles of a circle. If two are equally near, it is the larger
    /// one.
    pub(crate) fn nearest_of(self, angles: u32) -> u32 {
        let nearest = ((u64::from(self.0) * u64::from(angles) + 0x8000) >> 16) as u32;
        // A division would take longer than the rest.
        if nearest == angles { 0 } else { nearest }
    }
}
