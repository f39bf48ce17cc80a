//! Questions about one mask and about two.

use crate::convert::rect;
use crate::ffi::{borrow, call, list, out, out_list, out_object, put_if};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::hitmask_status;
use crate::types::{hitmask_moments, hitmask_point, hitmask_real, hitmask_rect, hitmask_run};
use mask::{Circle, Moments, Polygon};

/// Sets `width` and `height` to the size of a mask, in pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_size(
    mask: *const hitmask_mask,
    width: *mut u32,
    height: *mut u32,
) -> hitmask_status {
    call(|| {
        borrow!(width: out, height: out, mask: mask_of);
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
        borrow!(solid: out, mask: mask_of);
        solid.put(mask.contains([x, y]));
        Ok(())
    })
}

/// Sets `count` to the number of solid pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_count(mask: *const hitmask_mask, count: *mut u64) -> hitmask_status {
    call(|| {
        borrow!(count: out, mask: mask_of);
        count.put(mask.count());
        Ok(())
    })
}

/// Sets `bounds` to the smallest rectangle around the solid pixels. It is 0, 0, 0, 0 if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_bounds(mask: *const hitmask_mask, bounds: *mut hitmask_rect) -> hitmask_status {
    call(|| {
        borrow!(bounds: out, mask: mask_of);
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
        borrow!(found: out, centroid: out, mask: mask_of);
        put_if(found, centroid, mask.centroid().map(hitmask_real::from));
        Ok(())
    })
}

/// Sets `found` to whether a mask has a direction, and if so, `degrees` to it: that of the long axis of its solid pixels, from -90 to 90,
/// as in pygame: a `/` has a positive angle, and a `\` a negative one. A square and a mask without solid pixels have none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_angle(
    mask: *const hitmask_mask,
    found: *mut bool,
    degrees: *mut f64,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, degrees: out, mask: mask_of);
        put_if(found, degrees, mask.angle());
        Ok(())
    })
}

/// Sets `moments` to the sums over the solid pixels of a mask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_moments(
    mask: *const hitmask_mask,
    moments: *mut hitmask_moments,
) -> hitmask_status {
    call(|| {
        borrow!(moments: out, mask: mask_of);
        let Moments { count, x, y, xx, xy, yy, .. } = mask.moments();
        moments.put(hitmask_moments { count, x, y, xx: xx as f64, xy: xy as f64, yy: yy as f64 });
        Ok(())
    })
}

/// Writes the solid pixels of a mask, row by row, at most `capacity`, and sets `count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_pixels(
    mask: *const hitmask_mask,
    pixels: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(pixels: out_list(capacity, count), mask: mask_of);
        pixels.write_some(mask.count(), mask.pixels());
        Ok(())
    })
}

/// Writes the runs of solid pixels of a mask, row by row, at most `capacity`, and sets `count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_runs(
    mask: *const hitmask_mask,
    runs: *mut hitmask_run,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(runs: out_list(capacity, count), mask: mask_of);
        let all = || mask.runs().map(|run| hitmask_run { y: run.y, left: run.left, right: run.right });
        runs.write_some(all().count() as u64, all());
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
        borrow!(overlaps: out, mask: mask_of, other: mask_of);
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
        borrow!(found: out, first: out, mask: mask_of, other: mask_of);
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
        borrow!(area: out, mask: mask_of, other: mask_of);
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
        borrow!(bounds: out, mask: mask_of, other: mask_of);
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
        borrow!(shared: out_object, mask: mask_of, other: mask_of);
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
        borrow!(overlaps: out, mask: mask_of);
        overlaps.put(mask.overlaps(&rect(left, top, width, height)?, [0, 0]));
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
        borrow!(overlaps: out, mask: mask_of);
        let circle = Circle::new([x, y], radius)?;
        overlaps.put(mask.overlaps(&circle, [0, 0]));
        Ok(())
    })
}

/// Sets `overlaps` to whether a mask has a solid pixel in a polygon of at least three points: one whose center is in the polygon.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_overlaps_polygon(
    mask: *const hitmask_mask,
    points: *const hitmask_real,
    count: usize,
    overlaps: *mut bool,
) -> hitmask_status {
    call(|| {
        borrow!(overlaps: out, points: list(count), mask: mask_of);
        let polygon = Polygon::new(points.iter().copied())?;
        overlaps.put(mask.overlaps(&polygon, [0, 0]));
        Ok(())
    })
}
