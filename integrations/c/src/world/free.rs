//! Free places, and what is in the way. The world must be refreshed.

use super::hitmask_world;
use crate::border::{call, list, object, out, out_list, put_if};
use crate::status::hitmask_status;
use crate::types::{flag, hitmask_point, hitmask_sprite};
use world::SpriteId;

/// Sets `free` to whether a sprite would share no pixel with sprites that block it, if it stood at a position. Sensors count only if
/// `with_sensors` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_is_free(
    world: *const hitmask_world,
    id: u64,
    x: i32,
    y: i32,
    layers: u32,
    with_sensors: flag,
    free: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (free, world) = unsafe { (out(free, "free")?, object(world, "world")?) };
        let is_free = world.view(layers, with_sensors.is_set())?.is_free(SpriteId::from_bits(id), [x, y])?;
        free.put(is_free);
        Ok(())
    })
}

/// Sets `free` to whether a sprite would share no pixel with sprites that block it, if it stood as `sprite` says: elsewhere, or with another
/// mask or angle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_is_free_as(
    world: *const hitmask_world,
    id: u64,
    sprite: *const hitmask_sprite,
    layers: u32,
    with_sensors: flag,
    free: *mut bool,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (free, world) = unsafe { (out(free, "free")?, object(world, "world")?) };
        // SAFETY: the caller keeps the rules of the header.
        let sprite = unsafe { list(sprite, 1, "sprite") }?[0].sprite()?;
        let is_free = world.view(layers, with_sensors.is_set())?.is_free_as(SpriteId::from_bits(id), &sprite)?;
        free.put(is_free);
        Ok(())
    })
}

/// Sets `found` to whether there is a free place for a sprite at most `limit` pixels from `x`, `y`, and if so, `nearest` to the nearest one.
/// Sensors count only if `with_sensors` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_nearest_free(
    world: *const hitmask_world,
    id: u64,
    x: i32,
    y: i32,
    limit: u32,
    layers: u32,
    with_sensors: flag,
    found: *mut bool,
    nearest: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (found, nearest, world) =
            unsafe { (out(found, "found")?, out(nearest, "nearest")?, object(world, "world")?) };
        let place = world.view(layers, with_sensors.is_set())?.nearest_free(SpriteId::from_bits(id), [x, y], limit)?;
        put_if(found, nearest, place.map(hitmask_point::from));
        Ok(())
    })
}

/// Sets `found` to whether there is a free place for a sprite with the values of `sprite`, at most `limit` pixels from its position, and if
/// so, `nearest` to the nearest one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_nearest_free_as(
    world: *const hitmask_world,
    id: u64,
    sprite: *const hitmask_sprite,
    limit: u32,
    layers: u32,
    with_sensors: flag,
    found: *mut bool,
    nearest: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (found, nearest, world) =
            unsafe { (out(found, "found")?, out(nearest, "nearest")?, object(world, "world")?) };
        // SAFETY: the caller keeps the rules of the header.
        let sprite = unsafe { list(sprite, 1, "sprite") }?[0].sprite()?;
        let place =
            world.view(layers, with_sensors.is_set())?.nearest_free_as(SpriteId::from_bits(id), &sprite, limit)?;
        put_if(found, nearest, place.map(hitmask_point::from));
        Ok(())
    })
}

/// Writes the ids of the sprites that would block a move by `dx`, `dy`, sorted, at most `capacity`, and sets `count` to how many there are.
/// With 0, 1 they are what the sprite stands on, and with 0, 0 what it overlaps now, without one-way sprites. Sensors count only if `with_sensors` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_touching(
    world: *const hitmask_world,
    id: u64,
    dx: i32,
    dy: i32,
    layers: u32,
    with_sensors: flag,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (ids, world) = unsafe { (out_list(ids, capacity, count, "ids")?, object(world, "world")?) };
        let found = world.view(layers, with_sensors.is_set())?.touching(SpriteId::from_bits(id), [dx, dy])?;
        ids.write(found.into_iter().map(SpriteId::to_bits));
        Ok(())
    })
}
