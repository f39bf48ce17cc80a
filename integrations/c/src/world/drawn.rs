//! The values of a sprite: the defaults, and how it looks as a renderer draws its picture.

use crate::border::{Out, borrow, call, in_out, list, out, value};
use crate::convert;
use crate::ids::mask_id;
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_real, hitmask_sprite};
use mask::Affine;
use world::{Pose, Sprite};

/// Sets all values of a sprite to their defaults, with a mask and a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_init(sprite: *mut hitmask_sprite, mask: u64, x: i32, y: i32) -> hitmask_status {
    let defaults = Sprite::new(mask_id(mask), [x, y]);
    call(|| {
        borrow!(sprite: out);
        sprite.put(defaults.into());
        Ok(())
    })
}

/// Sets position, flips, turn, angle, scale and `exact` of a sprite so that it looks as a renderer draws its picture: a picture of `width`
/// x `height` pixels, whose point `origin_x`, `origin_y` comes to the point `x`, `y`, scaled by `scale_x`, `scale_y` about it (negative
/// factors mirror), then rotated about it clockwise by an angle in degrees. LÖVE's `love.graphics.draw` and MonoGame's `SpriteBatch.Draw` draw so,
/// with an angle in radians. For `SDL_RenderCopyEx`, see examples/sdl.c.
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
        if ![scale_x, scale_y].iter().all(|scale| scale.is_finite() && *scale != 0.0) {
            return Err(Failure::invalid(format!(
                "scale_x and scale_y must be finite and not 0, got {scale_x}, {scale_y}"
            )));
        }
        if !degrees.is_finite() {
            return Err(Failure::invalid(format!("degrees must be finite, got {degrees}")));
        }
        let by = Affine::translation([-origin_x, -origin_y])
            .then(&Affine::scale([scale_x, scale_y]))
            .then(&Affine::rotation(degrees))
            .then(&Affine::translation([x, y]));
        borrow!(sprite: in_out);
        set_pose(sprite, &by, [width, height], exact)
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
        borrow!(m: list(6), sprite: in_out);
        set_pose(sprite, &Affine::from([[m[0], m[1], m[2]], [m[3], m[4], m[5]]]), [width, height], exact)
    })
}

/// Sets `degrees` to the angle at which to draw the picture of a sprite: from 0 to less than 360, clockwise. Draw with it instead of with
/// `angle`, in which the quarter turns are missing: `hitmask_sprite_set_drawn` with 90 degrees gives a `turn` of 1 and an `angle` of 0.
///
/// A renderer mirrors the picture as `flip_x` and `flip_y` say, scales it by the factors of `hitmask_sprite_draw_scale`, and then rotates it
/// clockwise, each about the point of the picture that `hitmask_sprite_set_drawn` calls its origin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_draw_angle(sprite: *const hitmask_sprite, degrees: *mut f64) -> hitmask_status {
    call(|| {
        borrow!(degrees: out, sprite: value);
        degrees.put(sprite.sprite()?.draw_angle());
        Ok(())
    })
}

/// Sets `scale` to the factors by which to draw the picture of a sprite, along its own x and y. An odd `turn` swaps those of the sprite,
/// because a sprite turns before it is scaled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_draw_scale(
    sprite: *const hitmask_sprite,
    scale: *mut hitmask_real,
) -> hitmask_status {
    call(|| {
        borrow!(scale: out, sprite: value);
        scale.put(sprite.sprite()?.draw_scale().into());
        Ok(())
    })
}

fn set_pose(
    (before, sprite): (hitmask_sprite, Out<hitmask_sprite>),
    by: &Affine,
    [width, height]: [u32; 2],
    exact: flag,
) -> Result<(), Failure> {
    let pose = Pose::from_affine(by, convert::size(width, height)?, exact.is_set())?;
    if pose.sheared {
        return Err(Failure::invalid("the map shears, and a sprite cannot: its axes must be at right angles"));
    }
    let drawn = hitmask_sprite::from(pose.sprite(mask_id(before.mask))?);
    let hitmask_sprite { position, flip_x, flip_y, turn, angle, scale, exact, .. } = drawn;
    sprite.put(hitmask_sprite { position, flip_x, flip_y, turn, angle, scale, exact, has_pivot: 0, ..before });
    Ok(())
}
