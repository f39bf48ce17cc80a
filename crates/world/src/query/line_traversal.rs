//! The traversal of the trees along a straight line.

use crate::geometry::Aabb;
use crate::packed::TreeVisitor;
use crate::row::Row;
use mask::{Line, Rect};
use std::ops::ControlFlow;

/// How much further than its pixels a box reaches here, to each side. The pixel of a step lies within half
/// of the exact point, and the rest is far more than is lost in rounding; no whole number less another is ever
/// on the edge, so that 0 times infinity does not come up.
const MARGIN: f64 = 0.75;

/// A traversal along a [`Line`] of pixels, by a point or by a box. It visits every row that the line may meet, and more;
/// rows that the line meets earlier mostly come first.
///
/// The distance is the number of steps. A box is met from where its nearer sides lie on both axes to where
/// one of the farther ones does (the slabs of Kay and Kajiya, Ray tracing complex scenes, 1986), with the
/// box that moves shrunk to a point and the other grown by it.
pub(super) struct LineTraversal<F> {
    from: [f64; 2],
    /// Steps for a pixel, infinite along an axis that does not change.
    steps_per_pixel: [f64; 2],
    /// The first and the last pixel of what moves, from the pixels of the line.
    extent: [[f64; 2]; 2],
    /// Steps beyond which nothing is of interest.
    limit: f64,
    visit: F,
}

impl<B, F: FnMut(Row, &mut f64) -> ControlFlow<B>> LineTraversal<F> {
    /// The traversal by one pixel. `visit` takes a row and may lower the number of steps to the end.
    pub(super) fn of_point(line: &Line, visit: F) -> Self {
        LineTraversal::new(line, [[0.0; 2]; 2], visit)
    }

    /// The traversal by a box that is not empty, placed as for the line at [0, 0].
    pub(super) fn of_box(line: &Line, moving: &Rect, visit: F) -> Self {
        let last = [moving.right() - 1, moving.bottom() - 1].map(|c| c as f64);
        LineTraversal::new(line, [[moving.left.into(), moving.top.into()], last], visit)
    }

    fn new(line: &Line, extent: [[f64; 2]; 2], visit: F) -> Self {
        let (from, to) = (line.from().map(f64::from), line.to().map(f64::from));
        let limit = f64::from(line.steps());
        // A line of a single pixel takes one step to nowhere.
        let steps_per_pixel = [0, 1].map(|axis| limit.max(1.0) / (to[axis] - from[axis]));
        LineTraversal { from, steps_per_pixel, extent, limit, visit }
    }
}

impl<B, F: FnMut(Row, &mut f64) -> ControlFlow<B>> TreeVisitor for LineTraversal<F> {
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

    fn visit(&mut self, row: Row, _: f64) -> ControlFlow<B> {
        (self.visit)(row, &mut self.limit)
    }
}
