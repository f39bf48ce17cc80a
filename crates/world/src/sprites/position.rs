//! The ranges of positions and pivots.

use crate::WorldError;

/// Positions lie within this of 0 on each axis, in pixels.
pub const MAX_POSITION: i32 = 1 << 30;

/// Pivots lie within this of 0 on each axis, in pixels: as far as the largest mask reaches.
pub const MAX_PIVOT: i32 = 1 << 26;

/// The position, where it is within the limit.
#[inline(always)]
pub(crate) fn check_position(at: [i64; 2]) -> Result<[i32; 2], WorldError> {
    let within = |c: i64| (c + i64::from(MAX_POSITION)) as u64 <= 2 * MAX_POSITION as u64;
    if within(at[0]) && within(at[1]) { Ok([at[0] as i32, at[1] as i32]) } else { Err(WorldError::OutOfRange { at }) }
}

/// The pixel that contains a point given in floating point: both coordinates rounded down.
///
/// ```
/// use world::pixel;
///
/// assert_eq!(pixel([1.9, -0.1])?, [1, -1]);
/// assert!(pixel([f64::NAN, 0.0]).is_err());
/// assert_eq!(pixel([1.9_f32, -0.1].map(f64::from))?, [1, -1]);
/// # Ok::<(), world::WorldError>(())
/// ```
///
/// # Errors
/// [`WorldError::NotAPixel`] if a coordinate is NaN, or if the pixel is further than [`MAX_POSITION`] from 0.
pub fn pixel(at: [f64; 2]) -> Result<[i32; 2], WorldError> {
    let floor = at.map(f64::floor);
    if floor.iter().all(|c| c.abs() <= f64::from(MAX_POSITION)) {
        Ok(floor.map(|c| c as i32))
    } else {
        Err(WorldError::NotAPixel { at })
    }
}
