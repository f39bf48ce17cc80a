//! Free places, and what is in the way. The world must be refreshed.

use super::hitmask_world;
use super::options::who_of;
use crate::convert::reach;
use crate::ffi::{borrow, call, object, option, out, out_list, put_if};
use crate::status::hitmask_status;
use crate::types::{hitmask_point, hitmask_query, hitmask_rect, hitmask_who};
use world::SpriteId;

/// Sets `free` to whether `who` would share no pixel with sprites that block it. `query` has the options, or is NULL: sensors count only
/// `with_sensors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_is_free(
    world: *const hitmask_world,
    who: *const hitmask_who,
    query: *const hitmask_query,
    free: *mut bool,
) -> hitmask_status {
    call(|| {
        borrow!(free: out, world: object, who: who_of, query: option);
        let is_free = world.asked(query)?.is_free(who)?;
        free.put(is_free);
        Ok(())
    })
}

/// Sets `found` to whether there is a free place for `who`, at most `limit` pixels from its own, and if so, `nearest` to the nearest one.
/// Unless `within` is NULL, the solid pixels must lie in this rectangle of the world. `query` has the options, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_nearest_free(
    world: *const hitmask_world,
    who: *const hitmask_who,
    limit: u32,
    within: *const hitmask_rect,
    query: *const hitmask_query,
    found: *mut bool,
    nearest: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, nearest: out, world: object, who: who_of, within: option, query: option);
        let place = world.asked(query)?.nearest_free(who, reach(limit, within)?)?;
        put_if(found, nearest, place.map(hitmask_point::from));
        Ok(())
    })
}

/// Writes the ids of the sprites that would block a move by `dx`, `dy`, sorted, at most `capacity`, and sets `count` to how many there are.
/// With 0, 1 they are what the sprite stands on, and with 0, 0 what it overlaps now, without one-way sprites. `query` has the options, or is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_touching(
    world: *const hitmask_world,
    id: u64,
    dx: i32,
    dy: i32,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        let found = world.asked(query)?.touching(SpriteId::from_bits(id), [dx, dy])?;
        ids.write(found.into_iter().map(SpriteId::to_bits));
        Ok(())
    })
}
