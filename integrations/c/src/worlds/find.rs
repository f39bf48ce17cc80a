//! What is at a place, and how a sprite looks now. The world must be refreshed.

use super::hitmask_world;
use super::options::who_of;
use crate::convert::{rect, write_map};
use crate::ffi::{OutList, borrow, call, list, memory, object, option, out, out_list, out_object};
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_neighbor, hitmask_point, hitmask_query, hitmask_real, hitmask_rect, hitmask_who};
use mask::{Circle, Line, Polygon};
use world::{Neighbor, PlacedMask, Probe, SpriteId, WorldError};

/// Writes the ids of the sprites in a probe.
fn find(
    world: &hitmask_world,
    query: Option<&hitmask_query>,
    probe: Probe<'_>,
    ids: OutList<'_, u64>,
) -> Result<(), Failure> {
    ids.write(world.asked(query)?.find(probe).into_iter().map(SpriteId::to_bits));
    Ok(())
}

/// Writes the ids of the sprites with a solid pixel at a point, sorted, at most `capacity`, and sets `count` to how many there are. `query` has
/// the options, or is NULL. A real point of a pointer is the pixel that it lies in: use `floor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_point(
    world: *const hitmask_world,
    x: i32,
    y: i32,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        find(world, query, Probe::Point([x, y]), ids)
    })
}

/// Writes the ids of the sprites with a solid pixel in a rectangle. The rest is as in `hitmask_world_find_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_rect(
    world: *const hitmask_world,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        find(world, query, Probe::Rect(rect(left, top, width, height)?), ids)
    })
}

/// Writes the ids of the sprites with a solid pixel in a circle: one whose center is in the circle. The rest is as in
/// `hitmask_world_find_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_circle(
    world: *const hitmask_world,
    x: f64,
    y: f64,
    radius: f64,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        find(world, query, Probe::Circle(Circle::new([x, y], radius)?), ids)
    })
}

/// Writes the ids of the sprites with a solid pixel on a line, both ends included. The rest is as in `hitmask_world_find_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_line(
    world: *const hitmask_world,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        find(world, query, Probe::Line(Line::new([from_x, from_y], [to_x, to_y])), ids)
    })
}

/// Writes the ids of the sprites with a solid pixel in a polygon of at least three points: one whose center is in the polygon. The rest is
/// as in `hitmask_world_find_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_polygon(
    world: *const hitmask_world,
    points: *const hitmask_real,
    point_count: usize,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option, points: list(point_count));
        find(world, query, Probe::Polygon(&Polygon::new(points.iter().copied())?), ids)
    })
}

/// Writes the ids of the sprites that share a solid pixel with a mask whose top-left pixel is at `x`, `y`. The rest is as in
/// `hitmask_world_find_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_find_mask(
    world: *const hitmask_world,
    mask: *const hitmask_mask,
    x: i32,
    y: i32,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option, mask: mask_of);
        find(world, query, Probe::Mask(PlacedMask { mask, at: [x, y] }), ids)
    })
}

impl From<Neighbor> for hitmask_neighbor {
    fn from(near: Neighbor) -> hitmask_neighbor {
        hitmask_neighbor { id: near.id.to_bits(), distance: near.distance() }
    }
}

/// Writes the sprites whose solid pixels are nearest to a pixel, the nearest first, at most `capacity`, and sets `count` to how many were
/// written. `query` has the options, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_nearest(
    world: *const hitmask_world,
    x: i32,
    y: i32,
    query: *const hitmask_query,
    near: *mut hitmask_neighbor,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(near: out_list(capacity, count), world: object, query: option);
        let found = world.asked(query)?.nearest([x, y], capacity.min(world.world.len()));
        near.write(found.into_iter());
        Ok(())
    })
}

/// Writes the sprites that are nearest to `who`, the nearest first, at most `capacity`, and sets `count` to how many were written. A distance is
/// the one between the nearest solid pixels, 0 if the two share one. A sprite is not its own neighbor. Layers count only in `query`, which has
/// the options, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_nearest_others(
    world: *const hitmask_world,
    who: *const hitmask_who,
    query: *const hitmask_query,
    near: *mut hitmask_neighbor,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(near: out_list(capacity, count), world: object, who: who_of, query: option);
        let found = world.asked(query)?.nearest_others(who, capacity.min(world.world.len()))?;
        near.write(found.into_iter());
        Ok(())
    })
}

/// Sets `bounds` to the smallest rectangle around the solid pixels of a sprite, in the world. It is 0, 0, 0, 0 if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_bounds(
    world: *const hitmask_world,
    id: u64,
    bounds: *mut hitmask_rect,
) -> hitmask_status {
    call(|| {
        borrow!(bounds: out, world: object);
        let (view, id) = (world.view()?, SpriteId::from_bits(id));
        view.get(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?;
        let found = view.bounds(id).map_or_else(hitmask_rect::default, hitmask_rect::from);
        bounds.put(found);
        Ok(())
    })
}

/// Sets `at` to the point of a sprite's mask, in the mask's pixels, that a point of the world shows: where a crater goes in the mask of a
/// rotated sprite. Pixel x, y of the mask is from x, y to x + 1, y + 1. The point may be outside the mask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_mask_point(
    world: *const hitmask_world,
    id: u64,
    x: f64,
    y: f64,
    at: *mut hitmask_real,
) -> hitmask_status {
    call(|| {
        borrow!(at: out, world: object);
        let id = SpriteId::from_bits(id);
        if !(x.is_finite() && y.is_finite()) {
            return Err(Failure::new(
                hitmask_status::HITMASK_OUT_OF_RANGE,
                format!("x, y must be finite, got {x}, {y}"),
            ));
        }
        let shown = world.view()?.mask_point(id, [x, y]);
        at.put(shown.ok_or(Failure::from(WorldError::StaleSprite(id)))?.into());
        Ok(())
    })
}

/// Makes a mask of a sprite as it looks now, flipped, turned, scaled and rotated, and sets `at` to its top-left pixel in the world. `who` may
/// also be a sprite elsewhere or as something else. Free the mask with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_shape(
    world: *const hitmask_world,
    who: *const hitmask_who,
    made: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(made: out_object, at: out, world: object, who: who_of);
        let shape = world.view()?.shape(who)?;
        let copy = shape.mask.try_clone()?;
        at.put(shape.at.into());
        made.give(hitmask_mask::new(copy));
        Ok(())
    })
}

/// Writes the map to `m` under which to draw the picture of a sprite, without smoothing, so that it covers what collides. The map sends the
/// point x, y of the picture, in pixels of the mask, to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]` in the world, y down.
///
/// The map of an upright sprite has its rounded corner. An angle that `hitmask_world_set_angle_steps` rounds is rounded here too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_draw_transform(
    world: *const hitmask_world,
    id: u64,
    m: *mut f64,
) -> hitmask_status {
    call(|| {
        borrow!(m: memory(6), world: object);
        let id = SpriteId::from_bits(id);
        let by = world.view()?.draw_transform(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?;
        write_map(m, &by);
        Ok(())
    })
}
