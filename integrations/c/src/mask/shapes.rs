//! Components and contours.

use super::hitmask_mask;
use crate::border::{call, object, out, out_list};
use crate::status::hitmask_status;
use crate::types::{flag, hitmask_component, hitmask_contour, hitmask_point};
use mask::{Component, Connectivity, Mask};

fn connectivity(diagonal: flag) -> Connectivity {
    if diagonal.is_set() { Connectivity::Eight } else { Connectivity::Four }
}

/// Writes the components of a mask, in the order of their first pixels, at most `capacity`, and sets `count` to how many there are.
/// Pixels that share a side are connected, and if `diagonal` is set, pixels that share a corner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_components(
    mask: *const hitmask_mask,
    diagonal: flag,
    components: *mut hitmask_component,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (components, mask) =
            unsafe { (out_list(components, capacity, count, "components")?, &object(mask, "mask")?.mask) };
        let found = mask.component_bounds(connectivity(diagonal)).into_iter();
        components.write(found.map(|(bounds, count)| hitmask_component { bounds: bounds.into(), count }));
        Ok(())
    })
}

/// Makes a mask of the component with a pixel, and sets `at` to the offset of its top-left pixel. `made` is NULL if the pixel is not solid.
/// Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_component_at(
    mask: *const hitmask_mask,
    x: i32,
    y: i32,
    diagonal: flag,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    // SAFETY: the caller keeps the rules of the header.
    unsafe { component(mask, made, at, |mask| mask.component_at([x, y], connectivity(diagonal))) }
}

/// Makes a mask of the component with the most pixels, and sets `at` to the offset of its top-left pixel. `made` is NULL if no pixel is
/// solid. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_largest_component(
    mask: *const hitmask_mask,
    diagonal: flag,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    // SAFETY: the caller keeps the rules of the header.
    unsafe { component(mask, made, at, |mask| mask.largest_component(connectivity(diagonal))) }
}

/// # Safety
/// The rules of the header.
unsafe fn component(
    mask: *const hitmask_mask,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
    find: impl FnOnce(&Mask) -> Option<Component>,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (made, at, mask) = unsafe { (out(made, "made")?, out(at, "at")?, &object(mask, "mask")?.mask) };
        match find(mask) {
            Some(component) => {
                at.put(component.at.into());
                made.give(hitmask_mask::new(component.mask));
            }
            None => {
                at.put(hitmask_point::default());
                made.put(std::ptr::null_mut());
            }
        }
        Ok(())
    })
}

/// Writes the contours of a mask: polygons around its solid pixels and its holes, in the order of their first corners.
///
/// `points` has room for `point_capacity` corners, and `point_count` is set to how many there are; `contours` has room for
/// `contour_capacity`, and `contour_count` is set to how many there are. The corners of a contour are `points[first]` to
/// `points[first + count - 1]`. Corners are corners of pixels: the pixel x, y has the corners x, y and x + 1, y + 1.
///
/// `tolerance` is how far, in pixels, a simplified contour may be from the exact one: 0 for the exact one, and at least 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_contours(
    mask: *const hitmask_mask,
    tolerance: f64,
    points: *mut hitmask_point,
    point_capacity: usize,
    point_count: *mut usize,
    contours: *mut hitmask_contour,
    contour_capacity: usize,
    contour_count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (points, contours, mask) = unsafe {
            (
                out_list(points, point_capacity, point_count, "points")?,
                out_list(contours, contour_capacity, contour_count, "contours")?,
                &object(mask, "mask")?.mask,
            )
        };
        let found = if tolerance == 0.0 { mask.contours() } else { mask.simplified_contours(tolerance)? };
        let (mut corners, mut list) = (Vec::new(), Vec::new());
        for contour in &found {
            let (first, count) = (corners.len(), contour.points().len());
            list.push(hitmask_contour { first, count, is_hole: contour.is_hole().into() });
            corners.extend_from_slice(contour.points());
        }
        points.write(corners.into_iter());
        contours.write(list.into_iter());
        Ok(())
    })
}
