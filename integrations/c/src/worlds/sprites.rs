//! Sprites: they come, change, move and go.

use super::hitmask_world;
use crate::ffi::{borrow, call, list, memory, object, object_mut, out};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_point, hitmask_real, hitmask_sprite};
use world::{Sprite, SpriteId, World, WorldError, place};

/// Adds sprites, and writes their ids to `ids`, which has room for `count`. If one of them is not valid, none is added, and
/// later sprites get the ids that they would get without the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_spawn(
    world: *mut hitmask_world,
    sprites: *const hitmask_sprite,
    count: usize,
    ids: *mut u64,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, sprites: list(count), ids: memory(count));
        world.change(|world| {
            let failed = |failure, index| at_index(failure, "sprites", index, count);
            let sprite = |_: &World, index: usize| sprites[index].sprite().map_err(|failure| failed(failure, index));
            let added = world.world.spawn_each(count, sprite, |error, index| failed(error.into(), index))?;
            ids.iter_mut().zip(added).for_each(|(to, id)| {
                to.write(id.to_bits());
            });
            Ok(())
        })
    })
}

/// Names the item of a list that has failed.
pub(super) fn at_index(failure: Failure, name: &str, index: usize, count: usize) -> Failure {
    match count {
        1 => failure,
        _ => {
            let (status, message) = failure.into_parts();
            Failure::new(status, format!("{name}[{index}]: {message}"))
        }
    }
}

/// Removes a sprite. Its pairs end in the next step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_despawn(world: *mut hitmask_world, id: u64) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.despawn(SpriteId::from_bits(id)).map(drop)?))
    })
}

/// Removes sprites, and sets `removed` to how many. Ids that name no sprite of the world are skipped, so a list may name one twice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_despawn_many(
    world: *mut hitmask_world,
    ids: *const u64,
    count: usize,
    removed: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(removed: out, world: object_mut, ids: list(count));
        let ids = ids.iter().map(|&id| SpriteId::from_bits(id));
        removed.put(world.change(|world| Ok(world.world.despawn_many(ids)))?);
        Ok(())
    })
}

/// Removes all sprites. The masks stay, except those of `hitmask_world_own_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_clear(world: *mut hitmask_world) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| {
            world.world.clear();
            Ok(())
        })
    })
}

/// Sets `contains` to whether the world has a sprite: not once it was removed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_contains(
    world: *const hitmask_world,
    id: u64,
    contains: *mut bool,
) -> hitmask_status {
    call(|| {
        borrow!(contains: out, world: object);
        contains.put(world.world.contains(SpriteId::from_bits(id)));
        Ok(())
    })
}

/// Sets `count` to the number of sprites.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_sprite_count(world: *const hitmask_world, count: *mut usize) -> hitmask_status {
    call(|| {
        borrow!(count: out, world: object);
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
        borrow!(sprite: out, world: object);
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
        borrow!(world: object_mut, ids: list(count), sprites: list(count));
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

/// Moves sprites: `ids[i]` to `positions[i]`. Their fractions stay. If one of the moves is not possible, no sprite moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_positions(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, ids: list(count), positions: list(count));
        let moves = ids.iter().zip(positions).map(|(&id, &at)| (SpriteId::from_bits(id), at));
        world.change(|world| Ok(world.world.sync(moves)?))
    })
}

/// Moves sprites to real positions. A sprite with an angle, a scale, an origin or a transform is shown there, with the fraction; any other
/// stands at the nearest pixel, halves right and down. The rest is as in `hitmask_world_set_positions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_real_positions(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_real,
    count: usize,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        let positions = positions.cast::<[f64; 2]>(); // a real point has this layout
        borrow!(ids: list(count), positions: list(count));
        let fail = |error: WorldError, index| {
            let name = if matches!(error, WorldError::StaleSprite(_)) { "ids" } else { "positions" };
            at_index(error.into(), name, index, count)
        };
        world.change(|world| world.world.place_each(positions, |index| SpriteId::from_bits(ids[index]), fail))
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
        borrow!(world: object, ids: list(count), positions: memory(count));
        let position = |index: usize| get(world, ids[index]).map_err(|failure| at_index(failure, "ids", index, count));
        (0..count).try_for_each(|index| position(index).map(drop))?; // nothing is written if one of them is not there
        for (index, at) in positions.iter_mut().enumerate() {
            at.write(position(index)?.position.into());
        }
        Ok(())
    })
}

/// Moves sprites to positions, `ids[i]` to `positions[i]`, without a path: a step tests a continuous sprite only where
/// it stands then. If one of them is not valid, none moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_jump_to(
    world: *mut hitmask_world,
    ids: *const u64,
    positions: *const hitmask_point,
    count: usize,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut, ids: list(count), positions: list(count));
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
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.move_to(SpriteId::from_bits(id), [x, y])?))
    })
}

/// Moves a sprite by an offset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_move_by(world: *mut hitmask_world, id: u64, dx: i32, dy: i32) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.move_by(SpriteId::from_bits(id), [dx, dy])?))
    })
}

/// Sets the number that hitmask stores for a sprite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_data(world: *mut hitmask_world, id: u64, data: u64) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.set_data(SpriteId::from_bits(id), data)?))
    })
}

/// Sets the point from which the next step tests a continuous sprite, for example one that has bounced. To test it only where it stands, use
/// `hitmask_world_jump_to` with its own position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_set_last_place(
    world: *mut hitmask_world,
    id: u64,
    x: i32,
    y: i32,
) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| Ok(world.world.set_last_place(SpriteId::from_bits(id), [x, y])?))
    })
}
