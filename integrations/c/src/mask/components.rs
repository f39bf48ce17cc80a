//! Components: connected solid pixels.

use super::hitmask_mask;
use crate::border::{call, object, out, out_list, out_object, out_objects};
use crate::convert::rect;
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_component, hitmask_point};
use mask::{Component, Connectivity, Mask};

fn connectivity(diagonal: flag) -> Connectivity {
    if diagonal.is_set() { Connectivity::Eight } else { Connectivity::Four }
}

/// Writes the components of a mask, in the order of their first pixels, at most `capacity`, and sets `count` to how many there are.
/// Pixels that share a side are connected, and if `diagonal` is set, pixels that share a corner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_component_bounds(
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
        let (made, at, mask) = unsafe { (out_object(made, "made")?, out(at, "at")?, &object(mask, "mask")?.mask) };
        let found = find(mask);
        at.put(found.as_ref().map_or_else(hitmask_point::default, |component| component.at.into()));
        if let Some(component) = found {
            made.give(hitmask_mask::new(component.mask));
        }
        Ok(())
    })
}

/// Makes a mask of each component of a mask, in the order of their first pixels, and sets `at[i]` to the offset of the top-left pixel of
/// `made[i]`. There is room for `capacity`. `count` is set to how many there are: if they are more than `capacity`, none is made. Free each
/// with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_connected_components(
    mask: *const hitmask_mask,
    diagonal: flag,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    let find = |mask: &Mask| Ok(mask.connected_components(connectivity(diagonal)));
    // SAFETY: the caller keeps the rules of the header.
    unsafe { components(mask, made, at, capacity, count, find) }
}

/// Makes a mask of each component of a mask that has no pixel in a rectangle: the pieces of terrain that are cut off from the ground. The
/// rest is as in `hitmask_mask_connected_components`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_detached_components(
    mask: *const hitmask_mask,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    diagonal: flag,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    let find = |mask: &Mask| {
        let ground = rect(left, top, width, height)?;
        Ok(mask.detached_components(&ground, [0, 0], connectivity(diagonal)))
    };
    // SAFETY: the caller keeps the rules of the header.
    unsafe { components(mask, made, at, capacity, count, find) }
}

/// # Safety
/// The rules of the header.
unsafe fn components(
    mask: *const hitmask_mask,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
    find: impl FnOnce(&Mask) -> Result<Vec<Component>, Failure>,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (made, at, mask) = unsafe {
            (
                out_objects(made, capacity, count, "made")?,
                out_list(at, capacity, count, "at")?,
                &object(mask, "mask")?.mask,
            )
        };
        let found = find(mask)?;
        at.write(found.iter().map(|component| component.at));
        made.give_all(found.into_iter().map(|component| hitmask_mask::new(component.mask)));
        Ok(())
    })
}
