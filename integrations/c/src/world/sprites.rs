//! Sprites: they come, change, move and go.

use super::hitmask_world;
use crate::border::{call, list, memory, object, object_mut, out, out_list};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_point, hitmask_real, hitmask_sprite};
use mask::Affine;
use world::{MaskId, Pose, Sprite, SpriteId, WorldError, place};

/// Sets all values of a sprite to their defaults, with a mask and a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_init(sprite: *mut hitmask_sprite, mask: u64, x: i32, y: i32) -> hitmask_status {
    let defaults = Sprite::new(MaskId::from_bits(mask), [x, y]);
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let sprite = unsafe { out(sprite, "sprite") }?;
        sprite.put(defaults.into());
        Ok(())
    })
}

/// Sets position, flips, turn, angle, scale and `exact` of a sprite so that it looks as a renderer draws its picture: a picture of `width`
/// x `height` pixels, whose point `origin_x`, `origin_y` comes to the point `x`, `y`, scaled by `scale_x`, `scale_y` about it (negative
/// factors mirror), then rotated about it clockwise by an angle in degrees. These are the arguments of LÖVE's `love.graphics.draw`, of
/// MonoGame's `SpriteBatch.Draw` and of `SDL_RenderCopyEx`.
///
/// Unless `exact`, the angle is the nearest of 64, and a world rounds the scale to 32 steps an octave. `has_pivot` becomes 0; the other
/// values stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_set_drawn(
    sprite: *mut hitmask_sprite,
    width: u32,
    height: u32,
    x: f64,
    y: f64,
    degrees: f64,
    scale_x: f64,
    scale_y: f64,
    origin_x: f64,
    origin_y: f64,
    exact: flag,
) -> hitmask_status {
    call(|| {
        if !degrees.is_finite() {
            return Err(Failure::invalid(format!("degrees must be finite, got {degrees}")));
        }
        let by = Affine::translation([-origin_x, -origin_y])
            .then(&Affine::scale([scale_x, scale_y]))
            .then(&Affine::rotation(degrees))
            .then(&Affine::translation([x, y]));
        // SAFETY: the caller keeps the rules of the header.
        unsafe { set_pose(sprite, &by, [width, height], exact) }
    })
}

/// Sets position, flips, turn, angle, scale and `exact` of a sprite so that it looks as an affine map draws its picture. The map sends the
/// point x, y of the picture to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down. A map that shears is an error. The rest
/// is as in `hitmask_sprite_set_drawn`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_set_affine(
    sprite: *mut hitmask_sprite,
    width: u32,
    height: u32,
    m: *const f64,
    exact: flag,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let m = unsafe { list(m, 6, "m") }?;
        let by = Affine::from([[m[0], m[1], m[2]], [m[3], m[4], m[5]]]);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { set_pose(sprite, &by, [width, height], exact) }
    })
}

/// # Safety
/// The rules of the header.
unsafe fn set_pose(sprite: *mut hitmask_sprite, by: &Affine, size: [u32; 2], exact: flag) -> Result<(), Failure> {
    // SAFETY: the caller keeps the rules of the header.
    let before = unsafe { list(sprite, 1, "sprite") }?[0];
    // SAFETY: the caller keeps the rules of the header.
    let sprite = unsafe { out(sprite, "sprite") }?;
    let pose = Pose::from_affine(by, size, exact.is_set())?;
    if pose.sheared {
        return Err(Failure::invalid("the map shears, and a sprite cannot: its axes must be at right angles"));
    }
    let drawn = hitmask_sprite::from(pose.sprite(MaskId::from_bits(before.mask))?);
    let hitmask_sprite { position, flip_x, flip_y, turn, angle, scale, exact, .. } = drawn;
    sprite.put(hitmask_sprite { position, flip_x, flip_y, turn, angle, scale, exact, has_pivot: 0, ..before });
    Ok(())
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
        let (world, sprites, ids) =
            unsafe { (object_mut(world, "world")?, list(sprites, count, "sprites")?, memory(ids, count, "ids")?) };
        world.change(|world| {
            world.world.reserve(count)?;
            let mut added = Vec::new();
            added.try_reserve_exact(count).map_err(|_| WorldError::NoMemory)?;
            for (index, sprite) in sprites.iter().enumerate() {
                match sprite.sprite().and_then(|sprite| Ok(world.world.spawn(sprite)?)) {
                    Ok(id) => added.push(id),
                    Err(failure) => {
                        world.world.despawn_many(added)?;
                        return Err(at_index(failure, "sprites", index, count));
                    }
                }
            }
            ids.iter_mut().zip(added).for_each(|(to, id)| {
                to.write(id.to_bits());
            });
            Ok(())
        })
    })
}

/// Names the item of a list that has failed.
fn at_index(failure: Failure, name: &str, index: usize, count: usize) -> Failure {
    match count {
        1 => failure,
        _ => {
            let (status, message) = failure.into_parts();
            Failure::new(status, format!("{name}[{index}]: {message}"))
        }
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
        let (world, ids) = unsafe { (object_mut(world, "world")?, list(ids, count, "ids")?) };
        world.change(|world| Ok(world.world.despawn_many(ids.iter().map(|&id| SpriteId::from_bits(id)))?))
    })
}

/// Sets `count` to the number of sprites.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_sprite_count(world: *const hitmask_world, count: *mut usize) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (count, world) = unsafe { (out(count, "count")?, object(world, "world")?) };
        count.put(world.world.len());
        Ok(())
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
        let (sprite, world) = unsafe { (out(sprite, "sprite")?, object(world, "world")?) };
        let found = get(world, id)?;
        sprite.put(found.into());
        Ok(())
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
        let (world, ids, sprites) =
            unsafe { (object_mut(world, "world")?, list(ids, count, "ids")?, list(sprites, count, "sprites")?) };
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
        let (world, ids, positions) =
            unsafe { (object_mut(world, "world")?, list(ids, count, "ids")?, list(positions, count, "positions")?) };
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
        let (world, ids, positions) =
            unsafe { (object_mut(world, "world")?, list(ids, count, "ids")?, list(positions, count, "positions")?) };
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
        let (world, ids, positions) =
            unsafe { (object(world, "world")?, list(ids, count, "ids")?, memory(positions, count, "positions")?) };
        for (index, (&id, at)) in ids.iter().zip(positions).enumerate() {
            at.write(get(world, id).map_err(|failure| at_index(failure, "ids", index, count))?.position.into());
        }
        Ok(())
    })
}

/// Returns the slot of a sprite: a small number, which is used again from the second step after the sprite was removed. So it makes a key
/// for tables of your own.
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
        // SAFETY: the caller keeps the rules of the header.
        let (slots, world) = unsafe { (out(slots, "slots")?, object(world, "world")?) };
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
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        // SAFETY: a point has the layout of an array of two numbers, and the caller keeps the rules of the header.
        let positions = unsafe { list(positions.cast::<[i32; 2]>(), count, "positions") }?;
        check_slots(world, count)?;
        world.change(|world| Ok(world.world.sync_by_slot(positions)?))
    })
}

/// Moves the sprite in each slot to a real position, which is rounded to the nearest pixel, halves right and down. The rest is as in
/// `hitmask_world_set_positions_by_slot`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_real_positions_by_slot(
    world: *mut hitmask_world,
    positions: *const hitmask_real,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (world, positions) = unsafe { (object_mut(world, "world")?, list(positions, count, "positions")?) };
        check_slots(world, count)?;
        let mut places = Vec::new();
        places.try_reserve_exact(count).map_err(|_| WorldError::NoMemory)?;
        for (slot, &at) in positions.iter().enumerate() {
            places.push(match place(at.into()) {
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

/// Moves sprites to positions, `ids[i]` to `positions[i]`, without a way: a step tests a continuous sprite only where it stands then. If
/// one of them is not valid, none moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_jump_to(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (world, ids, positions) =
            unsafe { (object_mut(world, "world")?, list(ids, count, "ids")?, list(positions, count, "positions")?) };
        for (index, (&id, &at)) in ids.iter().zip(positions).enumerate() {
            get(world, id).map_err(|failure| at_index(failure, "ids", index, count))?;
            place([at.x, at.y].map(f64::from)).map_err(|error| at_index(error.into(), "positions", index, count))?;
        }
        world.change(|world| {
            for (&id, &at) in ids.iter().zip(positions) {
                world.world.jump_to(SpriteId::from_bits(id), at)?;
            }
            Ok(())
        })
    })
}

/// Moves a sprite to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_move_to(world: *mut hitmask_world, id: u64, x: i32, y: i32) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.change(|world| Ok(world.world.move_to(SpriteId::from_bits(id), [x, y])?))
    })
}

/// Moves a sprite by an offset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_move_by(world: *mut hitmask_world, id: u64, dx: i32, dy: i32) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.change(|world| Ok(world.world.move_by(SpriteId::from_bits(id), [dx, dy])?))
    })
}

/// Sets the number that hitmask stores for a sprite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_data(world: *mut hitmask_world, id: u64, data: u64) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        world.change(|world| Ok(world.world.set_data(SpriteId::from_bits(id), data)?))
    })
}

/// Sets where the way of a continuous sprite begins in the next step: a sprite that comes from another world, for example. NULL is where it
/// stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_last_place(
    world: *mut hitmask_world,
    id: u64,
    place: *const hitmask_point,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let world = unsafe { object_mut(world, "world") }?;
        let is_given = usize::from(!place.is_null());
        // SAFETY: the caller keeps the rules of the header.
        let place = unsafe { list(place, is_given, "place") }?.first().map(|&place| place.into());
        world.change(|world| Ok(world.world.set_last_place(SpriteId::from_bits(id), place)?))
    })
}

/// Sets `id` to the id of the sprite in a slot, or to 0 if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_id_at(world: *const hitmask_world, slot: usize, id: *mut u64) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (id, world) = unsafe { (out(id, "id")?, object(world, "world")?) };
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
        // SAFETY: the caller keeps the rules of the header.
        let (positions, world) =
            unsafe { (out_list(positions, capacity, count, "positions")?, object(world, "world")?) };
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
        // SAFETY: the caller keeps the rules of the header.
        let (ids, world) = unsafe { (out_list(ids, capacity, count, "ids")?, object(world, "world")?) };
        let mut all: Vec<u64> = Vec::new();
        all.try_reserve_exact(world.world.len()).map_err(|_| WorldError::NoMemory)?;
        all.extend(world.world.sprites().map(|(id, _)| id.to_bits()));
        all.sort_unstable_by_key(|&id| SpriteId::from_bits(id));
        ids.write(all.into_iter());
        Ok(())
    })
}
