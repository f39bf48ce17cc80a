//! The values of a sprite: the defaults, and the transform under which a renderer draws its picture.

use crate::convert::{self, write_map};
use crate::ffi::{Out, borrow, call, in_out, list, memory, out};
use crate::ids::mask_id;
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_real, hitmask_sprite};
use mask::Affine;
use world::Sprite;
use world::bindings::{PictureTransform, position_at};

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

/// Sets the position of a sprite to a real point, after its other values. A sprite with an angle, a scale, an origin or a transform is shown
/// there, with the fraction; any other stands at the nearest pixel, halves right and down.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_place_at(sprite: *mut hitmask_sprite, x: f64, y: f64) -> hitmask_status {
    call(|| {
        borrow!(sprite: in_out);
        let (before, to) = sprite;
        let is_mapped = before.angle != 0.0
            || before.scale != hitmask_real { x: 1.0, y: 1.0 }
            || before.has_origin != 0
            || before.has_transform != 0;
        let (position, fraction) = position_at([x, y], !is_mapped)?;
        to.put(hitmask_sprite { position: position.into(), fraction: fraction.into(), ..before });
        Ok(())
    })
}

/// Sets `m` to the map under which a renderer draws a picture: its point `origin_x`, `origin_y` comes to the point `x`, `y`; about it, the
/// picture is sheared by `shear_x`, `shear_y` (x grows by `shear_x` * y, y by `shear_y` * x), then scaled by `scale_x`, `scale_y` (negative
/// factors mirror), then rotated clockwise by an angle in degrees. LÖVE's `love.graphics.draw` and MonoGame's `SpriteBatch.Draw` draw so, with
/// an angle in radians. For `SDL_RenderCopyEx`, see examples/sdl.c.
///
/// The point x, y of the picture comes to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down. The map is for
/// `hitmask_sprite_set_transform` and `hitmask_mask_transformed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_transform_compose(
    x: f64,
    y: f64,
    degrees: f64,
    scale_x: f64,
    scale_y: f64,
    origin_x: f64,
    origin_y: f64,
    shear_x: f64,
    shear_y: f64,
    m: *mut f64,
) -> hitmask_status {
    call(|| {
        borrow!(m: memory(6));
        let pairs =
            [("", x, y), ("scale_", scale_x, scale_y), ("origin_", origin_x, origin_y), ("shear_", shear_x, shear_y)];
        for (name, x, y) in pairs {
            if !(x.is_finite() && y.is_finite()) {
                return Err(Failure::invalid(format!("{name}x and {name}y must be finite, got {x}, {y}")));
            }
        }
        if scale_x == 0.0 || scale_y == 0.0 {
            return Err(Failure::invalid(format!("scale_x and scale_y must not be 0, got {scale_x}, {scale_y}")));
        }
        if !degrees.is_finite() {
            return Err(Failure::invalid(format!("degrees must be finite, got {degrees}")));
        }
        let by = Affine::translation([-origin_x, -origin_y])
            .then(&Affine::shear([shear_x, shear_y]))
            .then(&Affine::scale([scale_x, scale_y]))
            .then(&Affine::rotation(degrees))
            .then(&Affine::translation([x, y]));
        write_map(m, &by);
        Ok(())
    })
}

/// Sets the place and the look of a sprite so that it covers what a renderer draws of its picture by any affine map: a picture of `width` x
/// `height` pixels, whose point x, y comes to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down.
/// `hitmask_transform_compose` makes the map from a place, an angle, a scale and an origin.
///
/// A picture along the axes in its own size is upright: it gets flips and a turn, and its corner is rounded to the nearest pixel. Any other
/// gets a `transform`. Angle, scale and origin become the defaults; the mask, the layers and the rest stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_sprite_set_transform(
    sprite: *mut hitmask_sprite,
    width: u32,
    height: u32,
    m: *const f64,
) -> hitmask_status {
    call(|| {
        borrow!(m: list(6), sprite: in_out);
        let size = convert::size(width, height)?;
        let linear = Affine::from([[m[0], m[1], 0.0], [m[3], m[4], 0.0]]);
        let transform = PictureTransform::new(&linear, size).map_err(|_| {
            Failure::invalid(format!(
                "m must have finite numbers, and must not send the picture to a line or a point, got {}, {}, {}, {}",
                m[0], m[1], m[3], m[4]
            ))
        })?;
        // Products of an angle's sine have noise, which must not decide about halves.
        let is_whole = transform.is_whole();
        let at = [m[2], m[5]].map(|c| if is_whole { (c * 1_048_576.0).round() / 1_048_576.0 } else { c });
        set(sprite, transform, at)
    })
}

fn set(
    (before, to): (hitmask_sprite, Out<hitmask_sprite>),
    transform: PictureTransform,
    at: [f64; 2],
) -> Result<(), Failure> {
    let drawn = transform.sprite(Sprite::new(mask_id(before.mask), [0, 0]), at)?.into();
    let hitmask_sprite { position, fraction, flip_x, flip_y, turn, angle, scale, .. } = drawn;
    let hitmask_sprite { origin, has_origin, transform, has_transform, .. } = drawn;
    to.put(hitmask_sprite {
        position,
        fraction,
        flip_x,
        flip_y,
        turn,
        angle,
        scale,
        origin,
        has_origin,
        transform,
        has_transform,
        ..before
    });
    Ok(())
}
