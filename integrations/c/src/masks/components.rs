//! Components: connected solid pixels.

use crate::convert::rect;
use crate::ffi::{Out, OutList, OutObject, borrow, call, out, out_list, out_object, out_objects};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_component, hitmask_point};
use mask::{Component, Connectivity};

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
        borrow!(components: out_list(capacity, count), mask: mask_of);
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
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        give(made, at, mask.component_at([x, y], connectivity(diagonal)))
    })
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
    call(|| {
        borrow!(made: out_object, at: out, mask: mask_of);
        give(made, at, mask.largest_component(connectivity(diagonal)))
    })
}

/// Gives a component and its offset to the caller, if there is one.
fn give(made: OutObject<hitmask_mask>, at: Out<hitmask_point>, found: Option<Component>) -> Result<(), Failure> {
    at.put(found.as_ref().map_or_else(hitmask_point::default, |component| component.at.into()));
    if let Some(component) = found {
        made.give(hitmask_mask::new(component.mask));
    }
    Ok(())
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
    call(|| {
        borrow!(made: out_objects(capacity, count), at: out_list(capacity, count), mask: mask_of);
        give_all(made, at, mask.connected_components(connectivity(diagonal)))
    })
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
    call(|| {
        borrow!(made: out_objects(capacity, count), at: out_list(capacity, count), mask: mask_of);
        let ground = rect(left, top, width, height)?;
        give_all(made, at, mask.detached_components(&ground, [0, 0], connectivity(diagonal)))
    })
}

fn give_all(
    made: OutList<'_, *mut hitmask_mask>,
    at: OutList<'_, hitmask_point>,
    found: Vec<Component>,
) -> Result<(), Failure> {
    at.write(found.iter().map(|component| component.at));
    made.give_all(found.into_iter().map(|component| hitmask_mask::new(component.mask)));
    Ok(())
}
