//! Questions about one mask and about two.

use super::hitmask_mask;
use crate::border::{call, give, object, put};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_point, hitmask_real, hitmask_rect};
use mask::Circle;

/// Sets `width` and `height` to the size of a mask, in pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_size(
    mask: *const hitmask_mask,
    width: *mut u32,
    height: *mut u32,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(width, mask.width(), "width") }?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(height, mask.height(), "height") }
    })
}

/// Sets `solid` to whether a pixel is solid. Pixels outside the mask are not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_contains(
    mask: *const hitmask_mask,
    at: hitmask_point,
    solid: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(solid, mask.contains(at), "solid") }
    })
}

/// Sets `count` to the number of solid pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_count(mask: *const hitmask_mask, count: *mut u64) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(count, mask.count(), "count") }
    })
}

/// Sets `bounds` to the smallest rectangle around the solid pixels. It is 0, 0, 0, 0 if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_bounds(mask: *const hitmask_mask, bounds: *mut hitmask_rect) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        let found = mask.bounds().map_or_else(hitmask_rect::default, hitmask_rect::from);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(bounds, found, "bounds") }
    })
}

/// Sets `found` to whether there are solid pixels, and if so, `centroid` to their mean center.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_centroid(
    mask: *const hitmask_mask,
    found: *mut bool,
    centroid: *mut hitmask_real,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put_if(found, centroid, mask.centroid().map(hitmask_real::from), "centroid") }
    })
}

/// Writes a value if there is one, and whether there is one.
///
/// # Safety
/// As for [`put`].
pub(super) unsafe fn put_if<T>(found: *mut bool, to: *mut T, value: Option<T>, name: &str) -> Result<(), Failure> {
    // SAFETY: the caller keeps the rules of `put`.
    unsafe { put(found, value.is_some(), "found") }?;
    match value {
        // SAFETY: the caller keeps the rules of `put`.
        Some(value) => unsafe { put(to, value, name) },
        None => Ok(()),
    }
}

/// Sets `overlaps` to whether two masks share a solid pixel. `at` is the offset of the top-left pixel of `other` from that of `mask`: any
/// offset is allowed.
///
/// Cost: a few nanoseconds for masks of up to 64 x 64 pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    at: hitmask_point,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        let other = &unsafe { object(other, "other") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(overlaps, mask.overlaps(other, at), "overlaps") }
    })
}

/// Sets `found` to whether two masks share a solid pixel, and if so, `first` to the topmost shared pixel, the leftmost of its row, in the
/// pixels of `mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_first(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    at: hitmask_point,
    found: *mut bool,
    first: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        let other = &unsafe { object(other, "other") }?.mask;
        let shared = mask.overlap_first(other, at).map(hitmask_point::from);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put_if(found, first, shared, "first") }
    })
}

/// Sets `area` to the number of pixels that two masks share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_area(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    at: hitmask_point,
    area: *mut u64,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        let other = &unsafe { object(other, "other") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(area, mask.overlap_area(other, at), "area") }
    })
}

/// Sets `bounds` to the smallest rectangle around the pixels that two masks share, in the pixels of `mask`. It is 0, 0, 0, 0 if they share
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_bounds(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    at: hitmask_point,
    bounds: *mut hitmask_rect,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        let other = &unsafe { object(other, "other") }?.mask;
        let shared = mask.overlap_bounds(other, at).map_or_else(hitmask_rect::default, hitmask_rect::from);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(bounds, shared, "bounds") }
    })
}

/// Makes a mask of the pixels that two masks share, as large as `mask`. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_mask(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    at: hitmask_point,
    shared: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        let other = &unsafe { object(other, "other") }?.mask;
        let mut made = mask.try_clone()?;
        made.intersect(other, at);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { give(shared, hitmask_mask::new(made), "shared") }
    })
}

/// Sets `overlaps` to whether a rectangle has a solid pixel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps_rect(
    mask: *const hitmask_mask,
    rect: hitmask_rect,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(overlaps, mask.overlaps_rect(rect.into()), "overlaps") }
    })
}

/// Sets `overlaps` to whether a circle has a solid pixel: one whose center is in the circle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps_circle(
    mask: *const hitmask_mask,
    center: hitmask_real,
    radius: f64,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        let circle = Circle::new(center, radius)?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(overlaps, mask.overlaps_shape(&circle, [0, 0]), "overlaps") }
    })
}
