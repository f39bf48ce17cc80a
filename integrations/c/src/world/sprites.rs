//! Sprites: they come, change, move and go.

use super::{hitmask_world, write_list};
use crate::border::{call, list, list_mut, object, object_mut, put};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_point, hitmask_real, hitmask_sprite};
use world::{MaskId, Sprite, SpriteId, WorldError, place};

/// Sets all values of a sprite to their defaults, with a mask and a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_init(
    sprite: *mut hitmask_sprite,
    mask: u64,
    position: hitmask_point,
) -> hitmask_status {
    let defaults = Sprite::new(MaskId::from_bits(mask), position);
    // SAFETY: the caller keeps the rules of the header.
    call(|| unsafe { put(sprite, hitmask_sprite::from(defaults), "sprite") })
}

/// Adds sprites, and writes their ids to `ids`, which has room for `count`. If one of them is not valid, none is added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_spawn(
    world: *mut hitmask_world,
    sprites: *const hitmask_sprite,
    count: usize,
    ids: *mut u64,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let sprites = unsafe { list(sprites, count, "sprites") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list_mut(ids, count, "ids") }?;
        world.change(|world| {
            world.world.reserve(count)?;
            for index in 0..count {
                let spawned = sprites[index].sprite().and_then(|sprite| Ok(world.world.spawn(sprite)?));
                match spawned {
                    Ok(id) => ids[index] = id.to_bits(),
                    Err(failure) => {
                        let added = ids[..index].iter().map(|&id| SpriteId::from_bits(id));
                        world.world.despawn_many(added)?;
                        return Err(at_index(failure, "sprites", index, count));
                    }
                }
            }
            Ok(())
        })
    })
}

/// Names the item of a list that has failed.
fn at_index(failure: Failure, name: &str, index: usize, count: usize) -> Failure {
    match count {
        1 => failure,
        _ => Failure { message: format!("{name}[{index}]: {}", failure.message), ..failure },
    }
}

/// Removes sprites. If the world has no sprite with one of the ids, none is removed. The pairs of the sprites end in the next step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_despawn(
    world: *mut hitmask_world,
    ids: *const u64,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list(ids, count, "ids") }?;
        world.change(|world| Ok(world.world.despawn_many(ids.iter().map(|&id| SpriteId::from_bits(id)))?))
    })
}

/// Sets `count` to the number of sprites.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_sprite_count(world: *const hitmask_world, count: *mut usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(count, world.world.len(), "count") }
    })
}

/// Sets `sprite` to all values of a sprite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_get(
    world: *const hitmask_world,
    id: u64,
    sprite: *mut hitmask_sprite,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        let found = get(world, id)?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(sprite, found.into(), "sprite") }
    })
}

fn get(world: &hitmask_world, id: u64) -> Result<Sprite, Failure> {
    let id = SpriteId::from_bits(id);
    world.world.get(id).ok_or_else(|| WorldError::StaleSprite(id).into())
}

/// Sets all values of sprites: of `ids[i]` to `sprites[i]`. If one of them is not valid, none changes. Get a sprite, change a value, and set
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set(
    world: *mut hitmask_world,
    ids: *const u64,
    sprites: *const hitmask_sprite,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list(ids, count, "ids") }?;
        // SAFETY: the caller keeps the rules of the header.
        let sprites = unsafe { list(sprites, count, "sprites") }?;
        let mut before = Vec::new();
        before.try_reserve_exact(count).map_err(|_| WorldError::NoMemory)?;
        for (index, &id) in ids.iter().enumerate() {
            before.push(get(world, id).map_err(|failure| at_index(failure, "ids", index, count))?);
        }
        world.change(|world| {
            for index in 0..count {
                let mut set = |sprite| world.world.set_sprite(SpriteId::from_bits(ids[index]), sprite);
                let changed = sprites[index].sprite().and_then(|sprite| Ok(set(sprite)?));
                if let Err(failure) = changed {
                    for (&id, &sprite) in ids[..index].iter().zip(&before).rev() {
                        world.world.set_sprite(SpriteId::from_bits(id), sprite)?;
                    }
                    return Err(at_index(failure, "sprites", index, count));
                }
            }
            Ok(())
        })
    })
}

/// Moves sprites: `ids[i]` to `positions[i]`. If one of the moves is not possible, no sprite moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_positions(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list(ids, count, "ids") }?;
        // SAFETY: the caller keeps the rules of the header.
        let positions = unsafe { list(positions, count, "positions") }?;
        let moves = ids.iter().zip(positions).map(|(&id, &at)| (SpriteId::from_bits(id), at));
        world.change(|world| Ok(world.world.sync(moves)?))
    })
}

/// Moves sprites to real positions, rounded to the nearest pixel, halves right and down. The rest is as in
/// `hitmask_world_set_positions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_real_positions(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_real,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list(ids, count, "ids") }?;
        // SAFETY: the caller keeps the rules of the header.
        let positions = unsafe { list(positions, count, "positions") }?;
        let mut moves = Vec::new();
        moves.try_reserve_exact(count).map_err(|_| WorldError::NoMemory)?;
        for (index, (&id, &at)) in ids.iter().zip(positions).enumerate() {
            let at = place(at.into()).map_err(|error| at_index(error.into(), "positions", index, count))?;
            moves.push((SpriteId::from_bits(id), at));
        }
        world.change(|world| Ok(world.world.sync(moves)?))
    })
}

/// Writes the positions of sprites: that of `ids[i]` to `positions[i]`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_positions(
    world: *const hitmask_world,
    ids: *const u64,
    positions: *mut hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        let ids = unsafe { list(ids, count, "ids") }?;
        // SAFETY: the caller keeps the rules of the header.
        let positions = unsafe { list_mut(positions, count, "positions") }?;
        for (index, (&id, at)) in ids.iter().zip(positions).enumerate() {
            *at = get(world, id).map_err(|failure| at_index(failure, "ids", index, count))?.position.into();
        }
        Ok(())
    })
}

/// Returns the slot of a sprite: a small number, which is used again from the second step after the sprite was removed. So it makes a key
/// for tables of your own.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_id_slot(id: u64) -> u32 {
    SpriteId::from_bits(id).index() as u32
}

/// Sets `slots` to the number of slots: all slots of sprites are smaller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_slot_count(world: *const hitmask_world, slots: *mut usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(slots, world.world.slot_count(), "slots") }
    })
}

/// Moves all sprites at once: the sprite in slot i to `positions[i]`. `count` must be the number of slots. Positions of slots without a
/// sprite are ignored. It is the fastest way to move many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_positions_by_slot(
    world: *mut hitmask_world,
    positions: *const hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: a point has the layout of an array of two numbers, and the caller keeps the rules of the header.
        let positions = unsafe { list(positions.cast::<[i32; 2]>(), count, "positions") }?;
        let slots = world.world.slot_count();
        if slots != count {
            return Err(Failure::invalid(format!("count must be the number of slots, {slots}, got {count}")));
        }
        world.change(|world| Ok(world.world.sync_by_slot(positions)?))
    })
}

/// Moves a sprite to a position, without a way: a step tests a continuous sprite only where it stands then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_jump_to(
    world: *mut hitmask_world,
    id: u64,
    position: hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.change(|world| Ok(world.world.jump_to(SpriteId::from_bits(id), position)?))
    })
}

/// Writes the ids of all sprites, sorted, at most `capacity`, and sets `count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_ids(
    world: *const hitmask_world,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object(world, "world") }?;
        let mut all: Vec<u64> = Vec::new();
        all.try_reserve_exact(world.world.len()).map_err(|_| WorldError::NoMemory)?;
        all.extend(world.world.sprites().map(|(id, _)| id.to_bits()));
        all.sort_unstable_by_key(|&id| SpriteId::from_bits(id));
        // SAFETY: the caller keeps the rules of the header.
        unsafe { write_list(all.into_iter(), ids, capacity, count, "ids") }
    })
}
