//! Sprites by slot: small numbers, for lists of a game.

use super::hitmask_world;
use super::sprites::at_index;
use crate::ffi::{borrow, call, list, object, object_mut, out, out_list};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_point, hitmask_real};
use world::{SpriteId, WorldError, place};

/// Returns the slot of a sprite: a small number, which is used again from the second step after the sprite was removed. So it makes a key
/// for tables of your own. An id of a mask gives a number of 2^31 or more.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_id_slot(id: u64) -> u32 {
    low_half(SpriteId::from_bits(id).index())
}

/// Returns a slot. The upper half of the register is 0 then: the calling convention leaves it open, but LuaJIT's compiled code reads it.
pub(super) fn low_half(slot: usize) -> u32 {
    std::hint::black_box(slot as u32)
}

/// Sets `slots` to the number of slots: all slots of sprites are smaller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_slot_count(world: *const hitmask_world, slots: *mut usize) -> hitmask_status {
    call(|| {
        borrow!(slots: out, world: object);
        slots.put(world.world.slot_count());
        Ok(())
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
        borrow!(world: object_mut);
        let positions = positions.cast::<[i32; 2]>(); // a point has this layout
        borrow!(positions: list(count));
        check_slots(world, count)?;
        world.change(|world| Ok(world.world.sync_by_slot(positions)?))
    })
}

/// Moves the sprite in each slot to a real position. A sprite with an angle, a scale, an origin or a transform is shown there, with the
/// fraction; any other stands at the nearest pixel, halves right and down. The rest is as in `hitmask_world_set_positions_by_slot`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_real_positions_by_slot(
    world: *mut hitmask_world,
    positions: *const hitmask_real,
    count: usize,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        let positions = positions.cast::<[f64; 2]>(); // a real point has this layout
        borrow!(positions: list(count));
        check_slots(world, count)?;
        if world.world.has_fractions() {
            let fail = |error: WorldError, slot| at_index(error.into(), "positions", slot, count);
            return world.change(|world| world.world.place_by_slot(positions, fail));
        }
        let mut places = Vec::new();
        places.try_reserve_exact(count).map_err(|_| WorldError::NoMemory)?;
        for (slot, &at) in positions.iter().enumerate() {
            places.push(match place(at) {
                Ok(at) => at,
                Err(_) if world.world.id_at(slot).is_none() => [i32::MIN; 2], // ignored
                Err(error) => return Err(at_index(error.into(), "positions", slot, count)),
            });
        }
        world.change(|world| Ok(world.world.sync_by_slot(&places)?))
    })
}

fn check_slots(world: &hitmask_world, count: usize) -> Result<(), Failure> {
    match world.world.slot_count() {
        slots if slots == count => Ok(()),
        slots => Err(Failure::invalid(format!("count must be the number of slots, {slots}, got {count}"))),
    }
}

/// Sets `id` to the id of the sprite in a slot, or to 0 if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_id_at(world: *const hitmask_world, slot: usize, id: *mut u64) -> hitmask_status {
    call(|| {
        borrow!(id: out, world: object);
        id.put(world.world.id_at(slot).map_or(0, SpriteId::to_bits));
        Ok(())
    })
}

/// Writes the positions of all sprites: that of the sprite in slot i to `positions[i]`, at most `capacity`, and sets `count` to the number of
/// slots. Slots without a sprite have the position `INT32_MIN`, `INT32_MIN`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_positions_by_slot(
    world: *const hitmask_world,
    positions: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(positions: out_list(capacity, count), world: object);
        let mut all = Vec::new();
        world.world.positions_by_slot(&mut all)?;
        positions.write(all.into_iter());
        Ok(())
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
        borrow!(ids: out_list(capacity, count), world: object);
        let mut all: Vec<u64> = Vec::new();
        all.try_reserve_exact(world.world.len()).map_err(|_| WorldError::NoMemory)?;
        all.extend(world.world.sprites().map(|(id, _)| id.to_bits()));
        all.sort_unstable_by_key(|&id| SpriteId::from_bits(id));
        ids.write(all.into_iter());
        Ok(())
    })
}
