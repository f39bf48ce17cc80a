//! The structs of the header from those of the libraries, and back.

use crate::status::{Failure, hitmask_status};
use crate::types::{
    hitmask_pair, hitmask_point, hitmask_ray_hit, hitmask_real, hitmask_rect, hitmask_sprite, hitmask_sweep_hit,
};
use mask::{Reach, Rect};
use world::{Angle, MaskId, Pair, Side, Sprite, SpriteId, Turn, WorldError};

impl From<[i32; 2]> for hitmask_point {
    fn from([x, y]: [i32; 2]) -> hitmask_point {
        hitmask_point { x, y }
    }
}

impl From<hitmask_point> for [i32; 2] {
    fn from(hitmask_point { x, y }: hitmask_point) -> [i32; 2] {
        [x, y]
    }
}

impl From<[f64; 2]> for hitmask_real {
    fn from([x, y]: [f64; 2]) -> hitmask_real {
        hitmask_real { x, y }
    }
}

impl From<hitmask_real> for [f64; 2] {
    fn from(hitmask_real { x, y }: hitmask_real) -> [f64; 2] {
        [x, y]
    }
}

/// Returns a size that is an argument. A negative number of a caller comes as a large one.
pub(crate) fn extent(pixels: u32, name: &str) -> Result<u32, Failure> {
    if pixels <= i32::MAX as u32 {
        return Ok(pixels);
    }
    let message = format!("{name} must be from 0 to 2^31 - 1, got {} (without its sign, {pixels})", pixels as i32);
    Err(Failure::new(hitmask_status::HITMASK_OUT_OF_RANGE, message))
}

/// Returns the size of a mask or a picture that is two arguments.
pub(crate) fn size(width: u32, height: u32) -> Result<[u32; 2], Failure> {
    Ok([extent(width, "width")?, extent(height, "height")?])
}

/// Returns a rectangle that is four arguments.
pub(crate) fn rect(left: i32, top: i32, width: u32, height: u32) -> Result<Rect, Failure> {
    let [width, height] = size(width, height)?;
    Ok(Rect { left, top, width, height })
}

/// Returns how far a search for a free place goes, and in which rectangle.
pub(crate) fn reach(limit: u32, within: Option<&hitmask_rect>) -> Result<Reach, Failure> {
    let inside = within.map(|to| rect(to.left, to.top, to.width, to.height)).transpose()?;
    let reach = Reach::new(limit);
    Ok(inside.map_or(reach, |rect| reach.inside(rect)))
}

impl From<Rect> for hitmask_rect {
    fn from(Rect { left, top, width, height }: Rect) -> hitmask_rect {
        hitmask_rect { left, top, width, height }
    }
}

impl From<Pair> for hitmask_pair {
    #[inline]
    fn from(Pair { a, b }: Pair) -> hitmask_pair {
        hitmask_pair { a: a.to_bits(), b: b.to_bits() }
    }
}

impl From<hitmask_pair> for Pair {
    fn from(hitmask_pair { a, b }: hitmask_pair) -> Pair {
        Pair { a: SpriteId::from_bits(a), b: SpriteId::from_bits(b) }
    }
}

/// Set in the id of a mask, and in no id of a sprite: slots are smaller. So each is told from the other.
pub(crate) const OF_MASK: u64 = 1 << 31;

/// Returns the id of a mask as callers have it.
pub(crate) fn mask_bits(id: MaskId) -> u64 {
    id.to_bits() ^ OF_MASK
}

/// Returns the mask with an id of a caller. The id of a sprite names no mask.
pub(crate) fn mask_id(bits: u64) -> MaskId {
    MaskId::from_bits(bits ^ OF_MASK)
}

const TURNS: [Turn; 4] = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];

impl From<Sprite> for hitmask_sprite {
    fn from(sprite: Sprite) -> hitmask_sprite {
        hitmask_sprite {
            mask: mask_bits(sprite.mask),
            data: sprite.data,
            angle: sprite.angle.to_degrees(),
            scale: sprite.scale.into(),
            position: sprite.position.into(),
            pivot: sprite.pivot.unwrap_or_default().into(),
            layers: sprite.layers,
            collides_with: sprite.collides_with,
            has_pivot: sprite.pivot.is_some().into(),
            flip_x: sprite.flip_x.into(),
            flip_y: sprite.flip_y.into(),
            turn: TURNS.iter().position(|&turn| turn == sprite.turn).unwrap_or(0) as u8,
            fixed: sprite.fixed.into(),
            sensor: sprite.sensor.into(),
            one_way: sprite.one_way.map_or(0, |side| 1 + side as u8),
            continuous: sprite.continuous.into(),
            exact: sprite.exact.into(),
            reserved: [0; 7],
        }
    }
}

impl hitmask_sprite {
    pub(crate) fn sprite(&self) -> Result<Sprite, Failure> {
        let sprite = self;
        if sprite.reserved != [0; 7] {
            return Err(Failure::invalid("reserved must be 0: hitmask_sprite_init sets it"));
        }
        let turn = TURNS.get(usize::from(sprite.turn)).copied();
        let turn = turn.ok_or_else(|| Failure::invalid(format!("turn must be from 0 to 3, got {}", sprite.turn)))?;
        let mut made = Sprite::new(mask_id(sprite.mask), sprite.position)
            .flip_x(sprite.flip_x != 0)
            .flip_y(sprite.flip_y != 0)
            .turn(turn)
            .angle(Angle::degrees(sprite.angle).map_err(|error: WorldError| Failure::from(error))?)
            .scale(sprite.scale.into())
            .layers(sprite.layers)
            .collides_with(sprite.collides_with)
            .fixed(sprite.fixed != 0)
            .sensor(sprite.sensor != 0)
            .continuous(sprite.continuous != 0)
            .exact(sprite.exact != 0)
            .data(sprite.data);
        made.pivot = (sprite.has_pivot != 0).then(|| sprite.pivot.into());
        made.one_way = side(sprite.one_way.into())?;
        Ok(made)
    }
}

/// Returns the side with a number.
pub(crate) fn side(number: i32) -> Result<Option<Side>, Failure> {
    match usize::try_from(number).ok().filter(|&number| number <= Side::ALL.len()) {
        Some(0) => Ok(None),
        Some(number) => Ok(Some(Side::ALL[number - 1])),
        None => Err(Failure::invalid(format!("one_way must be a hitmask_side, from 0 to 4, got {number}"))),
    }
}

impl hitmask_ray_hit {
    /// What a ray has hit. `id` is 0 if it is a mask.
    pub(crate) fn new(id: u64, at: [i32; 2], before: Option<[i32; 2]>, step: u32, normal: [f64; 2]) -> hitmask_ray_hit {
        hitmask_ray_hit {
            id,
            normal: normal.into(),
            at: at.into(),
            before: before.unwrap_or(at).into(),
            step,
            hit: 1,
            started_inside: before.is_none().into(),
            reserved: [0; 2],
        }
    }
}

impl hitmask_sweep_hit {
    /// What a sweep has hit. `id` is 0 if it is a mask, and `start` is where the sweep begins.
    pub(crate) fn new(
        id: u64,
        first: [i32; 2],
        before: Option<[i32; 2]>,
        start: [i32; 2],
        step: u32,
        normal: [f64; 2],
    ) -> hitmask_sweep_hit {
        hitmask_sweep_hit {
            id,
            normal: normal.into(),
            first: first.into(),
            before: before.unwrap_or(start).into(),
            step,
            hit: 1,
            started_inside: before.is_none().into(),
            reserved: [0; 2],
        }
    }
}
