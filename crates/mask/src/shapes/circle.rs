//! Filled circles.

use super::shape::{Shape, Span, coordinate, radius};
use crate::{IntoPoint, MaskError};
use core::ops::Range;

/// A filled circle.
///
/// Its center and radius are in pixels. The pixel `[x, y]` is the square from (x, y) to (x + 1, y + 1), so a circle
/// around the middle of the pixel `[3, 3]` has its center at (3.5, 3.5). The circle covers each pixel whose middle is
/// at most the radius away from the center (cx, cy): `(x + 0.5 - cx)² + (y + 0.5 - cy)² <= r²`, evaluated in `f64`
/// exactly as written.
///
/// ```
/// use hitmask::{Circle, Mask};
///
/// let mut mask = Mask::new(7, 7)?;
/// mask.fill_shape(&Circle::new([3.5, 3.5], 3.0)?, [0, 0], true)?;
/// assert_eq!(mask.to_string(), "...#...\n.#####.\n.#####.\n#######\n.#####.\n.#####.\n...#...");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circle {
    center: [f64; 2],
    radius: f64,
}

impl Circle {
    /// Creates a circle from its center and its radius, in pixels: whole or real numbers.
    ///
    /// # Errors
    /// Returns [`MaskError::Coordinate`] if a coordinate of the center is NaN or farther than 2^30 from 0. Returns
    /// [`MaskError::CircleRadius`] if the radius is NaN, negative or over 2^30.
    pub fn new<N>(center: impl IntoPoint<N>, radius: impl Into<f64>) -> Result<Circle, MaskError> {
        let [x, y] = center.into_point();
        Ok(Circle { center: [coordinate(x)?, coordinate(y)?], radius: self::radius(radius.into())? })
    }

    /// Returns the center, in pixels.
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        self.center
    }

    /// Returns the radius, in pixels.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the middle of a pixel lies in the circle.
    fn covers(&self, x: i64, y: i64) -> bool {
        let [x, y] = [x as f64 + 0.5 - self.center[0], y as f64 + 0.5 - self.center[1]];
        x * x + y * y <= self.radius * self.radius
    }
}

impl Shape for Circle {
    fn rows(&self) -> Range<i64> {
        let [top, bottom] = [self.center[1] - self.radius, self.center[1] + self.radius];
        libm::floor(top) as i64 - 1..libm::ceil(bottom) as i64 + 1
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        rows.filter_map(|y| {
            let away = y as f64 + 0.5 - self.center[1];
            let half = libm::sqrt((self.radius * self.radius - away * away).max(0.0));
            let middle = libm::floor(self.center[0]) as i64;
            // The square root is rounded, so it only gives starting points near the ends. `covers` decides.
            let mut left = (libm::ceil(self.center[0] - half - 0.5) as i64).min(middle);
            let mut right = (libm::floor(self.center[0] + half - 0.5) as i64).max(middle);
            while left < right && !self.covers(left, y) {
                left += 1;
            }
            while left < right && !self.covers(right, y) {
                right -= 1;
            }
            if !self.covers(left, y) {
                return None;
            }
            while self.covers(left - 1, y) {
                left -= 1;
            }
            while self.covers(right + 1, y) {
                right += 1;
            }
            Some(Span { y, left, right: right + 1 })
        })
    }
}
