//! What is at a place, and how a sprite looks now. The world must be refreshed.

use super::hitmask_world;
use crate::border::{call, list, object, out, out_list, out_object, value};
use crate::convert::rect;
use crate::mask::hitmask_mask;
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_near, hitmask_point, hitmask_query, hitmask_real, hitmask_rect, hitmask_who};
use mask::{Circle, Line, Polygon};
use world::{Near, Placed, Probe, SpriteId, WorldError};

/// Writes the ids of the sprites in a probe.
///
/// # Safety
/// The rules of the header.
unsafe fn find(
    world: *const hitmask_world,
    query: *const hitmask_query,
    probe: Result<Probe<'_>, Failure>,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller keeps the rules of the header.
    let (ids, world) = unsafe { (out_list(ids, capacity, count, "ids")?, object(world, "world")?) };
    // SAFETY: the caller keeps the rules of the header.
    let found = unsafe { world.asked(query) }?.find(probe?).into_iter().map(SpriteId::to_bits);
    ids.write(found);
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
    // SAFETY: the caller keeps the rules of the header.
    call(|| unsafe { find(world, query, Ok(Probe::Point([x, y])), ids, capacity, count) })
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
        let probe = rect(left, top, width, height).map(Probe::Rect);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { find(world, query, probe, ids, capacity, count) }
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
        let circle = Circle::new([x, y], radius).map(Probe::Circle).map_err(Failure::from);
        // SAFETY: the caller keeps the rules of the header.
        unsafe { find(world, query, circle, ids, capacity, count) }
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
    let probe = Probe::Line(Line::new([from_x, from_y], [to_x, to_y]));
    // SAFETY: the caller keeps the rules of the header.
    call(|| unsafe { find(world, query, Ok(probe), ids, capacity, count) })
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
        // SAFETY: the caller keeps the rules of the header.
        let points = unsafe { list(points, point_count, "points") }?;
        let polygon = Polygon::new(points.iter().copied())?;
        // SAFETY: the caller keeps the rules of the header.
        unsafe { find(world, query, Ok(Probe::Polygon(&polygon)), ids, capacity, count) }
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
        // SAFETY: the caller keeps the rules of the header.
        let mask = &unsafe { object(mask, "mask") }?.mask;
        let probe = Probe::Mask(Placed { mask, at: [x, y] });
        // SAFETY: the caller keeps the rules of the header.
        unsafe { find(world, query, Ok(probe), ids, capacity, count) }
    })
}

impl From<Near> for hitmask_near {
    fn from(near: Near) -> hitmask_near {
        hitmask_near { id: near.id.to_bits(), distance: near.distance() }
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
    near: *mut hitmask_near,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (near, world) = unsafe { (out_list(near, capacity, count, "near")?, object(world, "world")?) };
        // SAFETY: the caller keeps the rules of the header.
        let found = unsafe { world.asked(query) }?.nearest([x, y], capacity.min(world.world.len()));
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
        // SAFETY: the caller keeps the rules of the header.
        let (bounds, world) = unsafe { (out(bounds, "bounds")?, object(world, "world")?) };
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
        // SAFETY: the caller keeps the rules of the header.
        let (at, world) = unsafe { (out(at, "at")?, object(world, "world")?) };
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
        // SAFETY: the caller keeps the rules of the header.
        let (made, at, world, who) =
            unsafe { (out_object(made, "made")?, out(at, "at")?, object(world, "world")?, value(who, "who")?.who()?) };
        let shape = world.view()?.shape(who)?;
        let copy = shape.mask.try_clone()?;
        at.put(shape.at.into());
        made.give(hitmask_mask::new(copy));
        Ok(())
    })
}

/// Sets `degrees` to the angle at which to draw a sprite so that its picture covers what collides: from 0 to less than 360, clockwise. It is
/// that of `hitmask_sprite_draw_angle`, rounded as the world rounds the angle of the sprite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_draw_angle(
    world: *const hitmask_world,
    id: u64,
    degrees: *mut f64,
) -> hitmask_status {
    call(|| {
        // SAFETY: the caller keeps the rules of the header.
        let (degrees, world) = unsafe { (out(degrees, "degrees")?, object(world, "world")?) };
        let id = SpriteId::from_bits(id);
        degrees.put(world.view()?.draw_angle(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?);
        Ok(())
    })
}
