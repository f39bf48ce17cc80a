//! The ranges of positions and origins.

use crate::WorldError;
use mask::IntoPoint;

/// The maximum absolute value of each coordinate of a position, in pixels.
pub const MAX_POSITION: i32 = 1 << 30;

/// The maximum absolute value of each coordinate of an origin, in pixels. It is the maximum side of a mask.
pub const MAX_ORIGIN: f64 = (1u32 << 26) as f64;

/// The position if it is in range.
///
/// # Errors
/// Returns [`WorldError::OutOfRange`] if a coordinate is further than [`MAX_POSITION`] from 0.
#[inline(always)]
pub(crate) fn check_position(at: [i64; 2]) -> Result<[i32; 2], WorldError> {
    let within = |c: i64| (c + i64::from(MAX_POSITION)) as u64 <= 2 * MAX_POSITION as u64;
    if within(at[0]) && within(at[1]) { Ok([at[0] as i32, at[1] as i32]) } else { Err(WorldError::OutOfRange { at }) }
}

/// The origin if it is in range.
///
/// # Errors
/// Returns [`WorldError::OriginOutOfRange`] if a coordinate is NaN, or further than [`MAX_ORIGIN`] from 0.
pub(crate) fn check_origin(origin: Option<[f64; 2]>) -> Result<Option<[f64; 2]>, WorldError> {
    match origin {
        Some(origin) if !origin.iter().all(|c| c.abs() <= MAX_ORIGIN) => Err(WorldError::OriginOutOfRange { origin }),
        origin => Ok(origin),
    }
}

/// The fraction of a position if it is one.
///
/// # Errors
/// Returns [`WorldError::NotAFraction`] if a coordinate is not from 0 to less than 1.
pub(crate) fn check_fraction(fraction: [f64; 2]) -> Result<[f64; 2], WorldError> {
    let is_fraction = fraction.iter().all(|c| (0.0..1.0).contains(c));
    // The sum turns -0 into 0.
    if is_fraction { Ok(fraction.map(|c| c + 0.0)) } else { Err(WorldError::NotAFraction { fraction }) }
}

/// Returns the pixel that contains a point with fractions: both coordinates rounded down. It is made for the points of
/// queries, such as the position of a pointer. For the position of a sprite, see [`place`].
///
/// ```
/// use hitmask::pixel;
///
/// assert_eq!(pixel([1.9, -0.1])?, [1, -1]);
/// assert!(pixel([f64::NAN, 0.0]).is_err());
/// assert_eq!(pixel((1.9_f32, -0.1))?, [1, -1]); // or a vector of your math crate
/// # Ok::<(), hitmask::WorldError>(())
/// ```
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] if a coordinate is NaN, or if a coordinate of the pixel is further than
/// [`MAX_POSITION`] from 0.
#[inline]
pub fn pixel<N>(at: impl IntoPoint<N>) -> Result<[i32; 2], WorldError> {
    let at = at.into_point();
    floor(at).ok_or(WorldError::NotAPixel { at })
}

/// Returns the position of a sprite whose top-left corner has fractions: both coordinates rounded to the nearest pixel,
/// halves up. A renderer without smoothing draws the sprite there. For the points of queries, see [`pixel`].
///
/// ```
/// use hitmask::place;
///
/// assert_eq!(place([1.4, -0.4])?, [1, 0]);
/// assert_eq!(place([1.5, -1.5])?, [2, -1]); // halves go right and down
/// assert!(place([f64::INFINITY, 0.0]).is_err());
/// # Ok::<(), hitmask::WorldError>(())
/// ```
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] if a coordinate is NaN, or if a coordinate of the position is further than
/// [`MAX_POSITION`] from 0.
#[inline]
pub fn place<N>(at: impl IntoPoint<N>) -> Result<[i32; 2], WorldError> {
    let at = at.into_point();
    floor([at[0] + 0.5, at[1] + 0.5]).ok_or(WorldError::NotAPixel { at })
}

/// Returns a point as the pixel that it lies in and the fraction, from 0 to less than 1 along each axis.
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] as [`pixel`] does.
#[inline]
pub(crate) fn split(at: [f64; 2]) -> Result<([i32; 2], [f64; 2]), WorldError> {
    let mut position = pixel(at)?;
    let mut fraction = [0.0; 2];
    for axis in 0..2 {
        fraction[axis] = at[axis] - f64::from(position[axis]);
        // The difference of a tiny negative number is rounded to 1.
        if fraction[axis] >= 1.0 {
            (position[axis], fraction[axis]) = (position[axis] + 1, 0.0);
        }
    }
    Ok((position, fraction))
}

/// Returns the position and the fraction of a sprite at a point: a whole pixel if the sprite is upright.
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] if the point is not finite or out of range.
#[inline]
pub fn position_at(at: [f64; 2], is_upright: bool) -> Result<([i32; 2], [f64; 2]), WorldError> {
    if is_upright { Ok((place(at)?, [0.0; 2])) } else { split(at) }
}

/// Both coordinates rounded down, if the result is in range.
#[inline]
fn floor([x, y]: [f64; 2]) -> Option<[i32; 2]> {
    // One number at a time: a module for WebAssembly that is compiled for size calls a function for each closure.
    Some([floor_one(x)?, floor_one(y)?])
}

#[inline(always)]
fn floor_one(c: f64) -> Option<i32> {
    // Engines round the position of each sprite in each step. The oldest x86-64 processors have no instruction for
    // `f64::floor`. The sum with 1.5 * 2^52 is a whole number, because an `f64` of this size has no bits for fractions.
    // So the addition rounds to the nearest whole number, which the lower bits of the sum hold.
    const WHOLE: f64 = (3_u64 << 51) as f64;
    let sum = c + WHOLE;
    let in_range = c >= f64::from(-MAX_POSITION) && c < f64::from(MAX_POSITION + 1);
    if in_range { Some(sum.to_bits() as i32 - i32::from(sum - WHOLE > c)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{MAX_POSITION, floor};

    #[test]
    fn floor_is_the_floor_of_the_standard_library() {
        let most = i64::from(MAX_POSITION);
        let whole = (-1000..=1000).chain(most - 1000..=most).chain(-most..=-most + 1000);
        let fractions = [0.0, f64::EPSILON, 0.25, 0.5, 0.75, 1.0 - f64::EPSILON];
        for value in whole.flat_map(|whole| fractions.map(|fraction| whole as f64 + fraction)) {
            let near = [value.next_down(), value, value.next_up()];
            for c in near.into_iter().filter(|c| (-most..=most).contains(&(c.floor() as i64))) {
                assert_eq!(floor([c, -0.0]), Some([c.floor() as i32, 0]), "{c}");
            }
        }
        for outside in [most as f64 + 1.0, (-most as f64).next_down(), f64::NAN, f64::INFINITY, f64::MIN] {
            assert_eq!(floor([0.0, outside]), None, "{outside}");
        }
    }
}
