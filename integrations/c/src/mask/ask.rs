//! Questions about one mask and about two.

use super::hitmask_mask;
use crate::border::{call, object, out, put_if};
use crate::status::hitmask_status;
use crate::types::{hitmask_point, hitmask_real, hitmask_rect};
use mask::{Circle, Rect};

/// Sets `width` and `height` to the size of a mask, in pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_size(
    mask: *const hitmask_mask,
    width: *mut u32,
    height: *mut u32,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (width, height, mask) =
            unsafe { (out(width, "width")?, out(height, "height")?, &object(mask, "mask")?.mask) };
        width.put(mask.width());
        height.put(mask.height());
        Ok(())
    })
}

/// Sets `solid` to whether a pixel is solid. Pixels outside the mask are not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_contains(
    mask: *const hitmask_mask,
    x: i32,
    y: i32,
    solid: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (solid, mask) = unsafe { (out(solid, "solid")?, &object(mask, "mask")?.mask) };
        solid.put(mask.contains([x, y]));
        Ok(())
    })
}

/// Sets `count` to the number of solid pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_count(mask: *const hitmask_mask, count: *mut u64) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (count, mask) = unsafe { (out(count, "count")?, &object(mask, "mask")?.mask) };
        count.put(mask.count());
        Ok(())
    })
}

/// Sets `bounds` to the smallest rectangle around the solid pixels. It is 0, 0, 0, 0 if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_bounds(mask: *const hitmask_mask, bounds: *mut hitmask_rect) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (bounds, mask) = unsafe { (out(bounds, "bounds")?, &object(mask, "mask")?.mask) };
        let found = mask.bounds().map_or_else(hitmask_rect::default, hitmask_rect::from);
        bounds.put(found);
        Ok(())
    })
}

/// Sets `found` to whether there are solid pixels, and if so, `centroid` to their mean position, in which the pixel x, y counts
/// as x, y.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_centroid(
    mask: *const hitmask_mask,
    found: *mut bool,
    centroid: *mut hitmask_real,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (found, centroid, mask) =
            unsafe { (out(found, "found")?, out(centroid, "centroid")?, &object(mask, "mask")?.mask) };
        put_if(found, centroid, mask.centroid().map(hitmask_real::from));
        Ok(())
    })
}

/// Sets `overlaps` to whether two masks share a solid pixel. `x`, `y` is the offset of the top-left pixel of `other` from that of `mask`: any
/// offset is allowed.
///
/// Cost: a few nanoseconds for masks of up to 64 x 64 pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (overlaps, mask, other) =
            unsafe { (out(overlaps, "overlaps")?, &object(mask, "mask")?.mask, &object(other, "other")?.mask) };
        overlaps.put(mask.overlaps(other, [x, y]));
        Ok(())
    })
}

/// Sets `found` to whether two masks share a solid pixel, and if so, `first` to the topmost shared pixel, the leftmost of its row, in the
/// pixels of `mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_first(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    found: *mut bool,
    first: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (found, first, mask, other) = unsafe {
            (out(found, "found")?, out(first, "first")?, &object(mask, "mask")?.mask, &object(other, "other")?.mask)
        };
        let shared = mask.overlap_first(other, [x, y]).map(hitmask_point::from);
        put_if(found, first, shared);
        Ok(())
    })
}

/// Sets `area` to the number of pixels that two masks share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_area(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    area: *mut u64,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (area, mask, other) =
            unsafe { (out(area, "area")?, &object(mask, "mask")?.mask, &object(other, "other")?.mask) };
        area.put(mask.overlap_area(other, [x, y]));
        Ok(())
    })
}

/// Sets `bounds` to the smallest rectangle around the pixels that two masks share, in the pixels of `mask`. It is 0, 0, 0, 0 if they share
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_bounds(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    bounds: *mut hitmask_rect,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (bounds, mask, other) =
            unsafe { (out(bounds, "bounds")?, &object(mask, "mask")?.mask, &object(other, "other")?.mask) };
        let shared = mask.overlap_bounds(other, [x, y]).map_or_else(hitmask_rect::default, hitmask_rect::from);
        bounds.put(shared);
        Ok(())
    })
}

/// Makes a mask of the pixels that two masks share, as large as `mask`. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlap_mask(
    mask: *const hitmask_mask,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
    shared: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (shared, mask, other) =
            unsafe { (out(shared, "shared")?, &object(mask, "mask")?.mask, &object(other, "other")?.mask) };
        let mut made = mask.try_clone()?;
        made.intersect(other, [x, y]);
        shared.give(hitmask_mask::new(made));
        Ok(())
    })
}

/// Sets `overlaps` to whether a rectangle has a solid pixel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps_rect(
    mask: *const hitmask_mask,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (overlaps, mask) = unsafe { (out(overlaps, "overlaps")?, &object(mask, "mask")?.mask) };
        overlaps.put(mask.overlaps_rect(Rect { left, top, width, height }));
        Ok(())
    })
}

/// Sets `overlaps` to whether a circle has a solid pixel: one whose center is in the circle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps_circle(
    mask: *const hitmask_mask,
    x: f64,
    y: f64,
    radius: f64,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (overlaps, mask) = unsafe { (out(overlaps, "overlaps")?, &object(mask, "mask")?.mask) };
        let circle = Circle::new([x, y], radius)?;
        overlaps.put(mask.overlaps_shape(&circle, [0, 0]));
        Ok(())
    })
}
