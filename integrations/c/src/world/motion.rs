//! Motion: sprites move until they are stopped, are pushed out, and carry others.

use super::queries::sweep_hit;
use super::{hitmask_world, write_list};
use crate::border::{call, list, object_mut, put};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_moved, hitmask_point, hitmask_sweep_hit};
use world::{Motion, Moved, SpriteId};

/// Returns the motion with a number.
fn motion(number: i32, step_up: u32, step_down: u32) -> Result<Motion, Failure> {
    match number {
        0 => Ok(Motion::Stop),
        1 => Ok(Motion::StopFromInside),
        2 => Ok(Motion::Slide),
        3 => Ok(Motion::Walk { step_up, step_down }),
        _ => Err(Failure::invalid(format!("motion must be a hitmask_motion, from 0 to 3, got {number}"))),
    }
}

impl From<Moved> for hitmask_moved {
    fn from(moved: Moved) -> hitmask_moved {
        let first = moved.hits.first();
        hitmask_moved {
            hit: first.map_or_else(hitmask_sweep_hit::default, |&hit| sweep_hit(hit, moved.at)),
            started_inside: moved.started_inside.first().map_or(0, |id| id.to_bits()),
            at: moved.at.into(),
            blocked_left: moved.blocked.left.into(),
            blocked_right: moved.blocked.right.into(),
            blocked_up: moved.blocked.up.into(),
            blocked_down: moved.blocked.down.into(),
            reserved: [0; 4],
        }
    }
}

/// Moves a sprite towards a position until it is stopped, and sets `moved` to how it went. `motion` is a `hitmask_motion`. `step_up` and
/// `step_down` are the heights, in pixels, that `HITMASK_WALK` climbs and descends with each pixel of the way; other motions ignore them.
/// Only sprites in one of `layers` are in the way. `moved` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_move_until(
    world: *mut hitmask_world,
    id: u64,
    to: hitmask_point,
    motion: i32,
    step_up: u32,
    step_down: u32,
    layers: u32,
    moved: *mut hitmask_moved,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        let (id, motion) = (SpriteId::from_bits(id), self::motion(motion, step_up, step_down)?);
        let went = world.change(|world| Ok(world.world.move_until_on(id, to, motion, layers)?))?;
        if moved.is_null() {
            return Ok(());
        }
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(moved, went.into(), "moved") }
    })
}

/// Moves a sprite to the nearest place, at most `limit` pixels away, at which it shares no pixel with sprites that block it. Sets `found` to
/// whether there is one, and `move` to the move: 0, 0 if the sprite was free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_push_out(
    world: *mut hitmask_world,
    id: u64,
    limit: u32,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        let by = world.change(|world| Ok(world.world.push_out(SpriteId::from_bits(id), limit)?))?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(found, by.is_some(), "found") }?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(r#move, by.unwrap_or_default().into(), "move") }
    })
}

/// Does what `hitmask_world_push_out` does, along a direction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_push_out_along(
    world: *mut hitmask_world,
    id: u64,
    direction: hitmask_point,
    limit: u32,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        let id = SpriteId::from_bits(id);
        let by = world.change(|world| Ok(world.world.push_out_along(id, direction, limit)?))?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(found, by.is_some(), "found") }?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { put(r#move, by.unwrap_or_default().into(), "move") }
    })
}

/// Moves a platform with its riders, and pushes others out of its way. The platform always arrives.
///
/// `riders` are the `rider_count` sprites that ride. If `riders` is NULL, they are those that touch it from above, and those that stand on
/// these. Writes the ids of the sprites that it crushed, at most `capacity`, and sets `crushed_count` to how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_carry(
    world: *mut hitmask_world,
    id: u64,
    to: hitmask_point,
    riders: *const u64,
    rider_count: usize,
    crushed: *mut u64,
    capacity: usize,
    crushed_count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        let given: Vec<SpriteId>;
        let riders = match riders.is_null() {
            true if rider_count == 0 => None,
            _ => {
                // SAFETY: the caller keeps the rules of the header.
                let riders = unsafe { list(riders, rider_count, "riders") }?;
                given = riders.iter().map(|&id| SpriteId::from_bits(id)).collect();
                Some(&given[..])
            }
        };
        let carried = world.change(|world| Ok(world.world.carry(SpriteId::from_bits(id), to, riders)?))?;
        let ids = carried.crushed.into_iter().map(SpriteId::to_bits);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { write_list(ids, crushed, capacity, crushed_count, "crushed") }
    })
}
