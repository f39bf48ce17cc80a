//! Ways out, free places, rays and sweeps.

use crate::convert;
use crate::ffi::{borrow, call, option, out, out_object, put_if};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::hitmask_status;
use crate::types::{hitmask_point, hitmask_ray_hit, hitmask_real, hitmask_rect, hitmask_sweep_hit};

/// Sets `found` to whether two masks share a pixel, and if so, `normal` to the direction, of length 1, in which `mask` leaves `other`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_normal(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    found: *mut bool,
    normal: *mut hitmask_real,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, normal: out, mask: mask_of, other: mask_of);
        let direction = mask.overlap_normal(other, [x, y]).map(hitmask_real::from);
        put_if(found, normal, direction);
        Ok(())
    })
}

/// Sets `found` to whether two masks share a pixel, and if so, `move` to the smallest move of `mask` after which they share none: of several
/// the topmost, then the leftmost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_penetration(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, r#move: out, mask: mask_of, other: mask_of);
        let way = mask.penetration(other, [x, y]).map(hitmask_point::from);
        put_if(found, r#move, way);
        Ok(())
    })
}

/// Sets `found` to whether two masks share a pixel and a move of `mask` along a direction frees it, and if so, `move` to the smallest such
/// move. A `direction_x`, `direction_y` of 0, 0 finds none; its length does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_penetration_along(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    direction_x: i32,
    direction_y: i32,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, r#move: out, mask: mask_of, other: mask_of);
        put_if(
            found,
            r#move,
            mask.penetration_along(other, [x, y], [direction_x, direction_y]).map(hitmask_point::from),
        );
        Ok(())
    })
}

/// Sets `distance` to the Euclidean distance in pixels between the nearest solid pixels of two masks: 0 if they share one, 1 if they touch side
/// by side. Sets `found` to whether both have a solid pixel; if not, there is no distance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_distance(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    found: *mut bool,
    distance: *mut f64,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, distance: out, mask: mask_of, other: mask_of);
        put_if(found, distance, mask.distance(other, [x, y]));
        Ok(())
    })
}

/// Sets `found` to whether there is an offset of `other`, at most `limit` pixels from `x`, `y`, at which two masks share no pixel, and if so,
/// `nearest` to the nearest one: of several the topmost, then the leftmost. Unless `within` is NULL, the solid pixels of `other` must lie in
/// this rectangle of the mask: so masks are packed into a picture.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_nearest_free(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    limit: u32,
    within: *const hitmask_rect,
    found: *mut bool,
    nearest: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, nearest: out, mask: mask_of, other: mask_of);
        borrow!(within: option);
        let reach = convert::reach(limit, within)?;
        let place = mask.nearest_free(other, [x, y], reach).map(hitmask_point::from);
        put_if(found, nearest, place);
        Ok(())
    })
}

/// Sets `hit` to the first solid pixel on the line of pixels from `from_x`, `from_y` to `to_x`, `to_y`, both included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_cast_ray(
    mask: *const hitmask_mask,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    hit: *mut hitmask_ray_hit,
) -> hitmask_status {
    call(|| {
        borrow!(hit: out, mask: mask_of);
        let found = mask.cast_ray([from_x, from_y], [to_x, to_y]);
        let found =
            found.map(|hit| hitmask_ray_hit::new(0, hit.at, hit.before, hit.step, hit.normal.unwrap_or_default()));
        hit.put(found.unwrap_or_default());
        Ok(())
    })
}

/// Moves `other` along the line of offsets from `from_x`, `from_y` to `to_x`, `to_y`, and sets `hit` to the first at which it shares a
/// pixel with `mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_sweep(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    hit: *mut hitmask_sweep_hit,
) -> hitmask_status {
    call(|| {
        borrow!(hit: out, mask: mask_of, other: mask_of);
        let found = mask.sweep(other, [from_x, from_y], [to_x, to_y]).hit;
        let found = found.map(|hit| hitmask_sweep_hit::new(0, hit.at, hit.before, hit.at, hit.step, hit.normal));
        hit.put(found.unwrap_or_default());
        Ok(())
    })
}

/// Makes a mask of the offsets at which two masks share a pixel, and sets `at` to the offset of its top-left pixel: its pixel x, y is solid
/// if they share a pixel at offset `at` plus x, y. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_colliding_offsets(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of, other: mask_of);
        let (offsets, corner) = mask.colliding_offsets(other)?;
        at.put(corner.into());
        made.give(hitmask_mask::new(offsets));
        Ok(())
    })
}

/// Makes the convolution of two masks, as pygame defines it: its pixel x, y is solid if the two share a pixel at offset
/// x - (width - 1), y - (height - 1), with the width and the height of `other`. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_convolve(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    made: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, mask: mask_of, other: mask_of);
        made.give(hitmask_mask::new(mask::shared::convolve(mask, other)?));
        Ok(())
    })
}
