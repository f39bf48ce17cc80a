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

/// The pixel in which a point in floating point lies: both coordinates rounded down.
///
/// ```
/// assert_eq!(world::pixel([1.9, -0.1])?, [1, -1]);
/// assert!(world::pixel([f32::NAN, 0.0]).is_err());
/// # Ok::<(), world::WorldError>(())
/// ```
///
/// # Errors
/// [`WorldError::NotAPixel`] where a coordinate is not a number or beyond [`MAX_POSITION`].
pub fn pixel(at: [f32; 2]) -> Result<[i32; 2], WorldError> {
    let floor = at.map(f32::floor);
    if floor.iter().all(|c| c.abs() <= MAX_POSITION as f32) {
        Ok(floor.map(|c| c as i32))
    } else {
        Err(WorldError::NotAPixel { at })
    }
}
