//! Moments: exact sums of the coordinates of the solid pixels.

use crate::Mask;
use crate::kernel::{BitRuns, WORD_BITS};

/// Exact sums over the solid pixels of a mask, with the top-left pixel at `[0, 0]`.
///
/// A mask has at most 2^32 pixels at coordinates below 2^26, so no sum overflows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Moments {
    /// The number of solid pixels.
    pub count: u64,
    /// The sum of x.
    pub x: u64,
    /// The sum of y.
    pub y: u64,
    /// The sum of x * x.
    pub xx: u128,
    /// The sum of x * y.
    pub xy: u128,
    /// The sum of y * y.
    pub yy: u128,
}

/// Moments of the solid pixels.
impl Mask {
    /// Returns the number of solid pixels and the sums of their coordinates, of the squares of the coordinates, and of
    /// the products. [`Mask::centroid`] and [`Mask::angle`] follow from these sums.
    ///
    /// Cost: one read of each word within the bounds, and a few instructions for each run of pixels in a word.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let sums = "..#\n#..".parse::<Mask>()?.moments();
    /// assert_eq!((sums.count, sums.x, sums.y), (2, 2, 1));
    /// assert_eq!((sums.xx, sums.xy, sums.yy), (4, 0, 1));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut sums = Moments::default();
        let Some(bounds) = self.bounds else { return sums };
        for column in self.columns(&bounds) {
            let first = u64::from(column * WORD_BITS);
            for (&word, y) in self.rows(column, &bounds).iter().zip(u64::from(bounds.top)..) {
                let (mut bits, mut squares) = (0, 0);
                for run in BitRuns::new(0, core::iter::once(word)) {
                    let ((below, below2), (up_to, up_to2)) = (sums_below(run.start.into()), sums_below(run.end.into()));
                    bits += up_to - below;
                    squares += up_to2 - below2;
                }
                let n = u64::from(word.count_ones());
                let x = n * first + bits;
                sums.count += n;
                sums.x += x;
                sums.y += n * y;
                sums.xx += u128::from(n * first * first + 2 * first * bits + squares);
                sums.xy += u128::from(x * y);
                sums.yy += u128::from(n * y * y);
            }
        }
        sums
    }
}

/// The sums of i and of i * i over `0 <= i < n`, for n up to 64.
fn sums_below(n: u64) -> (u64, u64) {
    let Some(last) = n.checked_sub(1) else { return (0, 0) };
    (n * last / 2, n * last * (n + last) / 6)
}
