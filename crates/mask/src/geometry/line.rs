//! Straight lines of whole pixels, for rays, sweeps and drawing.

use core::iter::FusedIterator;
use core::ops::Range;

/// A straight line from one pixel to another, as a list of pixels.
///
/// The line has one pixel for each step along its longer axis, `n` = max(|dx|, |dy|) steps in total. The pixel of step
/// `t` is the pixel nearest to the exact point `from + (to - from) * t / n`. If two pixels are equally near, the line
/// takes the right one or the lower one (y down). A line and its reverse have the same pixels, because both have the
/// same exact points. A line that is moved keeps its form. Consecutive pixels share an edge or a corner. Bresenham's
/// algorithm (Algorithm for computer control of a digital plotter, 1965) with this rule for ties yields the same
/// pixels.
///
/// Every `i32` is a valid coordinate.
///
/// ```
/// use hitmask::Line;
///
/// let line = Line::new([0, 0], [4, 2]);
/// assert_eq!(line.steps(), 4);
/// assert!(line.points().eq([[0, 0], [1, 1], [2, 1], [3, 2], [4, 2]]));
/// assert!(Line::new([4, 2], [0, 0]).points().eq([[4, 2], [3, 2], [2, 1], [1, 1], [0, 0]]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    /// The ends fit in `i32`, except after [`Line::moved`].
    from: [i64; 2],
    to: [i64; 2],
}

impl Line {
    /// Creates the line from one pixel to another. The line includes both.
    #[must_use]
    pub fn new(from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Line {
        Line { from: from.into().map(i64::from), to: to.into().map(i64::from) }
    }

    /// Returns the first pixel.
    #[must_use]
    pub fn start(&self) -> [i32; 2] {
        self.from.map(|c| c as i32)
    }

    /// Returns the last pixel.
    #[must_use]
    pub fn end(&self) -> [i32; 2] {
        self.to.map(|c| c as i32)
    }

    /// Returns the number of steps from the first pixel to the last: one less than the number of pixels.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.delta(0).abs().max(self.delta(1).abs()) as u32
    }

    /// Returns the pixel after `step` steps from the first pixel. If `step` is over [`Line::steps`], returns the last
    /// pixel.
    #[must_use]
    pub fn at(&self, step: u32) -> [i32; 2] {
        self.place(step.min(self.steps()).into()).map(|c| c as i32)
    }

    /// Returns an iterator over the pixels, from the first to the last.
    pub fn points(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        self.walk(0..i64::from(self.steps()) + 1)
    }
}

/// Internal functions. Steps are `i64`, because a line may have 2^32 pixels and may be followed beyond its end.
impl Line {
    /// The line moved by `at`. Its ends may lie beyond `i32`, so the caller may only use pixels near a mask, which
    /// always fit in `i32`.
    pub(crate) fn moved(&self, at: [i32; 2]) -> Line {
        let moved = |end: [i64; 2]| [end[0] + i64::from(at[0]), end[1] + i64::from(at[1])];
        Line { from: moved(self.from), to: moved(self.to) }
    }

    /// The signed distance from the first pixel to the last along an axis, 0 for x and 1 for y.
    pub(crate) fn delta(&self, axis: usize) -> i64 {
        self.to[axis] - self.from[axis]
    }

    /// The number of steps, or 1 for a line of one pixel: the `n` by which positions on the line are divided.
    pub(crate) fn divisor(&self) -> i64 {
        i64::from(self.steps()).max(1)
    }

    /// The pixel after `step` steps, which must be at least 0. After the last pixel, the line continues straight.
    pub(crate) fn place(&self, step: i64) -> [i64; 2] {
        self.locate(step).0
    }

    /// The pixel after `step` steps, as [`Line::place`] returns it. The pixel must be near a mask, so that it fits in
    /// `i32`.
    #[doc(hidden)]
    #[must_use]
    pub fn near(&self, step: i64) -> [i32; 2] {
        self.place(step).map(|c| c as i32)
    }

    /// The pixel after `step` steps, as [`Line::place`] returns it, and the phase of each axis.
    ///
    /// The phase is the distance from `place - 1/2`, where rounding begins to yield this pixel, to the exact point. Its
    /// unit is 1 / (2 n) pixel, and its range is `0..2 * n`.
    pub(crate) fn locate(&self, step: i64) -> ([i64; 2], [i64; 2]) {
        if step == 0 {
            // No division, because most walks begin here.
            return (self.from, [self.divisor(); 2]);
        }
        let (denominator, mut place, mut phase) = (2 * self.divisor(), [0; 2], [0; 2]);
        for axis in 0..2 {
            let doubled = 2 * i128::from(step) * i128::from(self.delta(axis)) + i128::from(denominator / 2);
            let offset = divide(doubled, denominator.into());
            let rest = doubled - offset * i128::from(denominator);
            (place[axis], phase[axis]) = (self.from[axis] + offset as i64, rest as i64);
        }
        (place, phase)
    }

    /// The steps of the line whose pixels lie in the given ranges of x and y. They are consecutive, because neither
    /// axis ever reverses.
    #[doc(hidden)]
    #[must_use]
    pub fn steps_in(&self, within: &[Range<i64>; 2]) -> Range<i64> {
        let count = i64::from(self.steps()) + 1;
        let [x, y] = [0, 1].map(|axis| self.steps_in_axis(axis, &within[axis], count));
        let start = x.start.max(y.start);
        start..x.end.min(y.end).max(start)
    }

    fn steps_in_axis(&self, axis: usize, within: &Range<i64>, count: i64) -> Range<i64> {
        let (delta, n) = (self.delta(axis), self.divisor());
        let [low, high] = [within.start, within.end].map(|c| c.saturating_sub(self.from[axis]));
        // The quotient of n (1 - 2 k) and 2 |d|, rounded down, with d = delta. Small numbers need no wide
        // multiplication.
        let is_small = [n, low, high].iter().all(|&number| number.unsigned_abs() < 1 << 29);
        let quotient = |k: i64| match is_small {
            true => (n * (1 - 2 * k)).div_euclid(2 * delta.abs()),
            false => {
                let number = i128::from(n) * (1 - 2 * i128::from(k));
                divide(number, i128::from(delta.abs()) * 2).clamp(-(1 << 40), 1 << 40) as i64
            }
        };
        match delta {
            0 if low <= 0 && 0 < high => 0..count,
            0 => 0..0,
            // The coordinate reaches k at the first step t with 2 t d + n >= 2 n k.
            1.. => {
                let reaches = |k: i64| (-quotient(k)).clamp(0, count);
                reaches(low)..reaches(high)
            }
            // The coordinate falls below k at the first step t with 2 t d + n < 2 n k.
            _ => {
                let passes = |k: i64| (quotient(k) + 1).clamp(0, count);
                passes(high)..passes(low)
            }
        }
    }

    /// The pixels after each of the given steps, which must be steps of the line.
    #[doc(hidden)]
    pub fn points_in(&self, steps: Range<i64>) -> impl Iterator<Item = [i32; 2]> + use<> {
        self.walk(steps)
    }

    pub(crate) fn walk(&self, steps: Range<i64>) -> LineWalk {
        let (at, phase) = self.locate(steps.start);
        LineWalk {
            at,
            phase,
            phase_step: [0, 1].map(|axis| 2 * self.delta(axis)),
            denominator: 2 * self.divisor(),
            left: (steps.end - steps.start).max(0),
        }
    }
}

/// The quotient, rounded down, of a division by a positive number.
fn divide(number: i128, by: i128) -> i128 {
    // 64 bits nearly always suffice, and a division in 64 bits is many times faster.
    match (i64::try_from(number), i64::try_from(by)) {
        (Ok(number), Ok(by)) => number.div_euclid(by).into(),
        _ => number.div_euclid(by),
    }
}

/// An iterator over consecutive pixels of a line. A step takes only additions.
#[derive(Debug, Clone)]
pub(crate) struct LineWalk {
    at: [i64; 2],
    phase: [i64; 2],
    phase_step: [i64; 2],
    denominator: i64,
    left: i64,
}

impl Iterator for LineWalk {
    type Item = [i32; 2];

    #[inline]
    fn next(&mut self) -> Option<[i32; 2]> {
        if self.left == 0 {
            return None;
        }
        let at = self.at.map(|c| c as i32);
        self.left -= 1;
        for axis in 0..2 {
            let phase = self.phase[axis] + self.phase_step[axis];
            let moved = i64::from(phase >= self.denominator) - i64::from(phase < 0);
            self.at[axis] += moved;
            self.phase[axis] = phase - moved * self.denominator;
        }
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::try_from(self.left).unwrap_or(usize::MAX), usize::try_from(self.left).ok())
    }
}

impl FusedIterator for LineWalk {}
