//! The masks of a world.

use super::hitmask_world;
use crate::convert::rect;
use crate::ffi::{borrow, call, list, object, object_mut, out, out_list, out_object};
use crate::ids::{OF_MASK, mask_bits, mask_id};
use crate::mask_handle::{hitmask_mask, mask_copy, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_real};
use world::WorldError;

/// Adds a mask to a world, and sets `id` to its id. The mask is shared, not copied: free yours whenever you like.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_add_mask(
    world: *mut hitmask_world,
    mask: *const hitmask_mask,
    id: *mut u64,
) -> hitmask_status {
    call(|| {
        borrow!(id: out, world: object_mut, mask: mask_copy);
        let added = world.change(|world| Ok(world.world.add_mask(mask)?))?;
        id.put(mask_bits(added));
        Ok(())
    })
}

/// Makes all sprites with a mask show another, such as an edited one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_replace_mask(
    world: *mut hitmask_world,
    id: u64,
    mask: *const hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, mask: mask_copy);
        world.change(|world| Ok(world.world.replace_mask(mask_id(id), mask)?))?;
        Ok(())
    })
}

/// Removes a mask that no sprite shows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_remove_mask(world: *mut hitmask_world, id: u64) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.remove_mask(mask_id(id))?))?;
        Ok(())
    })
}

/// Returns a mask of a world, shared with it. Free it with `hitmask_mask_free`. An edit copies it: hand it back with
/// `hitmask_world_replace_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_mask(
    world: *const hitmask_world,
    id: u64,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, world: object);
        let id = mask_id(id);
        let shared = world.world.mask(id).ok_or(Failure::from(WorldError::StaleMask(id)))?;
        mask.give(hitmask_mask::new(shared.clone()));
        Ok(())
    })
}

/// Makes the pixels of a world's mask free that are solid in `other`, whose top-left pixel is at `x`, `y` in the mask: craters in terrain.
/// All sprites with the mask change. It takes as long as the pixels that change, however large the mask is, unless yours shares it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_from_mask(
    world: *mut hitmask_world,
    id: u64,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, other: mask_of);
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), |mask| mask.erase(other, [x, y]))?))
    })
}

/// Makes the pixels of a world's mask solid that are solid in `other`. The rest is as in `hitmask_world_erase_from_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_draw_on_mask(
    world: *mut hitmask_world,
    id: u64,
    other: *const hitmask_mask,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, other: mask_of);
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), |mask| mask.draw(other, [x, y]))?))
    })
}

/// Makes the pixels of a rectangle of a world's mask solid or free. The rest is as in `hitmask_world_erase_from_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_fill_rect(
    world: *mut hitmask_world,
    id: u64,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        let rect = rect(left, top, width, height)?;
        let fill = |mask: &mut mask::Mask| mask.fill_rect(rect, solid.is_set());
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), fill)?))
    })
}

/// Makes the pixels of a world's mask solid or free whose centers are in a circle, in the pixels of the mask. The rest is as in
/// `hitmask_world_erase_from_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_fill_circle(
    world: *mut hitmask_world,
    id: u64,
    x: f64,
    y: f64,
    radius: f64,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        let fill = |mask: &mut mask::Mask| mask.fill_circle([x, y], radius, solid.is_set());
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), fill)?))
    })
}

/// Makes the pixels of a world's mask solid or free whose centers are in a polygon, in the pixels of the mask. The rest is as in
/// `hitmask_world_erase_from_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_fill_polygon(
    world: *mut hitmask_world,
    id: u64,
    points: *const hitmask_real,
    count: usize,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, points: list(count));
        let fill = |mask: &mut mask::Mask| mask.fill_polygon(points.iter().copied(), solid.is_set());
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), fill)?))
    })
}

/// Makes the pixels of a world's mask solid or free that are on a line, both ends included, in the pixels of the mask. The rest is as in
/// `hitmask_world_erase_from_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_fill_line(
    world: *mut hitmask_world,
    id: u64,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    solid: flag,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        let fill = |mask: &mut mask::Mask| mask.fill_line([from_x, from_y], [to_x, to_y], solid.is_set());
        world.change(|world| Ok(world.world.edit_mask(mask_id(id), fill)?))
    })
}

/// Writes the ids of the masks of a world, at most `capacity`, and sets `count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_mask_ids(
    world: *const hitmask_world,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object);
        let all = || world.world.mask_ids().map(mask_bits);
        ids.write_some(all().count() as u64, all());
        Ok(())
    })
}

/// Returns the slot of a mask: a small number, which is used again after the mask was removed.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_mask_id_slot(id: u64) -> u32 {
    super::slots::low_half((id & !OF_MASK) as usize)
}

/// Sets `id` to the id of the mask in a slot, or to 0 if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_mask_id_at(
    world: *const hitmask_world,
    slot: usize,
    id: *mut u64,
) -> hitmask_status {
    call(|| {
        borrow!(id: out, world: object);
        id.put(world.world.mask_id_at(slot).map_or(0, mask_bits));
        Ok(())
    })
}

/// Rounds the angles of the sprites that show a mask to the nearest of `steps` equal steps of a circle, from 1 to 65,536: faster and less
/// true, for crowds that rotate. With 0, the default, each angle is as given. With 64, an angle is up to 2.8 degrees off: two pixels and a
/// half at the edge of a sprite of 100 pixels. Places are rounded to half pixels, and of a transform the scale and the shear keep 12 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_angle_steps(
    world: *mut hitmask_world,
    id: u64,
    steps: u32,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.set_angle_steps(mask_id(id), (steps != 0).then_some(steps))?))
    })
}
