//! Worlds as bytes.

use super::hitmask_world;
use super::sprites::at_index;
use crate::ffi::{borrow, call, list, object, out_list, out_object};
use crate::ids::{OF_MASK, mask_bits, mask_id};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use std::cell::Cell;
use std::collections::BTreeMap;
use world::{MaskId, World, WorldError};

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
        borrow!(bytes: out_list(capacity, length), world: object);
        let saved = world.world.to_bytes()?;
        bytes.write_all(&saved);
        Ok(())
    })
}

/// Makes a world from the bytes of `hitmask_world_to_bytes`. The bytes are not trusted, and have a checksum: a changed byte is
/// `HITMASK_DAMAGED`. Free it with `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_from_bytes(
    bytes: *const u8,
    length: usize,
    world: *mut *mut hitmask_world,
) -> hitmask_status {
    call(|| {
        borrow!(world: out_object, bytes: list(length));
        let loaded = hitmask_world::from(World::from_bytes(bytes)?);
        world.give(loaded);
        Ok(())
    })
}

/// Saves a world without its masks, for games that load their pictures anyway: a level takes 32 bytes for a sprite that shows its mask as
/// it is, and more for other values. The rest is as in `hitmask_world_to_bytes`. `hitmask_world_from_bytes_with_masks` loads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_to_bytes_without_masks(
    world: *const hitmask_world,
    bytes: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(bytes: out_list(capacity, length), world: object);
        let saved = world.world.to_bytes_without_masks()?;
        bytes.write_all(&saved);
        Ok(())
    })
}

/// Makes a world from the bytes of `hitmask_world_to_bytes_without_masks`. The mask with the id `ids[i]` becomes `masks[i]`, which is
/// shared. Ids of masks count up from the first mask of a world, so a game that adds its masks in the same order has equal ids in each run.
/// The bytes are not trusted. Free the world with `hitmask_world_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_from_bytes_with_masks(
    bytes: *const u8,
    length: usize,
    ids: *const u64,
    masks: *const *const hitmask_mask,
    count: usize,
    world: *mut *mut hitmask_world,
) -> hitmask_status {
    call(|| {
        borrow!(world: out_object, bytes: list(length), ids: list(count), masks: list(count));
        let mut given = BTreeMap::new();
        for (index, (&id, &mask)) in ids.iter().zip(masks).enumerate() {
            if id & OF_MASK == 0 {
                return Err(at_index(WorldError::StaleMask(mask_id(id)).into(), "ids", index, count));
            }
            // SAFETY: the caller keeps the rules of the header.
            given.insert(id, unsafe { mask_of(mask, "a mask of masks") }?);
        }
        let lacking = Cell::new(None);
        let shown = |id: MaskId| {
            let mask = given.get(&mask_bits(id)).map(|&mask| mask.clone());
            if mask.is_none() {
                lacking.set(Some(id));
            }
            mask
        };
        let loaded = World::from_bytes_with_masks(bytes, shown).map_err(|error| match lacking.get() {
            Some(id) => {
                let (bits, slot) = (mask_bits(id), id.index());
                Failure::invalid(format!(
                    "masks must have a mask for the id {bits} (slot {slot}), which the world shows"
                ))
            }
            None => error.into(),
        })?;
        world.give(hitmask_world::from(loaded));
        Ok(())
    })
}
