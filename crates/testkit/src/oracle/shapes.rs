//! Shapes that are filled, cleared and queried, against a rule for each pixel.

use super::edits::Combine;
use super::subject::{Subject, assert_equals_grid};
use crate::naive::{in_circle, in_polygon};
use crate::{Grid, shape};
use mask::{Circle, Line, Mask, Polygon, Rect, Shape, Span};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// Checks a circle whose numbers have few bits.
pub fn circle(subject: &Subject, center: [f64; 2], radius: f64, at: [i32; 2]) {
    let circle = Circle::new(center, radius).unwrap();
    check(subject, &circle, at, |pixel| in_circle(center, radius, pixel));
}

/// Checks a polygon whose coordinates have few bits.
pub fn polygon(subject: &Subject, points: &[[f64; 2]], at: [i32; 2]) {
    let polygon = Polygon::new(points.iter().copied()).unwrap();
    check(subject, &polygon, at, |pixel| in_polygon(points, pixel));
}

/// Checks the pixels of a line.
pub fn line(subject: &Subject, line: Line, at: [i32; 2]) {
    let pixels: Vec<[i64; 2]> = line.points().map(|pixel| pixel.map(i64::from)).collect();
    check(subject, &line, at, |pixel| pixels.contains(&pixel));
}

/// Checks a rectangle of any size.
pub fn rect(subject: &Subject, rect: Rect, at: [i32; 2]) {
    let [left, top] = [rect.left, rect.top].map(i64::from);
    check(subject, &rect, at, |[x, y]| (left..rect.right()).contains(&x) && (top..rect.bottom()).contains(&y));
}

/// Fills, clears and queries at an offset; `covers` holds for the pixels of the shape.
fn check(subject: &Subject, what: &(impl Shape + Debug), at: [i32; 2], covers: impl Fn([i64; 2]) -> bool) {
    let Subject { grid, mask } = subject;
    let [dx, dy] = at.map(i64::from);
    let over = shape::grid(grid.width, grid.height, |x, y| covers([i64::from(x) - dx, i64::from(y) - dy]));
    for (solid, how) in [(true, Combine::Draw), (false, Combine::Erase)] {
        let mut filled = mask.clone();
        filled.fill_shape(what, at, solid).unwrap();
        assert_equals_grid(&filled, &how.combined(grid, &over, [0, 0]));
    }
    check_queries(subject, what, at, &over);
}

/// Checks that the queries agree with the drawn shape, for shapes that have no simple rule.
pub fn consistent(subject: &Subject, what: &(impl Shape + Debug), at: [i32; 2]) {
    let mut drawn = Mask::new(subject.mask.width(), subject.mask.height()).unwrap();
    drawn.fill_shape(what, at, true).unwrap();
    drawn.validate();
    check_queries(subject, what, at, &Grid::from(&drawn));
}

/// Checks the queries, against the pixels that the shape covers in the mask's frame.
fn check_queries(subject: &Subject, what: &(impl Shape + Debug), at: [i32; 2], over: &Grid) {
    let Subject { grid, mask } = subject;
    let context = || format!("{what:?} at {at:?} of {subject}");
    assert_eq!(mask.overlaps(what, at), grid.hit(over, [0, 0]), "{}", context());
    assert_eq!(mask.overlap_first(what, at), grid.first(over, [0, 0]), "{}", context());
    assert_eq!(mask.overlap_area(what, at), grid.area(over, [0, 0]), "{}", context());
    assert_eq!(mask.overlap_bounds(what, at), grid.bounds(over, [0, 0]), "{}", context());
}

/// Checks that another mask is a shape with its own pixels, also if only its spans are known, and that both masks answer
/// in the same way behind pointers.
pub fn other_mask(subject: &Subject, other: &Subject, at: [i32; 2]) {
    /// A shape that tests can read only by its spans.
    #[derive(Debug)]
    struct Spans<'a>(&'a Mask);

    impl Shape for Spans<'_> {
        fn rows(&self) -> Range<i64> {
            self.0.rows()
        }

        fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
            self.0.spans(rows)
        }
    }

    let covers = |[x, y]: [i64; 2]| other.grid.contains([x, y]);
    check(subject, &other.mask, at, covers);
    check(subject, &Spans(&other.mask), at, covers);
    check(subject, &Arc::new(&other.mask), at, covers);
}
