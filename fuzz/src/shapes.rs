//! Circles, polygons, lines and rectangles that are filled, cleared and queried, against a rule for each pixel; and
//! with coordinates of any size, against themselves.

use crate::input::{near, offset, subject};
use arbitrary::{Result, Unstructured};
use mask::{Circle, Line, Polygon, Rect};
use testkit::oracle::{Subject, shapes};
use testkit::shape;

/// Coordinates at the ends of the valid range, and beyond.
const FAR: [f64; 10] =
    [-1e9, -1073741824.0, 1073741824.0, 1073741823.75, 1073741825.0, 1e300, f64::NAN, f64::INFINITY, -0.0, 1e-300];

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = drawn(&mut Unstructured::new(data));
}

fn drawn(u: &mut Unstructured) -> Result<()> {
    let subject = subject(u, [130, 60])?;
    let at = offset(u, &subject.grid, &shape::solid(30))?;
    match u.int_in_range(0..=4)? {
        0 => {
            let (center, radius) = ([quarters(u)?, quarters(u)?], u.int_in_range(0..=120)?);
            shapes::circle(&subject, center, f64::from(radius) / 4.0, at);
        }
        1 => {
            let count = u.int_in_range(3..=9)?;
            let points = (0..count).map(|_| Ok([quarters(u)?, quarters(u)?])).collect::<Result<Vec<_>>>()?;
            shapes::polygon(&subject, &points, at);
        }
        2 => {
            let (left, top) = (near(u, -40, 90)?, near(u, -40, 90)?);
            let [width, height] = if u.ratio(1, 8)? { [u32::MAX; 2] } else { [u.int_in_range(0..=90)?; 2] };
            shapes::rect(&subject, Rect { left, top, width, height }, at);
        }
        3 => {
            let mut end = || Ok([u.int_in_range(-40..=90)?, u.int_in_range(-40..=90)?]);
            shapes::line(&subject, Line::new(end()?, end()?), at);
        }
        _ => far_out(u, &subject, at)?,
    }
    Ok(())
}

/// A number of quarters, so that the rules for a pixel have no rounding.
fn quarters(u: &mut Unstructured) -> Result<f64> {
    Ok(f64::from(u.int_in_range(-100..=300)?) / 4.0)
}

/// Shapes with coordinates up to the ends of the range: queries agree with the drawn shape.
fn far_out(u: &mut Unstructured, subject: &Subject, at: [i32; 2]) -> Result<()> {
    let mut far = || if u.ratio(1, 3)? { u.choose(&FAR).copied() } else { quarters(u) };
    if let Ok(circle) = Circle::new([far()?, far()?], far()?) {
        shapes::consistent(subject, &circle, at);
    }
    let points = [[far()?, far()?], [far()?, far()?], [far()?, far()?], [far()?, far()?]];
    if let Ok(polygon) = Polygon::new(points) {
        shapes::consistent(subject, &polygon, at);
    }
    let mut end = || Ok([near(u, -40, 90)?, near(u, -40, 90)?]);
    shapes::consistent(subject, &Line::new(end()?, end()?), at);
    Ok(())
}
