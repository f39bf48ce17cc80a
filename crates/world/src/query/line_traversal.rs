//! The traversal of the trees along a straight line.

use crate::geometry::Aabb;
use crate::tree::NearestFirst;
use mask::{Line, Rect};
use std::ops::ControlFlow;

/// The margin by which a box extends on each side beyond the coordinates of its outer pixels, in pixels. The pixel of a
/// step is within 0.5 of the exact point, and the other 0.25 exceeds all rounding errors by far. A difference of two
/// integers never equals the margin, so the product of 0 and infinity does not occur.
const MARGIN: f64 = 0.75;

/// A traversal along a [`Line`] of pixels, for a moving point or a moving box. It visits every slot that the point or
/// box may hit, and some others. Sprites that are hit earlier mostly come first.
///
/// The distance is the number of steps. The slab method (Kay and Kajiya, Ray tracing complex scenes, 1986) gives the
/// steps at which the line enters and leaves a box: it enters at the last of the nearer sides of the two axes, and
/// leaves at the first of the farther sides. A moving box is shrunk to a point, and the other box grows by its size.
pub(super) struct LineTraversal<F> {
    from: [f64; 2],
    /// The number of steps for each pixel along an axis; infinite if the line does not change along the axis.
    steps_per_pixel: [f64; 2],
    /// The top-left and the bottom-right pixel of the moving box, relative to the pixel of the line.
    extent: [[f64; 2]; 2],
    /// The number of the last step of interest.
    limit: f64,
    visit: F,
}

impl<B, F: FnMut(usize, &mut f64) -> ControlFlow<B>> LineTraversal<F> {
    /// A traversal for a moving pixel. `visit` takes a slot, and may lower the number of the last step.
    pub(super) fn of_point(line: &Line, visit: F) -> Self {
        LineTraversal::new(line, [[0.0; 2]; 2], visit)
    }

    /// A traversal for a moving box, which must not be empty. `moving` is the box if the line is at [0, 0].
    pub(super) fn of_box(line: &Line, moving: &Rect, visit: F) -> Self {
        let last = [moving.right() - 1, moving.bottom() - 1].map(|c| c as f64);
        LineTraversal::new(line, [[moving.left.into(), moving.top.into()], last], visit)
    }

    fn new(line: &Line, extent: [[f64; 2]; 2], visit: F) -> Self {
        let (from, to) = (line.start().map(f64::from), line.end().map(f64::from));
        let limit = f64::from(line.steps());
        // A line of a single pixel counts as one step, so that the quotient is infinite and not NaN.
        let steps_per_pixel = [0, 1].map(|axis| limit.max(1.0) / (to[axis] - from[axis]));
        LineTraversal { from, steps_per_pixel, extent, limit, visit }
    }
}

impl<B, F: FnMut(usize, &mut f64) -> ControlFlow<B>> NearestFirst for LineTraversal<F> {
    type Distance = f64;
    type Stop = B;

    fn distance(&self, Aabb([left, top, right, bottom]): Aabb) -> Option<f64> {
        let (low, high) = ([left, top].map(f64::from), [right, bottom].map(f64::from));
        let (mut enter, mut leave) = (0f64, self.limit);
        for axis in 0..2 {
            let low = low[axis] - self.extent[1][axis] - MARGIN;
            let high = high[axis] - self.extent[0][axis] + MARGIN;
            let (near, far) = if self.steps_per_pixel[axis] > 0.0 { (low, high) } else { (high, low) };
            enter = enter.max((near - self.from[axis]) * self.steps_per_pixel[axis]);
            leave = leave.min((far - self.from[axis]) * self.steps_per_pixel[axis]);
        }
        (enter <= leave).then_some(enter)
    }

    fn limit(&self) -> Option<f64> {
        Some(self.limit)
    }

    fn visit(&mut self, slot: usize) -> ControlFlow<B> {
        (self.visit)(slot, &mut self.limit)
    }
}
