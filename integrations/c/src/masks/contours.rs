//! Outlines, contours and convex shapes.

use crate::convert::size;
use crate::ffi::{OutList, borrow, call, list, out_list, out_object};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_contour, hitmask_point};
use mask::{Mask, Simplify};

/// Writes the contours of a mask: polygons around its solid pixels and its holes, in the order of their first corners.
///
/// `points` has room for `point_capacity` corners, and `point_count` is set to how many there are; `contours` has room for
/// `contour_capacity`, and `contour_count` is set to how many there are. The corners of a contour are `points[first]` to
/// `points[first + count - 1]`. Corners are corners of pixels: the pixel x, y has the corners x, y and x + 1, y + 1.
///
/// `tolerance` is how far, in pixels, a simplified contour may be from the exact one: 0 for the exact one, and at least 0. If `covering` is set,
/// no solid pixel is cut, not even in part: simplified contours lie outside of the exact ones or on them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_contours(
    mask: *const hitmask_mask,
    tolerance: f64,
    covering: flag,
    points: *mut hitmask_point,
    point_capacity: usize,
    point_count: *mut usize,
    contours: *mut hitmask_contour,
    contour_capacity: usize,
    contour_count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(
            points: out_list(point_capacity, point_count), contours: out_list(contour_capacity, contour_count),
            mask: mask_of
        );
        let plain = Simplify::new(tolerance);
        let found = mask.simplified_contours(if covering.is_set() { plain.covering() } else { plain })?;
        write_polygons(points, contours, found.iter().map(|contour| (contour.points(), contour.is_hole())));
        Ok(())
    })
}

/// Writes the corners of polygons one after the other, and where each begins.
fn write_polygons<'p>(
    points: OutList<hitmask_point>,
    polygons: OutList<hitmask_contour>,
    all: impl ExactSizeIterator<Item = (&'p [[i32; 2]], bool)> + Clone,
) {
    let count: usize = all.clone().map(|(corners, _)| corners.len()).sum();
    points.write_some(count as u64, all.clone().flat_map(|(corners, _)| corners.iter().copied()));
    let mut first = 0;
    polygons.write(all.map(|(corners, is_hole)| {
        let polygon = hitmask_contour { first, count: corners.len(), is_hole: is_hole.into() };
        first += corners.len();
        polygon
    }));
}

/// Makes a mask from contours: solid are the pixels whose centers are in an odd number of them. `points` are the corners of all contours, one
/// contour after the other; `counts[i]` is the number of corners of contour i. `points` has `point_count` corners: the sum of `counts`.
/// Free the mask with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_contours(
    width: u32,
    height: u32,
    points: *const hitmask_point,
    point_count: usize,
    counts: *const usize,
    contour_count: usize,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, points: list(point_count), counts: list(contour_count));
        let [width, height] = size(width, height)?;
        let sum = counts.iter().try_fold(0, |sum: usize, &count| sum.checked_add(count));
        if sum != Some(point_count) {
            let sum = sum.map_or("more than fit".into(), |sum| sum.to_string());
            return Err(Failure::invalid(format!(
                "points must have as many corners as counts say, {sum}, got {point_count}"
            )));
        }
        let mut rest = points.iter().map(|&point| point.into());
        let contours: Vec<Vec<[i32; 2]>> = counts.iter().map(|&count| rest.by_ref().take(count).collect()).collect();
        mask.give(hitmask_mask::new(Mask::from_contours(width, height, contours)?));
        Ok(())
    })
}

/// Writes the outline of a mask, as pygame defines it: the pixels on the edge of one component, clockwise from the topmost, then leftmost
/// pixel of the mask. It writes at most `capacity`, and sets `count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_outline(
    mask: *const hitmask_mask,
    points: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(points: out_list(capacity, count), mask: mask_of);
        points.write(mask.outline().into_iter());
        Ok(())
    })
}

/// Writes the corners of the convex hull of a mask, clockwise on the screen from the topmost, then leftmost corner, at most `capacity`, and
/// sets `count` to how many there are. Corners are corners of pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_convex_hull(
    mask: *const hitmask_mask,
    points: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(points: out_list(capacity, count), mask: mask_of);
        points.write(mask.convex_hull().into_iter());
        Ok(())
    })
}
