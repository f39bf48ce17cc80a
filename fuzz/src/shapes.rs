//! Circles, polygons, lines and rectangles that are filled, cleared and queried, against a rule for each pixel; and
//! with coordinates of any size, against themselves.

use crate::input::{Subject, assert_equals_grid, near, offset, solid, subject};
use crate::naive::Grid;
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Circle, Line, Mask, Polygon, Rect, Shape};

/// Coordinates are whole multiples of 1 / PARTS, so that the rule for a polygon needs no fractions.
const PARTS: i64 = 4;

/// Coordinates at the ends of the valid range, and beyond.
const FAR: [f64; 10] =
    [-1e9, -1073741824.0, 1073741824.0, 1073741823.75, 1073741825.0, 1e300, f64::NAN, f64::INFINITY, -0.0, 1e-300];

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = drawn(&mut Unstructured::new(data));
}

fn drawn(u: &mut Unstructured) -> Result<()> {
    let subject = subject(u, [130, 60])?;
    let at = offset(u, &subject.grid, &shape::grid(30, 30, |_, _| true))?;
    match u.int_in_range(0..=4)? {
        0 => {
            let ([x, y], radius) = ([parts(u)?, parts(u)?], u.int_in_range(0..=120)?);
            let circle = Circle::new([exact(x), exact(y)], exact(radius)).unwrap();
            let square = |number: i64| i128::from(number).pow(2);
            let inside = |[px, py]: [i64; 2]| square(middle(px) - x) + square(middle(py) - y) <= square(radius);
            compare(&subject, &circle, at, inside);
        }
        1 => {
            let count = u.int_in_range(3..=9)?;
            let points = (0..count).map(|_| Ok([parts(u)?, parts(u)?])).collect::<Result<Vec<_>>>()?;
            let polygon = Polygon::new(points.iter().map(|point| point.map(exact))).unwrap();
            compare(&subject, &polygon, at, |at| in_polygon(&points, at));
        }
        2 => {
            let (left, top) = (near(u, -40, 90)?, near(u, -40, 90)?);
            let [width, height] = if u.ratio(1, 8)? { [u32::MAX; 2] } else { [u.int_in_range(0..=90)?; 2] };
            let rect = Rect { left, top, width, height };
            let within = |from: i32, side: u32, place: i64| {
                (i64::from(from)..i64::from(from) + i64::from(side)).contains(&place)
            };
            compare(&subject, &rect, at, |[x, y]| within(left, width, x) && within(top, height, y));
        }
        3 => {
            let mut end = || Ok([u.int_in_range(-40..=90)?, u.int_in_range(-40..=90)?]);
            let line = Line::new(end()?, end()?);
            let points: Vec<[i64; 2]> = line.points().map(|point| point.map(i64::from)).collect();
            compare(&subject, &line, at, |at| points.contains(&at));
        }
        _ => far_out(u, &subject, at)?,
    }
    Ok(())
}

fn parts(u: &mut Unstructured) -> Result<i64> {
    u.int_in_range(-100..=300)
}

fn exact(value: i64) -> f64 {
    value as f64 / PARTS as f64
}

/// The center of a pixel, in multiples of 1 / PARTS.
fn middle(pixel: i64) -> i64 {
    pixel * PARTS + PARTS / 2
}

/// Whether an odd number of edges lies at or to the left of the point.
fn in_polygon(points: &[[i64; 2]], at: [i64; 2]) -> bool {
    let [x, y] = at.map(middle);
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let left = edges.filter(|&(&a, &b)| {
        let ([ax, ay], [bx, by]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        ay <= y && y < by && (y - ay) * (bx - ax) <= (x - ax) * (by - ay)
    });
    left.count() % 2 == 1
}

/// Fills, clears and queries against a rule for each pixel of the shape.
fn compare(subject: &Subject, what: &impl Shape, at: [i32; 2], covers: impl Fn([i64; 2]) -> bool) {
    let Subject { grid, mask } = subject;
    let [dx, dy] = at.map(i64::from);
    let over = shape::grid(grid.width, grid.height, |x, y| covers([i64::from(x) - dx, i64::from(y) - dy]));
    let rule = |rule: fn(bool, bool) -> bool| {
        shape::grid(grid.width, grid.height, |x, y| {
            let at = [x.into(), y.into()];
            rule(solid(grid, at), solid(&over, at))
        })
    };
    let filled = |on: bool| {
        let mut filled = mask.clone();
        filled.fill_shape(what, at, on);
        filled
    };
    assert_equals_grid(&filled(true), &rule(|a, b| a | b));
    assert_equals_grid(&filled(false), &rule(|a, b| a & !b));
    check_queries(mask, what, at, &over);
}

/// Checks the queries, against the pixels that the shape covers in the mask's frame.
fn check_queries(mask: &Mask, what: &impl Shape, at: [i32; 2], over: &Grid) {
    let grid = Grid::from(mask);
    assert_eq!(mask.overlaps_shape(what, at), grid.hit(over, [0, 0]));
    assert_eq!(mask.overlap_shape_first(what, at), grid.first(over, [0, 0]));
    assert_eq!(mask.overlap_shape_area(what, at), grid.area(over, [0, 0]));
    assert_eq!(mask.overlap_shape_bounds(what, at), grid.bounds(over, [0, 0]));
}

/// Shapes with coordinates up to the ends of the range: queries agree with the drawn shape.
fn far_out(u: &mut Unstructured, Subject { mask, .. }: &Subject, at: [i32; 2]) -> Result<()> {
    let mut far = || if u.ratio(1, 3)? { u.choose(&FAR).copied() } else { Ok(exact(parts(u)?)) };
    if let Ok(circle) = Circle::new([far()?, far()?], far()?) {
        consistent(mask, &circle, at);
    }
    let points = [[far()?, far()?], [far()?, far()?], [far()?, far()?], [far()?, far()?]];
    if let Ok(polygon) = Polygon::new(points) {
        consistent(mask, &polygon, at);
    }
    let mut end = || Ok([near(u, -40, 90)?, near(u, -40, 90)?]);
    consistent(mask, &Line::new(end()?, end()?), at);
    Ok(())
}

fn consistent(mask: &Mask, what: &impl Shape, at: [i32; 2]) {
    let mut drawn = Mask::new(mask.width(), mask.height()).unwrap();
    drawn.fill_shape(what, at, true);
    drawn.validate();
    check_queries(mask, what, at, &Grid::from(&drawn));
}
