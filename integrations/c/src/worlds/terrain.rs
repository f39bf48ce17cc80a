//! Sprites that lose pixels: masks of their own, digging, and falling apart.

use super::{Lists, hitmask_world, refill};
use crate::convert::rect;
use crate::ffi::{Out, borrow, call, list, object_mut, out};
use crate::ids::mask_bits;
use crate::mask_handle::{hitmask_mask, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_ids, hitmask_real};
use mask::{Circle, Line, Polygon};
use world::{PlacedMask, Probe, SpriteId, World, WorldError};

/// Gives a sprite a mask of its own, and sets `mask` to its id: edits of it change no other sprite. A sprite that has one keeps it. The mask
/// goes in the first refresh or step after its last sprite was removed, or shows another mask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_own_mask(world: *mut hitmask_world, id: u64, mask: *mut u64) -> hitmask_status {
    call(|| {
        borrow!(mask: out, world: object_mut);
        let own = world.change(|world| Ok(world.world.own_mask(SpriteId::from_bits(id))?))?;
        mask.put(mask_bits(own));
        Ok(())
    })
}

/// Changes a world, and lends the ids that the change returns.
fn lend(
    world: &mut hitmask_world,
    ids: Out<hitmask_ids>,
    change: impl FnOnce(&mut World) -> Result<Vec<SpriteId>, WorldError>,
) -> Result<(), Failure> {
    world.change(|hitmask_world { world, lists, .. }| {
        refill(&mut lists.ids[0], change(world)?.into_iter().map(SpriteId::to_bits))
    })?;
    let Lists { ids: [lent, ..], .. } = &world.lists;
    ids.put(hitmask_ids { ids: lent.as_ptr(), count: lent.len() });
    Ok(())
}

/// Digs a pixel of the world out of the sprites in at least one of `layers` (`UINT32_MAX` for all), and sets `ids` to those that lost
/// pixels, sorted by slot.
///
/// The sprites get masks of their own first, as `hitmask_world_own_mask` makes them, so others that show the same masks lose nothing. It
/// works however a sprite is flipped, turned, scaled or rotated. A sprite without pixels stays in the world. If the system refuses memory,
/// some sprites may have lost pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_point(
    world: *mut hitmask_world,
    x: i32,
    y: i32,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut);
        lend(world, ids, |world| world.erase(Probe::Point([x, y]), layers))
    })
}

/// Digs a rectangle of the world out of sprites. The rest is as in `hitmask_world_erase_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_rect(
    world: *mut hitmask_world,
    left: i32,
    top: i32,
    width: u32,
    height: u32,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut);
        let probe = Probe::Rect(rect(left, top, width, height)?);
        lend(world, ids, |world| world.erase(probe, layers))
    })
}

/// Digs a circle of the world out of sprites: the pixels whose centers are in it. The rest is as in `hitmask_world_erase_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_circle(
    world: *mut hitmask_world,
    x: f64,
    y: f64,
    radius: f64,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut);
        let circle = Circle::new([x, y], radius)?;
        lend(world, ids, |world| world.erase(Probe::Circle(circle), layers))
    })
}

/// Digs a line of the world, both ends included, out of sprites. The rest is as in `hitmask_world_erase_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_line(
    world: *mut hitmask_world,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut);
        let line = Line::new([from_x, from_y], [to_x, to_y]);
        lend(world, ids, |world| world.erase(Probe::Line(line), layers))
    })
}

/// Digs a polygon of the world, of at least three points, out of sprites: the pixels whose centers are in it. The rest is as in
/// `hitmask_world_erase_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_polygon(
    world: *mut hitmask_world,
    points: *const hitmask_real,
    point_count: usize,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut, points: list(point_count));
        let polygon = Polygon::new(points.iter().copied())?;
        lend(world, ids, |world| world.erase(Probe::Polygon(&polygon), layers))
    })
}

/// Digs the solid pixels of a mask, whose top-left pixel is at `x`, `y` in the world, out of sprites. The rest is as in
/// `hitmask_world_erase_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_erase_mask(
    world: *mut hitmask_world,
    mask: *const hitmask_mask,
    x: i32,
    y: i32,
    layers: u32,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut, mask: mask_of);
        lend(world, ids, |world| world.erase(Probe::Mask(PlacedMask { mask, at: [x, y] }), layers))
    })
}

/// Splits a sprite into its connected parts, and sets `ids` to the new sprites, in raster order of the parts in the mask. The sprite keeps
/// its largest part; each other part becomes a sprite of its own at its place, like the sprite in everything else, with a mask of its own.
/// Pixels that share a side or a corner are connected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_split(
    world: *mut hitmask_world,
    id: u64,
    ids: *mut hitmask_ids,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out, world: object_mut);
        lend(world, ids, |world| world.split(SpriteId::from_bits(id)))
    })
}
