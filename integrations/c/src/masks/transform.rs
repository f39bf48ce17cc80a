//! Masks made from masks.

use crate::convert::size;
use crate::ffi::{Out, OutObject, borrow, call, list, out, out_object};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_point};
use mask::{Affine, Mask};

/// Makes a mask that is mirrored left to right (`flip_x`), then turned clockwise by quarter turns, 0 to 3. A mirror from top to bottom is
/// `flip_x` and two quarter turns. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_oriented(
    mask: *const hitmask_mask,
    flip_x: flag,
    quarter_turns: u32,
    made: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, mask: mask_of);
        if quarter_turns > 3 {
            return Err(Failure::invalid(format!("quarter_turns must be from 0 to 3, got {quarter_turns}")));
        }
        made.give(hitmask_mask::new(mask::shared::oriented(mask, flip_x.is_set(), quarter_turns)?));
        Ok(())
    })
}

/// Makes a mask of another size, in pixels, without smoothing. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_scaled(
    mask: *const hitmask_mask,
    width: u32,
    height: u32,
    made: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, mask: mask_of);
        let [width, height] = size(width, height)?;
        made.give(hitmask_mask::new(mask.scaled(width, height)?));
        Ok(())
    })
}

/// Makes a mask that is rotated clockwise by an angle in degrees, without smoothing, and sets `at` to the offset of its top-left pixel from
/// that of `mask`, if both turn about the middle of `mask`. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_rotated(
    mask: *const hitmask_mask,
    degrees: f64,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        if !degrees.is_finite() {
            return Err(Failure::invalid(format!("degrees must be finite, got {degrees}")));
        }
        let middle = [mask.width(), mask.height()].map(|side| f64::from(side) / 2.0);
        give(made, at, mask.transformed(&Affine::rotation(degrees).about(middle))?)
    })
}

/// Makes the mask that an affine map draws, without smoothing, and sets `at` to the offset of its top-left pixel. The map sends the point
/// x, y of the mask to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_transformed(
    mask: *const hitmask_mask,
    m: *const f64,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, m: list(6), at: out, mask: mask_of);
        give(made, at, mask.transformed(&Affine::from([[m[0], m[1], m[2]], [m[3], m[4], m[5]]]))?)
    })
}

/// Makes the smallest mask with all solid pixels of a mask, and sets `at` to the offset of its top-left pixel. Free it with
/// `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_cropped(
    mask: *const hitmask_mask,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        give(made, at, mask.cropped())
    })
}

/// Makes a mask that is larger all around by a radius in pixels: the distance between centers of pixels. It sets `at` to the offset of its
/// top-left pixel. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_grown(
    mask: *const hitmask_mask,
    radius: f64,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        give(made, at, mask.grown(radius)?)
    })
}

/// Makes a mask that is smaller all around by a radius in pixels. The rest is as in `hitmask_mask_grown`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_shrunk(
    mask: *const hitmask_mask,
    radius: f64,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        give(made, at, mask.shrunk(radius)?)
    })
}

/// Gives a mask and its offset to the caller.
fn give(
    made: OutObject<hitmask_mask>,
    at: Out<hitmask_point>,
    (mask, offset): (Mask, [i32; 2]),
) -> Result<(), Failure> {
    at.put(offset.into());
    made.give(hitmask_mask::new(mask));
    Ok(())
}
