//! Angles of sprites.

use crate::WorldError;

/// A turn by any angle, clockwise on the screen, in steps of 1/65536 of a circle.
///
/// ```
/// use world::Angle;
///
/// assert_eq!(Angle::degrees(-90.0)?, Angle::degrees(270.0)?);
/// assert_eq!(Angle::degrees(45.0)?.to_degrees(), 45.0);
/// assert!(Angle::degrees(f64::NAN).is_err());
/// # Ok::<(), world::WorldError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Angle(u16);

impl Angle {
    /// No turn.
    pub const ZERO: Angle = Angle(0);

    /// Steps of a circle.
    const CIRCLE: f64 = 65_536.0;

    /// The angle nearest to some degrees clockwise; whole turns do not matter.
    ///
    /// # Errors
    /// [`WorldError::NotAnAngle`] where it is not a number, or infinite.
    pub fn degrees(degrees: f64) -> Result<Angle, WorldError> {
        if !degrees.is_finite() {
            return Err(WorldError::NotAnAngle { degrees });
        }
        let steps = (degrees % 360.0 / 360.0 * Angle::CIRCLE + 0.5).floor();
        Ok(Angle(steps.rem_euclid(Angle::CIRCLE) as u16))
    }

    /// The degrees, from 0 up to and without 360.
    #[must_use]
    pub fn to_degrees(self) -> f64 {
        f64::from(self.0) * 360.0 / Angle::CIRCLE
    }

    /// The nearest of so many equal steps of a circle, of two the larger.
    pub(crate) fn nearest_of(self, angles: u32) -> u32 {
        let angles = u64::from(angles);
        ((u64::from(self.0) * angles + 0x8000) >> 16) as u32 % angles as u32
    }
}
