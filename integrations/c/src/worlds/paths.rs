//! Rays and sweeps: what is on a line, and how far a sprite can go. The world must be refreshed.

use super::hitmask_world;
use super::options::who_of;
use crate::ffi::{borrow, call, list, memory, object, option, out, out_list};
use crate::status::hitmask_status;
use crate::types::{hitmask_point, hitmask_query, hitmask_ray_hit, hitmask_sweep_hit, hitmask_swept, hitmask_who};
use world::{SpriteId, SpriteRayHit, SpriteSweepHit, Swept};

impl From<SpriteRayHit> for hitmask_ray_hit {
    fn from(hit: SpriteRayHit) -> hitmask_ray_hit {
        hitmask_ray_hit::new(hit.id.to_bits(), hit.at, hit.before, hit.step, hit.normal.unwrap_or_default())
    }
}

/// Sets `hit` to the first solid pixel of a sprite on the line of pixels from `from_x`, `from_y` to `to_x`, `to_y`. `query` has the options,
/// or is NULL: sensors are hit only `with_sensors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_cast_ray(
    world: *const hitmask_world,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    query: *const hitmask_query,
    hit: *mut hitmask_ray_hit,
) -> hitmask_status {
    call(|| {
        borrow!(hit: out, world: object, query: option);
        let found = world.asked(query)?.cast_ray([from_x, from_y], [to_x, to_y]);
        hit.put(found.map_or_else(hitmask_ray_hit::default, hitmask_ray_hit::from));
        Ok(())
    })
}

/// Writes what a line of pixels meets, one hit for each sprite, in the order of the line, at most `capacity`, and sets `count` to how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_cast_ray_all(
    world: *const hitmask_world,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    query: *const hitmask_query,
    hits: *mut hitmask_ray_hit,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(hits: out_list(capacity, count), world: object, query: option);
        hits.write(world.asked(query)?.cast_ray_all([from_x, from_y], [to_x, to_y]).into_iter());
        Ok(())
    })
}

/// Casts many rays: sets `hits[i]` to what `hitmask_world_cast_ray` finds from `from[i]` to `to[i]`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_cast_rays(
    world: *const hitmask_world,
    from: *const hitmask_point,
    to: *const hitmask_point,
    count: usize,
    query: *const hitmask_query,
    hits: *mut hitmask_ray_hit,
) -> hitmask_status {
    call(|| {
        borrow!(hits: memory(count), world: object, from: list(count), to: list(count), query: option);
        let view = world.asked(query)?;
        for (hit, (&from, &to)) in hits.iter_mut().zip(from.iter().zip(to)) {
            hit.write(view.cast_ray(from, to).map_or_else(hitmask_ray_hit::default, hitmask_ray_hit::from));
        }
        Ok(())
    })
}

pub(super) fn sweep_hit(hit: SpriteSweepHit, at: [i32; 2]) -> hitmask_sweep_hit {
    hitmask_sweep_hit::new(hit.id.to_bits(), hit.first, hit.before, at, hit.step, hit.normal)
}

impl From<Swept> for hitmask_swept {
    fn from(swept: Swept) -> hitmask_swept {
        hitmask_swept {
            hit: swept.hit.map_or_else(hitmask_sweep_hit::default, |hit| sweep_hit(hit, swept.at)),
            started_inside: swept.started_inside.map_or(0, SpriteId::to_bits),
            at: swept.at.into(),
        }
    }
}

/// Sets `swept` to how far `who` can go in a straight line to a position. It does not move. `query` has the options, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_sweep(
    world: *const hitmask_world,
    who: *const hitmask_who,
    x: i32,
    y: i32,
    query: *const hitmask_query,
    swept: *mut hitmask_swept,
) -> hitmask_status {
    call(|| {
        borrow!(swept: out, world: object, who: who_of, query: option);
        let found = world.asked(query)?.sweep(who, [x, y])?;
        swept.put(found.into());
        Ok(())
    })
}
