//! Worlds as bytes.

use super::hitmask_world;
use crate::border::{call, list, object, out, out_list};
use crate::status::hitmask_status;
use world::World;

/// Saves a world: writes at most `capacity` bytes to `bytes`, and sets `length` to how many there are. If they are more than `capacity`,
/// nothing is written: call it again with more room. `bytes` may be NULL if `capacity` is 0.
///
/// The format is the same in every language that hitmask supports. A loaded world goes on as the saved one: ids are equal, and the next step
/// has equal lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_to_bytes(
    world: *const hitmask_world,
    bytes: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (bytes, world) = unsafe { (out_list(bytes, capacity, length, "bytes")?, object(world, "world")?) };
        let saved = world.world.to_bytes()?;
        bytes.write_all(&saved);
        Ok(())
    })
}

/// Makes a world from the bytes of `hitmask_world_to_bytes`. The bytes are not trusted. Free it with `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_from_bytes(
    bytes: *const u8,
    length: usize,
    world: *mut *mut hitmask_world,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (world, bytes) = unsafe { (out(world, "world")?, list(bytes, length, "bytes")?) };
        let loaded = hitmask_world::from(World::from_bytes(bytes)?);
        world.give(loaded);
        Ok(())
    })
}
