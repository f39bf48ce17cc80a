//! Edits: what a mask has is changed.

use crate::convert::rect;
use crate::ffi::{borrow, call, list, object_mut};
use crate::mask_handle::{hitmask_mask, mask_copy};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_real};

/// Makes a pixel of a mask solid or free. A pixel outside the mask is an error. (Calls that fill or draw leave out what is outside.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_set(mask: *mut hitmask_mask, x: i32, y: i32, solid: flag) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        let (width, height) = (mask.mask.width(), mask.mask.height());
        let is_within = [(x, width), (y, height)].iter().all(|&(at, size)| u32::try_from(at).is_ok_and(|at| at < size));
        if !is_within {
            let message = format!("x, y must be a pixel of the mask, which has {width} x {height}, got {x}, {y}");
            return Err(Failure::new(hitmask_status::HITMASK_OUT_OF_RANGE, message));
        }
        mask.edit(|mask| {
            mask.set([x, y], solid.is_set());
            Ok(())
        })
    })
}

/// Makes all pixels solid or free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_fill(mask: *mut hitmask_mask, solid: flag) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        mask.edit(|mask| {
            if solid.is_set() {
                mask.fill();
            } else {
                mask.clear();
            }
            Ok(())
        })
    })
}

/// Makes solid pixels free, and free ones solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_invert(mask: *mut hitmask_mask) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        mask.edit(|mask| {
            mask.invert();
            Ok(())
        })
    })
}

/// Makes the pixels of a rectangle solid or free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_fill_rect(
    mask: *mut hitmask_mask,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        let rect = rect(left, top, width, height)?;
        mask.edit(|mask| {
            mask.fill_rect(rect, solid.is_set());
            Ok(())
        })
    })
}

/// Makes the pixels solid or free whose centers are in a circle. The center of the pixel x, y is x + 0.5, y + 0.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_fill_circle(
    mask: *mut hitmask_mask,
    x: f64,
    y: f64,
    radius: f64,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        mask.edit(|mask| Ok(mask.fill_circle([x, y], radius, solid.is_set())?))
    })
}

/// Makes the pixels of a line solid or free, both ends included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_fill_line(
    mask: *mut hitmask_mask,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut);
        mask.edit(|mask| Ok(mask.fill_line([from_x, from_y], [to_x, to_y], solid.is_set())?))
    })
}

/// Makes the pixels solid or free whose centers are in a polygon of at least three points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_fill_polygon(
    mask: *mut hitmask_mask,
    points: *const hitmask_real,
    count: usize,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(mask: object_mut, points: list(count));
        mask.edit(|mask| Ok(mask.fill_polygon(points.iter().copied(), solid.is_set())?))
    })
}

/// Makes the pixels solid that are solid in `other`, whose top-left pixel is at `x`, `y`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_draw(
    mask: *mut hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(other: mask_copy, mask: object_mut);
        combine(mask, &other, [x, y], mask::Mask::draw)
    })
}

/// Makes the pixels free that are solid in `other`, whose top-left pixel is at `x`, `y`: craters, bites.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_erase(
    mask: *mut hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(other: mask_copy, mask: object_mut);
        combine(mask, &other, [x, y], mask::Mask::erase)
    })
}

/// Makes the pixels free that are solid in both, and solid that are solid in `other` alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_toggle(
    mask: *mut hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(other: mask_copy, mask: object_mut);
        combine(mask, &other, [x, y], mask::Mask::toggle)
    })
}

/// Makes the pixels free that are not solid in `other`, whose top-left pixel is at `x`, `y`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_intersect(
    mask: *mut hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(other: mask_copy, mask: object_mut);
        combine(mask, &other, [x, y], mask::Mask::intersect)
    })
}

/// Combines a mask with another.
fn combine(
    mask: &mut hitmask_mask,
    other: &mask::Mask,
    at: [i32; 2],
    combine: fn(&mut mask::Mask, &mask::Mask, [i32; 2]),
) -> Result<(), Failure> {
    mask.edit(|mask| {
        combine(mask, other, at);
        Ok(())
    })
}
