//! Origins: from fractions and from slices to points of a frame.

use crate::Reason;

/// The farthest that an origin may lie from the top-left corner of its frame, in pixels: the limit of a sprite's
/// origin.
const FARTHEST: f64 = (1 << 26) as f64;

/// Returns the origin at a fraction of the width and the height.
pub(crate) fn of_fraction(fraction: [f64; 2], size: [u32; 2]) -> Result<[f64; 2], Reason> {
    at([0, 1].map(|axis| fraction[axis] * f64::from(size[axis])))
}

/// Returns the origin at a point of the frame.
pub(crate) fn at([x, y]: [f64; 2]) -> Result<[f64; 2], Reason> {
    let is_near = |c: f64| c.abs() <= FARTHEST;
    if is_near(x) && is_near(y) {
        Ok([x, y])
    } else {
        Err(Reason::invalid("within 2^26 pixels of the top-left pixel of the frame", format_args!("{x}, {y}")))
    }
}
