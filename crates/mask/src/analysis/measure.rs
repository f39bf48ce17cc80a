//! Measures of all solid pixels: their number, their centroid and the direction of their longest axis.

use super::Moments;
use crate::kernel::on_level;
use crate::{Mask, Rect};

/// Measures of the solid pixels.
impl Mask {
    /// Returns the number of solid pixels. Cost: one read of each word within the bounds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.bounds.map_or(0, |bounds| on_level!(lanes => self.shared_area(lanes, Rect::from(bounds), bounds)))
    }

    /// Returns the mean of the solid pixels' coordinates, in pixels with y down, or `None` if no pixel is solid.
    ///
    /// The top-left pixel is at (0, 0): no half pixel is added. The sums are exact. Rounding begins with their
    /// conversion to `f64`, which is exact below 2^53, as in every mask of up to 65,536 x 65,536 pixels.
    ///
    /// Cost: see [`Mask::moments`].
    ///
    /// ```
    /// # use hitmask::Mask;
    /// assert_eq!(Mask::filled(4, 1)?.centroid(), Some([1.5, 0.0]));
    /// assert_eq!(Mask::new(4, 1)?.centroid(), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn centroid(&self) -> Option<[f64; 2]> {
        let Moments { count: n, x, y, .. } = self.moments();
        (n > 0).then(|| [x as f64 / n as f64, y as f64 / n as f64])
    }

    /// Returns the direction of the longest axis of the solid pixels, in degrees counter-clockwise on the screen
    /// from the x axis.
    ///
    /// The angle is greater than -90 and at most 90. The result is `None` if no direction is longer than the
    /// others, as for an empty mask, a single pixel, a disc or a square.
    ///
    /// A `/` has a positive angle and a `\` a negative one, as in pygame. A diagonal has an angle of exactly 45
    /// degrees. The direction is the principal axis of the second central moments (M. K. Hu, Visual pattern recognition
    /// by moment invariants, 1962), computed in whole numbers.
    ///
    /// Cost: see [`Mask::moments`].
    ///
    /// ```
    /// # use hitmask::Mask;
    /// assert_eq!("..#\n.#.\n#..".parse::<Mask>()?.angle(), Some(45.0));
    /// assert_eq!(Mask::filled(9, 2)?.angle(), Some(0.0));
    /// assert_eq!(Mask::filled(2, 9)?.angle(), Some(90.0));
    /// assert_eq!(Mask::filled(9, 9)?.angle(), None);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn angle(&self) -> Option<f64> {
        let Moments { count, x, y, xx, xy, yy } = self.moments();
        let [n, x, y] = [count, x, y].map(i128::from);
        let [xx, xy, yy] = [xx, xy, yy].map(|sum| sum as i128);
        // n^2 times the central moments, with y up. `wider` is positive if the mask is wider than high, and `rising` is
        // positive along `/`.
        let wider = (n * xx - x * x) - (n * yy - y * y);
        let rising = x * y - n * xy;
        match (wider, rising) {
            (0, 0) => None,
            (0, _) => Some(if rising > 0 { 45.0 } else { -45.0 }),
            _ => {
                let degrees = libm::atan2(2.0 * rising as f64, wider as f64).to_degrees() / 2.0;
                // For an axis too close to vertical, `f64` cannot distinguish 90 from -90.
                Some(if degrees == -90.0 { 90.0 } else { degrees })
            }
        }
    }
}
