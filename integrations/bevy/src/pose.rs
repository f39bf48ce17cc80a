//! How Bevy draws a sprite, and how a world shows its mask.

use crate::units::Units;
use bevy_math::Vec2;
use mask::Affine;
use world::{Angle, WorldError};

/// The angles of a circle that a mask has.
const ANGLES: f64 = 64.0;
/// The steps of an octave to which a world rounds scales.
const STEPS_PER_OCTAVE: f64 = 32.0;
/// Products of sines and factors in `f32` are off by less than this.
const NOISE: f64 = 1e-5;
/// A position this near below a whole pixel counts as the pixel: the `f32` of a transform is not more exact.
const TIE: f64 = 1.0 / 1024.0;

/// A picture as its components describe it: its size in texels, and how it is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Picture {
    pub(crate) size: [u32; 2],
    pub(crate) custom_size: Option<Vec2>,
    pub(crate) anchor: Vec2,
    pub(crate) flips: [bool; 2],
}

/// The part of a global transform that is not the translation: where the x and the y axis go, y up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Axes {
    pub(crate) x: Vec2,
    pub(crate) y: Vec2,
}

/// How a world shows a picture, apart from the position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) flips: [bool; 2],
    pub(crate) scale: [f64; 2],
    pub(crate) angle: Angle,
    pub(crate) exact: bool,
    /// The offset from the translation, in pixels, to the position in the world before it is rounded down.
    pub(crate) offset: [f64; 2],
    /// Whether the transform shears, so that the pose is only similar to it.
    pub(crate) sheared: bool,
}

/// Why there is no pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NoPose {
    /// The picture is drawn without any pixel: a scale is 0.
    Flat,
    /// A number is NaN or infinite.
    NotFinite,
}

impl Axes {
    /// The axes of a transform that neither rotates nor scales.
    pub(crate) const UPRIGHT: Axes = Axes { x: Vec2::X, y: Vec2::Y };
}

impl Pose {
    /// Returns the pose of a picture under a transform. Scale and angle are rounded unless `exact`.
    pub(crate) fn new(axes: Axes, picture: &Picture, units: Units, exact: bool) -> Result<Pose, NoPose> {
        let size = picture.size.map(|side| f64::from(side.max(1)));
        let drawn = picture.custom_size.map_or(size, |size| [size.x, size.y].map(|side| units.length(side)));
        // A picture without a custom size has a unit for each texel.
        let per_texel = match picture.custom_size {
            Some(_) => [drawn[0] / size[0], drawn[1] / size[1]],
            None => [units.length(1.0); 2],
        };
        // From texels to pixels, both y down.
        let x = [f64::from(axes.x.x) * per_texel[0], -f64::from(axes.x.y) * per_texel[0]];
        let y = [-f64::from(axes.y.x) * per_texel[1], f64::from(axes.y.y) * per_texel[1]];
        let [width, height] = [x, y].map(|[x, y]| x.hypot(y));
        if !(width.is_finite() && height.is_finite() && picture.anchor.is_finite()) {
            return Err(NoPose::NotFinite);
        }
        let area = x[0] * y[1] - x[1] * y[0];
        if width == 0.0 || height == 0.0 || area == 0.0 {
            return Err(NoPose::Flat);
        }
        let ([ux, uy], [vx, vy]) = (x.map(|c| c / width), y.map(|c| c / height));
        let sheared = (ux * vx + uy * vy).abs() > 100.0 * NOISE;
        // A mirrored map is a flip and a rotation. Of the two ways to say it, the one with the smaller angle is taken.
        let mirrors = match area < 0.0 {
            false => [false; 2],
            true if ux - vy >= 0.0 => [false, true],
            true => [true, false],
        };
        let [mx, my] = mirrors.map(|mirror| if mirror { -1.0 } else { 1.0 });
        // The mean of the directions of both axes.
        let degrees = (mx * uy - my * vx).atan2(mx * ux + my * vy).to_degrees();
        let degrees = if exact { degrees } else { nearest(degrees) };
        let angle = Angle::degrees(degrees).map_err(|_| NoPose::NotFinite)?;
        let scale = [width, height].map(tidy);
        let keep = exact || scale.iter().all(|&factor| is_plain(factor));
        let scale = if keep { scale } else { scale.map(rounded) };
        let size = picture.size.map(f64::from);
        let anchor = [0.5 + f64::from(picture.anchor.x), 0.5 - f64::from(picture.anchor.y)];
        let middle = picture.size.map(|side| f64::from(side / 2));
        let from_anchor = [0, 1].map(|axis| {
            let anchor = size[axis] * if mirrors[axis] { 1.0 - anchor[axis] } else { anchor[axis] };
            middle[axis] - anchor
        });
        let to_middle = Affine::scale(scale).then(&Affine::rotation(angle.to_degrees())).apply(from_anchor);
        Ok(Pose {
            flips: [0, 1].map(|axis| picture.flips[axis] != mirrors[axis]),
            scale,
            angle,
            // A world shows powers of two as they are.
            exact: exact || keep && !scale.iter().all(|factor| factor.log2().fract() == 0.0),
            offset: [0, 1].map(|axis| to_middle[axis] - middle[axis]),
            sheared,
        })
    }

    /// Returns the position in the world for a translation in pixels, y down: a pixel of [`world::pixel`].
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the position is not finite or out of range.
    #[inline]
    pub(crate) fn position(offset: [f64; 2], at: [f64; 2]) -> Result<[i32; 2], WorldError> {
        let at = [at[0] + offset[0] + TIE, at[1] + offset[1] + TIE];
        // Every step does this for every entity that moves. A conversion takes less time than a call of `floor`.
        if at.iter().all(|c| c.abs() < f64::from(world::MAX_POSITION)) {
            return Ok(at.map(|c| c as i32 - i32::from(c < f64::from(c as i32))));
        }
        world::pixel(at)
    }
}

/// Returns the nearest angle of a mask, in degrees.
fn nearest(degrees: f64) -> f64 {
    (degrees / 360.0 * ANGLES + 0.5).floor() / ANGLES * 360.0
}

/// Returns the nearest factor of a mask, as [`world::Sprite::scaled`] does.
fn rounded(factor: f64) -> f64 {
    ((factor.log2() * STEPS_PER_OCTAVE).round() / STEPS_PER_OCTAVE).exp2()
}

/// Rounds a factor to a near whole number, or to the inverse of one.
fn tidy(factor: f64) -> f64 {
    let [whole, parts] = [factor.round(), (1.0 / factor).round()];
    if whole >= 1.0 && (factor - whole).abs() <= NOISE * factor {
        whole
    } else if parts >= 1.0 && (factor * parts - 1.0).abs() <= NOISE {
        1.0 / parts
    } else {
        factor
    }
}

/// Returns whether a factor is a whole number or the inverse of one.
fn is_plain(factor: f64) -> bool {
    factor.fract() == 0.0 || (1.0 / factor).fract() == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_rounded_as_the_world_rounds_them() {
        let limit = f64::from(world::MAX_POSITION);
        let values =
            [0.0, -0.0, 0.5, -0.5, 3.0, -3.0, 1e9, -1e9 - 0.25, limit - 0.5, -limit, limit + 1.0, f64::NAN, 1e300];
        for [x, y] in values.into_iter().flat_map(|x| values.map(|y| [x, y])) {
            let expected = world::pixel([x + TIE, y + TIE]);
            assert_eq!(Pose::position([0.0; 2], [x, y]).ok(), expected.ok(), "{x} {y}");
        }
    }
}
