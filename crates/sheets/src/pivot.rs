//! Pivots: from fractions and from slices to pixels of a frame.

use crate::Reason;

/// The farthest that a pivot may lie from the top-left pixel of its frame, in pixels: the limit of a sprite's pivot.
const MAX_PIVOT: i64 = 1 << 26;

/// Returns the pivot at a fraction of the width and the height.
pub(crate) fn of_fraction(fraction: [f64; 2], size: [u32; 2]) -> Result<[i32; 2], Reason> {
    let [x, y] = [0, 1].map(|axis| (fraction[axis] * f64::from(size[axis])).floor());
    let is_near = |c: f64| c.abs() <= MAX_PIVOT as f64;
    if is_near(x) && is_near(y) { Ok([x as i32, y as i32]) } else { Err(too_far(format_args!("{x}, {y}"))) }
}

/// Returns the pivot at `offset` from the pixel `origin`.
pub(crate) fn of_sums(origin: [i64; 2], offset: [i64; 2]) -> Result<[i32; 2], Reason> {
    let [x, y] = [0, 1].map(|axis| origin[axis].saturating_add(offset[axis]));
    let is_near = |c: i64| c.unsigned_abs() <= MAX_PIVOT as u64;
    if is_near(x) && is_near(y) { Ok([x as i32, y as i32]) } else { Err(too_far(format_args!("{x}, {y}"))) }
}

fn too_far(got: impl std::fmt::Display) -> Reason {
    Reason::invalid("within 2^26 pixels of the top-left pixel of the frame", got)
}
