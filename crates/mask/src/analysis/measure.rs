//! Measures of all solid pixels: their number, their centroid, the direction of their longest axis, and their outline.
//!
//! Moments are exact sums of the coordinates of the solid pixels.

use crate::kernel::{BitRuns, WORD_BITS, on_level};
use crate::memory::or_panic;
use crate::{Mask, Rect, memory};
use alloc::vec::Vec;

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

/// The eight neighbors of a pixel, clockwise on the screen from the right.
const NEIGHBORS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// Returns the pixels along the outside of the first component, in the order of a closed walk around it.
    ///
    /// The walk begins at the first solid pixel in raster order and goes clockwise on the screen, with the solid
    /// pixels to its right. Each step goes to one of the eight neighbors. The last pixel repeats the first, unless
    /// the component is a single pixel. Along a line that is one pixel thin, the walk returns over the same pixels.
    /// The walk ignores holes and all other components: see [`Mask::contours`]. The result is empty if no pixel is
    /// solid.
    ///
    /// The method is Moore's neighbor tracing. It ends when it would repeat its first step, not at its first return
    /// to the start. Cost: up to eight pixel tests for each pixel of the outline.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "..#\n##.\n##.".parse()?;
    /// assert_eq!(mask.outline(), [[2, 0], [1, 1], [1, 2], [0, 2], [0, 1], [1, 1], [2, 0]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn outline(&self) -> Vec<[i32; 2]> {
        let Some(start) = self.pixels().next() else { return Vec::new() };
        let mut outline = Vec::new();
        push_pixel(&mut outline, start);
        // The walk treats the first pixel as reached from its left neighbor, which is empty.
        let Some(first) = self.next_direction(start, 0) else { return outline };
        let (mut at, mut direction) = (start, first);
        loop {
            at = [at[0] + NEIGHBORS[direction][0], at[1] + NEIGHBORS[direction][1]];
            push_pixel(&mut outline, at);
            let Some(next) = self.next_direction(at, direction) else { return outline };
            if at == start && next == first {
                return outline;
            }
            direction = next;
        }
    }

    /// The direction of the next outline pixel after a step in `direction`, or `None` if the pixel has no solid
    /// neighbor. The search goes clockwise. It begins at an empty pixel that the search before passed and that
    /// neighbors both pixels of the step: to the left of an axis-parallel step, and behind and to the left of a
    /// diagonal step.
    fn next_direction(&self, [x, y]: [i32; 2], direction: usize) -> Option<usize> {
        let empty = direction + 6 - direction % 2;
        (empty..empty + 8).map(|direction| direction % 8).find(|&direction| {
            let [dx, dy] = NEIGHBORS[direction];
            self.contains([x + dx, y + dy])
        })
    }
}

fn push_pixel(outline: &mut Vec<[i32; 2]>, at: [i32; 2]) {
    or_panic(memory::try_push(outline, at).map_err(memory::for_list(outline.len() + 1, "pixels of an outline")));
}
