//! Whole moves from velocities with fractions.

use crate::{WorldError, place};
use mask::IntoPoint;

/// Turns moves with fractions into whole moves, and keeps the rest for the next.
///
/// A sprite moves by whole pixels, and a game has velocities with fractions. Add each frame's move, and move the sprite
/// by what comes out. After many frames, the sprite has moved by the sum, rounded to the nearest pixel:
///
/// ```
/// use hitmask::Remainder;
///
/// let mut rest = Remainder::default();
/// let moves = [0; 4].map(|_| rest.take([0.4, -1.0]).unwrap());
/// assert_eq!(moves, [[0, -1], [1, -1], [0, -1], [1, -1]]); // 1.6 pixels to the right, and 4 up
/// assert_eq!(rest.rest[1], 0.0);
/// ```
///
/// If a wall stops the sprite, set the rest of that axis to 0, so that it does not move again by itself.
///
/// The idea is Maddy Thorson's ("Celeste and `TowerFall` physics").
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Remainder {
    /// What is left along x and y, in pixels: from -0.5 up to, but without, 0.5.
    pub rest: [f64; 2],
}

impl Remainder {
    /// Adds a move, in pixels. Returns the whole move that is due, each axis rounded to the nearest pixel, halves up.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the sum is NaN, or further than [`MAX_POSITION`](crate::MAX_POSITION) from
    /// 0. The rest is unchanged.
    pub fn take<N>(&mut self, by: impl IntoPoint<N>) -> Result<[i32; 2], WorldError> {
        let by = by.into_point();
        let sum = [self.rest[0] + by[0], self.rest[1] + by[1]];
        let whole = place(sum)?;
        self.rest = [sum[0] - f64::from(whole[0]), sum[1] - f64::from(whole[1])];
        Ok(whole)
    }
}
