//! A box around a sprite.

use super::weight::{is_transformed, mask_bytes};
use crate::Bounds;
use mask::Rect;
use world::{Placed, Sprite, World, WorldError};

/// The most pixels from the middle to the edge of an estimated box: the memory of larger masks must be known better.
const MOST_REACH: f64 = 512.0;
/// Scale factors that are estimated, and their inverses.
const MOST_SCALE: f64 = 256.0;
/// A world may round a factor by half a step: 32 steps double it.
const ROUNDING: f64 = 1.02;
/// A world may round an angle by half a step of 64 in a circle: the sine changes by less than this.
const ANGLE_ROUNDING: f64 = 0.05;

/// The place of a sprite.
#[derive(Debug)]
pub(super) struct Reach {
    /// A box around the solid pixels. Empty if there are none.
    pub(super) bounds: Bounds,
    /// The memory of the mask variant, in bytes.
    pub(super) bytes: u64,
    /// Whether the variant was built, and is kept by the world.
    pub(super) is_built: bool,
}

/// Returns a box around a sprite that is not in the world.
///
/// A world takes microseconds to scale or rotate a mask, and tiles build their masks themselves. So the box of a scaled
/// or rotated sprite is an estimate, which is larger than the tight box.
///
/// # Errors
/// Returns the errors of [`World::spawn`].
pub(super) fn reach(world: &World, sprite: &Sprite) -> Result<Reach, WorldError> {
    if is_transformed(sprite)
        && let Some(estimate) = estimate(world, sprite)?
    {
        return Ok(estimate);
    }
    let Placed { mask, at } = world.shape_of(sprite)?;
    let Rect { left, top, width, height } = mask.bounds().unwrap_or(Rect::new(0, 0, 0, 0));
    let [left, top] = [i64::from(left) + i64::from(at[0]), i64::from(top) + i64::from(at[1])];
    let bounds = Bounds { left, top, right: left + i64::from(width), bottom: top + i64::from(height) };
    Ok(Reach { bounds, bytes: mask_bytes(mask.width(), mask.height()), is_built: is_transformed(sprite) })
}

/// Returns a square around a scaled or rotated sprite, or `None` if the sprite is so large that it may not be valid.
fn estimate(world: &World, sprite: &Sprite) -> Result<Option<Reach>, WorldError> {
    let &Sprite { mask, position, flip_x, flip_y, turn, .. } = sprite;
    let upright = Sprite::new(mask, position).flip_x(flip_x).flip_y(flip_y).turn(turn);
    let Placed { mask, at } = world.shape_of(&upright)?;
    let size = [mask.width(), mask.height()].map(f64::from);
    // The scale and the rotation keep the middle in place, or the pivot. Flips and turns of the pivot keep its distance.
    let (middle, far) = match sprite.pivot {
        None => ([0, 1].map(|axis| f64::from(at[axis]) + size[axis] / 2.0), 0.0),
        Some(pivot) => {
            let size = world.mask(sprite.mask).map_or(size, |mask| [mask.width(), mask.height()].map(f64::from));
            let [dx, dy] = [0, 1].map(|axis| f64::from(pivot[axis]) - size[axis] / 2.0);
            (at.map(f64::from), dx.hypot(dy))
        }
    };
    let scale = sprite.scale;
    let factor = ROUNDING * scale[0].max(scale[1]);
    let reach = factor * (size[0].hypot(size[1]) / 2.0 + far) + 4.0;
    let is_moderate = scale.iter().all(|scale| (1.0 / MOST_SCALE..=MOST_SCALE).contains(scale));
    if !is_moderate || reach > MOST_REACH {
        return Ok(None);
    }
    let [left, top] = middle.map(|c| (c - reach).floor() as i64);
    let [right, bottom] = middle.map(|c| (c + reach).ceil() as i64);
    let bounds = Bounds { left, top, right, bottom };
    let bounds = if mask.bounds().is_some() { bounds } else { Bounds { right: left, ..bounds } };
    let [sin, cos] =
        <[f64; 2]>::from(sprite.angle.to_degrees().to_radians().sin_cos()).map(|part| part.abs() + ANGLE_ROUNDING);
    let [width, height] = [0, 1].map(|axis| size[axis] * scale[axis]);
    let sides = [width * cos + height * sin, width * sin + height * cos].map(|side| (ROUNDING * side + 4.0) as u32);
    Ok(Some(Reach { bounds, bytes: mask_bytes(sides[0], sides[1]), is_built: false }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::Mask;
    use world::{Angle, Turn};

    #[test]
    fn the_box_encloses_the_sprite() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut world = World::new();
        let sizes = [[1, 1], [7, 60], [33, 32], [300, 2], [2000, 1500]];
        let masks = sizes.map(|[width, height]| world.add_mask(Mask::filled(width, height).unwrap()).unwrap());
        let (mut estimated, mut loose) = (0, 0.0_f64);
        for case in 0..4000 {
            let mut sprite =
                Sprite::new(masks[rng.usize(0..5 - usize::from(case % 50 != 0))], [rng.i32(-99..99), rng.i32(-9..9)]);
            for option in 0..7 {
                sprite = match option {
                    _ if rng.bool() => sprite,
                    0 => sprite.flip_x(true),
                    1 => sprite.flip_y(true),
                    2 => sprite.turn([Turn::Quarter, Turn::Half, Turn::ThreeQuarters][rng.usize(0..3)]),
                    3 => sprite.pivot([rng.i32(-70..99), rng.i32(-200..300)]),
                    4 => sprite.scale([0.01 + 3.0 * rng.f64(), 0.01 + 3.0 * rng.f64()]),
                    5 => sprite.angle(Angle::degrees(360.0 * rng.f64()).unwrap()),
                    _ => sprite.exact(true),
                };
            }
            let Reach { bounds, bytes, is_built } = reach(&world, &sprite).unwrap();
            let shape = world.shape_of(&sprite).unwrap();
            let (mask, tight) = (shape.mask, shape.mask.bounds());
            let Some(Rect { left, top, width, height }) = tight else { continue };
            let tight = Bounds::from(Rect::new(left + shape.at[0], top + shape.at[1], width, height));
            assert!(bounds.encloses(tight), "{sprite:?}: {bounds:?} {tight:?}");
            assert!(bytes >= mask_bytes(mask.width(), mask.height()) || is_built, "{sprite:?}");
            if is_transformed(&sprite) && !is_built && sprite.pivot.is_none() && sprite.scale == [1.0; 2] {
                estimated += 1;
                let longest = width.max(height) as i64;
                loose = loose.max((bounds.right - bounds.left) as f64 / (longest + 10) as f64);
            }
        }
        assert!(estimated > 300 && loose < 2.0, "{estimated} {loose}");
    }
}
