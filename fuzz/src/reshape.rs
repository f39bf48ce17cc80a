//! Copies of a mask: flipped, turned, scaled, grown, mapped, split into connected components, traced and filled again.
//! Each is compared with its definition, pixel by pixel.

use crate::input::{side, subject};
use arbitrary::{Result, Unstructured};
use mask::{Affine, Mask};
use testkit::oracle::{Subject, affine, components, contact, contours, copies, measures};

/// The largest side of a mask.
const MOST: u32 = 70;

/// Coefficients with which no mask can be made.
const WILD: [f64; 9] = [f64::NAN, f64::INFINITY, -1e300, 1e300, 1e-300, -0.0, f64::MIN_POSITIVE, 2e9, 1e-12];

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = copies(&mut Unstructured::new(data));
}

fn copies(u: &mut Unstructured) -> Result<()> {
    let a = subject(u, [MOST, MOST])?;
    match u.int_in_range(0..=6)? {
        0 => copies::turns(&a),
        1 => {
            copies::scales(&a, [side(u, 140)?, side(u, 140)?]);
            copies::blocks(&a, u.int_in_range(1..=u32::MAX)?);
            copies::blocks(&a, 1 << u.int_in_range(0..=6)?);
        }
        2 => copies::grown_and_shrunk(&a, f64::from(u.int_in_range(0..=32u8)?) / 4.0),
        3 => mapped(u, &a)?,
        4 => contact::offsets(&a, &subject(u, [40, 20])?),
        5 => components::check(&a),
        _ => traced(&a, f64::from(u.arbitrary::<u8>()?) / 16.0),
    }
    Ok(())
}

/// Transforms under a map of small coefficients, sometimes of extreme ones.
fn mapped(u: &mut Unstructured, subject: &Subject) -> Result<()> {
    let mut coefficients = [0.0; 6];
    for coefficient in &mut coefficients {
        *coefficient = if u.ratio(1, 24)? {
            *u.choose(&WILD)?
        } else {
            f64::from(u.int_in_range(-64..=64)?) / f64::from(u.int_in_range(16..=40)?)
        };
    }
    let by = Affine::from(coefficients);
    if subject.mask.transformed(&by).is_ok() {
        affine::check(subject, &by);
    }
    Ok(())
}

/// Checks the outline and the exact contours, and simplified contours if there are few edges to compare.
fn traced(subject: &Subject, tolerance: f64) {
    contours::outline(subject);
    contours::exact(subject);
    measures::runs(subject);
    measures::moments(subject);
    let Subject { grid, mask } = subject;
    let simple = mask.simplified_contours(tolerance).unwrap();
    Mask::from_contours(grid.width, grid.height, &simple).unwrap().validate();
    if mask.contours().iter().map(|contour| contour.points().len()).sum::<usize>() < 300 {
        contours::simplified(subject, tolerance);
        contours::covering(subject, tolerance);
    }
}
