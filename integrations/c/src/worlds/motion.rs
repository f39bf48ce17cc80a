//! Motion: sprites move until they are stopped, are pushed out, and carry others.

use super::paths::sweep_hit;
use super::{Lists, hitmask_world, refill};
use crate::convert::reach;
use crate::ffi::{borrow, call, in_out, list, memory, object_mut, option, out, put_if};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_carried, hitmask_motion, hitmask_moved, hitmask_point, hitmask_real, hitmask_rect};
use world::{Motion, PushOut, Remainder, SpriteId};

/// Moves a sprite towards a position until it is stopped, and sets `moved` to how it went. `motion` says how it moves and what is in its way;
/// NULL stops it before the first touch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_move_until(
    world: *mut hitmask_world,
    id: u64,
    x: i32,
    y: i32,
    motion: *const hitmask_motion,
    moved: *mut hitmask_moved,
) -> hitmask_status {
    call(|| {
        borrow!(moved: out, world: object_mut, motion: option);
        let (id, motion) = (SpriteId::from_bits(id), motion.map_or(Ok(Motion::STOP), hitmask_motion::motion)?);
        let (at, blocked) = world.change(|hitmask_world { world, lists, .. }| {
            let went = world.move_until(id, [x, y], motion)?;
            refill(&mut lists.hits, went.hits.iter().map(|&hit| sweep_hit(hit, went.at)))?;
            refill(&mut lists.ids[0], went.started_inside.into_iter().map(SpriteId::to_bits))?;
            Ok((went.at, went.blocked))
        })?;
        let Lists { hits, ids: [inside, ..], .. } = &world.lists;
        moved.put(hitmask_moved {
            hits: hits.as_ptr(),
            started_inside: inside.as_ptr(),
            hit_count: hits.len(),
            started_inside_count: inside.len(),
            at: at.into(),
            blocked_left: blocked.left.into(),
            blocked_right: blocked.right.into(),
            blocked_up: blocked.up.into(),
            blocked_down: blocked.down.into(),
            reserved: [0; 4],
        });
        Ok(())
    })
}

/// Returns where a sprite may be pushed.
fn push(limit: u32, along: Option<&hitmask_point>, within: Option<&hitmask_rect>) -> Result<PushOut, Failure> {
    let reach = reach(limit, within)?;
    Ok(along.map_or_else(|| reach.into(), |&along| PushOut::along(along, reach)))
}

/// Moves a sprite to the nearest place, at most `limit` pixels away, at which it shares no pixel with sprites that block it. Sets `found` to
/// whether there is one, and if so, `move` to the move: 0, 0 if the sprite was free.
///
/// Unless `along` is NULL, the sprite moves in this direction only, to the first free place. Unless `within` is NULL, its solid pixels must
/// lie in this rectangle of the world, such as the map; a sprite that is free but sticks out is moved inside.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_push_out(
    world: *mut hitmask_world,
    id: u64,
    limit: u32,
    along: *const hitmask_point,
    within: *const hitmask_rect,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, r#move: out, world: object_mut, along: option, within: option);
        let how = push(limit, along, within)?;
        let by = world.change(|world| Ok(world.world.push_out(SpriteId::from_bits(id), how)?))?;
        put_if(found, r#move, by.map(hitmask_point::from));
        Ok(())
    })
}

/// Moves sprites as `hitmask_world_push_out` does, one after the other: each is free of the sprites that have moved before it. Writes the
/// move of `ids[i]` to `moves[i]`: `INT32_MIN`, `INT32_MIN` if there is no place. After a failure, the sprites before the one with the
/// failure have moved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_push_out_many(
    world: *mut hitmask_world,
    ids: *const u64,
    count: usize,
    limit: u32,
    along: *const hitmask_point,
    within: *const hitmask_rect,
    moves: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, ids: list(count), moves: memory(count), along: option, within: option);
        let how = push(limit, along, within)?;
        let ids = ids.iter().map(|&id| SpriteId::from_bits(id));
        let all = world.change(|world| Ok(world.world.push_out_many(ids, how)?))?;
        moves.iter_mut().zip(all).for_each(|(to, by)| {
            to.write(by.unwrap_or([i32::MIN; 2]).into());
        });
        Ok(())
    })
}

/// Moves a platform with its riders, and pushes others out of its way. The platform always arrives. Sets `carried` to what it moved.
///
/// `riders` are the `rider_count` sprites that ride. If `riders` is NULL, they are those that touch it from above, and those that stand on
/// these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_carry(
    world: *mut hitmask_world,
    id: u64,
    x: i32,
    y: i32,
    riders: *const u64,
    rider_count: usize,
    carried: *mut hitmask_carried,
) -> hitmask_status {
    call(|| {
        let is_given = !riders.is_null();
        borrow!(carried: out, world: object_mut, riders: list(rider_count));
        world.change(|hitmask_world { world, lists, .. }| {
            let given: Vec<SpriteId> = riders.iter().map(|&id| SpriteId::from_bits(id)).collect();
            let moved = world.carry(SpriteId::from_bits(id), [x, y], is_given.then_some(&given[..]))?;
            for (list, of) in lists.ids.iter_mut().zip([moved.riders, moved.pushed, moved.crushed]) {
                refill(list, of.into_iter().map(SpriteId::to_bits))?;
            }
            Ok(())
        })?;
        let [riders, pushed, crushed] = &world.lists.ids;
        carried.put(hitmask_carried {
            riders: riders.as_ptr(),
            pushed: pushed.as_ptr(),
            crushed: crushed.as_ptr(),
            rider_count: riders.len(),
            pushed_count: pushed.len(),
            crushed_count: crushed.len(),
        });
        Ok(())
    })
}

/// Sets `move` to the whole part of a move, rounded to the nearest pixel with halves right and down, and keeps the rest in `rest` for the
/// next call. Begin with a rest of 0, 0. So a sprite of 0.3 pixels a frame moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_remainder_take(
    rest: *mut hitmask_real,
    dx: f64,
    dy: f64,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(rest: in_out, r#move: out);
        let (left, rest) = rest;
        for (name, [x, y]) in [("dx, dy", [dx, dy]), ("rest", left.into())] {
            if !(x.is_finite() && y.is_finite()) {
                let message = format!("{name} must be finite, got {x}, {y}");
                return Err(Failure::new(hitmask_status::HITMASK_OUT_OF_RANGE, message));
            }
        }
        let mut remainder = Remainder { rest: left.into() };
        let whole = remainder.take([dx, dy])?;
        rest.put(remainder.rest.into());
        r#move.put(whole.into());
        Ok(())
    })
}

/// Sets `pixel` to the top-left pixel of a sprite at a real position: the nearest pixel, halves right and down.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_place(x: f64, y: f64, pixel: *mut hitmask_point) -> hitmask_status {
    call(|| {
        borrow!(pixel: out);
        pixel.put(world::place([x, y])?.into());
        Ok(())
    })
}

/// Sets `pixel` to the pixel that a real point lies in, such as the point of a mouse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_pixel(x: f64, y: f64, pixel: *mut hitmask_point) -> hitmask_status {
    call(|| {
        borrow!(pixel: out);
        pixel.put(world::pixel([x, y])?.into());
        Ok(())
    })
}
