//! The transform under which an engine draws a picture, as values of a sprite.

use crate::sprites::{Orientation, position_at, steps};
use crate::{MaskId, QuarterTurn, Sprite, World, WorldError};
use mask::Affine;

/// Engines keep transforms as `f32`, and multiply many of them. Their numbers are off by less than this.
const NOISE: f64 = 1e-5;
/// The corner of a picture along the axes is a multiple of 1 / GRID pixels, so noise of products does not decide about
/// halves.
const GRID: f64 = 1_048_576.0;

/// The flips, the turn and the transform of a sprite that looks as an engine draws its picture. Positions come later,
/// because they change more often.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PictureTransform {
    flip_x: bool,
    flip_y: bool,
    turn: QuarterTurn,
    /// None for an upright picture, which the flips and the turn describe.
    transform: Option<Affine>,
    /// Of an upright picture the top-left corner as shown, of any other the translation.
    offset: [f64; 2],
    /// Whether places are whole: the picture is upright, or its angle is rounded.
    is_whole: bool,
}

impl PictureTransform {
    /// Takes the map from points of a picture of `size` pixels to points of the world, y down, without the position of
    /// the picture: what an engine draws at `[0, 0]`.
    ///
    /// The transform of a picture along the axes is off by the noise of `f32`: its factors are rounded to whole numbers
    /// and their inverses if they are near. So a sprite at rest at 0, 90, 180 and 270 degrees is upright.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAScale`] with the lengths of the mapped axes if a number of the map is NaN or infinite,
    /// or if the map sends the picture to a line or a point.
    pub fn new(by: &Affine, size: [u32; 2]) -> Result<PictureTransform, WorldError> {
        let [[a, b, x], [c, d, y]] = <[[f64; 3]; 2]>::from(*by);
        let area = a * d - b * c;
        if !(area.is_finite() && area != 0.0 && x.is_finite() && y.is_finite()) {
            return Err(WorldError::NotAScale { scale: [libm::hypot(a, c), libm::hypot(b, d)] });
        }
        let linear = along_axes([[a, b], [c, d]]);
        // The point of the picture that is drawn at [0, 0] stays there.
        let [to_x, to_y] = [(d * x - b * y) / area, (a * y - c * x) / area];
        let [x, y] = linear.map(|[a, b]| a * to_x + b * to_y);
        let is_along_axes = linear.as_flattened().contains(&0.0);
        let [x, y] = [x, y].map(|c| if is_along_axes { libm::round(c * GRID) / GRID } else { c });
        if let Some(orientation) = Orientation::of_matrix(linear) {
            let [width, height] = size.map(f64::from);
            let corner = linear.map(|[a, b]| a.min(0.0) * width + b.min(0.0) * height);
            let offset = [x + corner[0], y + corner[1]];
            let [flip_x, flip_y] = orientation.flips();
            let turn = orientation.turn();
            return Ok(PictureTransform { flip_x, flip_y, turn, transform: None, offset, is_whole: true });
        }
        let [[a, b], [c, d]] = linear;
        let transform = Some(Affine::from([[a, b, 0.0], [c, d, 0.0]]));
        Ok(PictureTransform { transform, offset: [x, y], ..PictureTransform::default() })
    }

    /// Takes the map of the picture of a mask, as [`new`](PictureTransform::new) does, and rounds its angle if those of
    /// the mask are rounded. The point that is drawn at `[0, 0]` stays there, and places are rounded to whole pixels,
    /// so that sprites share masks.
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleMask`] if the world has no mask with this id.
    /// - Returns the errors of [`PictureTransform::new`].
    pub fn of_mask(world: &World, mask: MaskId, by: &Affine) -> Result<PictureTransform, WorldError> {
        let (size, angles) = world.masks.size_and_angles(mask)?;
        let exact = PictureTransform::new(by, size)?;
        let (Some(transform), Some(angles)) = (exact.transform, angles) else { return Ok(exact) };
        let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(transform);
        let [[e, f], [g, h]] = steps::of_matrix([[a, b], [c, d]], angles);
        // The point that is drawn at [0, 0], as the rounded map sends it.
        let ([x, y], area) = (exact.offset, a * d - b * c);
        let [to_x, to_y] = [(d * x - b * y) / area, (a * y - c * x) / area];
        let stepped = Affine::from([[e, f, e * to_x + f * to_y], [g, h, g * to_x + h * to_y]]);
        Ok(PictureTransform { is_whole: true, ..PictureTransform::new(&stepped, size)? })
    }

    /// Whether the picture stands at whole pixels: it is upright, so without scale and rotated by quarter turns at
    /// most, or its angle is rounded.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns where an engine draws the picture at `at`, before any rounding: the top-left corner of an upright
    /// picture, or what any other translates by.
    #[must_use]
    #[inline]
    pub fn real_position(&self, at: [f64; 2]) -> [f64; 2] {
        [at[0] + self.offset[0], at[1] + self.offset[1]]
    }

    /// Returns the position and the fraction of a sprite whose picture an engine draws at `at`. One that
    /// [stands at whole pixels](PictureTransform::is_whole) is at one by the rule of [`place`](crate::place()).
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the position is not finite or out of range.
    #[inline]
    pub fn position(&self, at: [f64; 2]) -> Result<([i32; 2], [f64; 2]), WorldError> {
        let at = self.real_position(at);
        position_at(at, self.is_whole)
    }

    /// Returns a sprite that shows the picture under the transform. What the transform does not say stays, the position
    /// among it.
    #[must_use]
    pub fn show(&self, sprite: Sprite) -> Sprite {
        let Sprite { angle, scale, origin, .. } = Sprite::new(sprite.mask, sprite.position);
        let PictureTransform { flip_x, flip_y, turn, transform, .. } = *self;
        Sprite { flip_x, flip_y, turn, angle, scale, origin, transform, ..sprite }
    }

    /// Returns a sprite that shows the picture as an engine draws it at `at`.
    ///
    /// # Errors
    /// Returns the errors of [`PictureTransform::position`].
    pub fn sprite(&self, sprite: Sprite, at: [f64; 2]) -> Result<Sprite, WorldError> {
        let (position, fraction) = self.position(at)?;
        Ok(Sprite { position, fraction, ..self.show(sprite) })
    }
}

/// A linear map without noise, if it takes the axes to axes. Any other map is left alone.
fn along_axes([[a, b], [c, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let is_noise = |noise: f64, beside: f64| noise.abs() <= NOISE * beside.abs();
    if is_noise(b, d) && is_noise(c, a) {
        [[plain(a), 0.0], [0.0, plain(d)]]
    } else if is_noise(a, c) && is_noise(d, b) {
        [[0.0, plain(b)], [plain(c), 0.0]]
    } else {
        [[a, b], [c, d]]
    }
}

/// A factor, rounded to a near whole number or the inverse of one.
fn plain(factor: f64) -> f64 {
    let [whole, parts] = [libm::round(factor), libm::round(1.0 / factor)];
    if whole != 0.0 && (factor - whole).abs() <= NOISE {
        whole
    } else if parts != 0.0 && (factor * parts - 1.0).abs() <= NOISE {
        1.0 / parts
    } else {
        factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mask::Mask;

    fn shown(by: &Affine, at: [f64; 2]) -> (Sprite, Mask, [i32; 2]) {
        let mask: Mask = "##.\n#..\n#..\n##.\n#..".parse().unwrap();
        let mut world = World::new();
        let id = world.add_mask(mask).unwrap();
        let sprite = PictureTransform::new(by, [3, 5]).unwrap().sprite(Sprite::new(id, [0, 0]), at).unwrap();
        let id = world.spawn(sprite).unwrap();
        let shape = world.refresh().unwrap().shape(id).unwrap();
        (sprite, shape.mask.clone(), shape.at)
    }

    #[test]
    fn noise_of_an_engine_leaves_a_picture_upright() {
        for quarters in 0..4 {
            for flip in [1.0, -1.0] {
                let about = Affine::translation([-1.5, -2.5]).then(&Affine::scale([flip, 1.0]));
                let turn = |degrees| about.then(&Affine::rotation(degrees));
                let (exact, noisy) = (turn(90.0 * f64::from(quarters)), turn(90.0 * f64::from(quarters) + 3e-4));
                for at in [[10.5, 20.5], [10.0, 20.0], [-7.25, 3.75]] {
                    let (sprite, mask, place) = shown(&exact, at);
                    assert!(sprite.transform.is_none() && sprite.fraction == [0.0; 2]);
                    assert_eq!(shown(&noisy, at), (sprite, mask, place), "{quarters} {flip} {at:?}");
                }
            }
        }
    }

    #[test]
    fn any_other_transform_is_kept_with_its_fraction() {
        let by = Affine::translation([-1.5, -2.5]).then(&Affine::rotation(30.0)).then(&Affine::scale([2.0, 3.0]));
        let at = [10.3, -20.8];
        let (_, mask, place) = shown(&by, at);
        let direct: Mask = "##.\n#..\n#..\n##.\n#..".parse().unwrap();
        assert_eq!((mask, place), direct.transformed(&by.then(&Affine::translation(at))).unwrap());
        // The fraction of a tiny negative number is not 1.
        let tiny = PictureTransform::new(&Affine::rotation(30.0), [3, 5]).unwrap().position([-1e-20, 7.5]);
        assert_eq!(tiny, Ok(([0, 7], [0.0, 0.5])));
        // A small rotation is no noise.
        assert!(!PictureTransform::new(&Affine::rotation(0.01), [3, 5]).unwrap().is_whole());
    }

    #[test]
    fn pictures_in_steps_share_masks_and_stand_at_whole_pixels() {
        let mask: Mask = "##.\n#..\n#..\n##.\n#..".parse().unwrap();
        let about = Affine::translation([-1.5, -2.5]).then(&Affine::scale([2.0, -3.0]));
        for step in 0..64 {
            let by = |noise: f64| about.then(&Affine::rotation(f64::from(step) * 360.0 / 64.0 + noise));
            let mut world = World::new();
            let id = world.add_mask(mask.clone()).unwrap();
            world.set_angle_steps(id, 64).unwrap();
            let mut ids = Vec::new();
            for noise in [0.0, 1e-5, 2.7, -2.7] {
                let transform = PictureTransform::of_mask(&world, id, &by(noise)).unwrap();
                assert!(transform.is_whole());
                for at in [[7.0, 9.0], [7.3, -9.9]] {
                    let sprite = transform.sprite(Sprite::new(id, [0, 0]), at).unwrap();
                    assert_eq!(sprite.fraction, [0.0; 2]);
                    ids.push((world.spawn(sprite).unwrap(), at));
                }
            }
            let view = world.refresh().unwrap();
            let first = view.shape(ids[0].0).unwrap();
            for (id, at) in ids {
                let shape = view.shape(id).unwrap();
                assert!(std::ptr::eq(shape.mask, first.mask), "step {step}");
                // The middle of the picture is at `at`, but for rounding.
                let off = [0, 1].map(|axis| f64::from(shape.at[axis] - first.at[axis]) - at[axis] + [7.0, 9.0][axis]);
                assert!(off.iter().all(|off| off.abs() <= 1.0), "step {step}: {off:?}");
            }
        }
        let mut world = World::new();
        let id = world.add_mask(mask).unwrap();
        let by = Affine::scale([2.0, 1.0]).then(&Affine::rotation(30.0));
        assert_eq!(PictureTransform::of_mask(&world, id, &by), PictureTransform::new(&by, [3, 5]));
        world.set_angle_steps(id, 64).unwrap();
        let upright = PictureTransform::of_mask(&world, id, &Affine::rotation(1.0)).unwrap();
        assert!(upright.transform.is_none(), "1 degree is less than half a step");
    }

    #[test]
    fn factors_near_whole_numbers_are_whole() {
        for (factor, expected) in [(1.000_004, 1.0), (2.999_999, 3.0), (0.333_333_3, 1.0 / 3.0), (1.01, 1.01)] {
            let transform = PictureTransform::new(&Affine::scale([factor, -factor]), [3, 5]).unwrap();
            let expected = (expected != 1.0).then(|| Affine::scale([expected, -expected]));
            assert_eq!(transform.transform, expected, "{factor}");
        }
    }

    #[test]
    fn ties_along_the_axes_are_not_decided_by_noise() {
        for (noise, factor) in [(0.0, 3.0_f64), (2e-7, 3.0), (-2e-7, 3.000_001), (1e-8, 2.0)] {
            let about = Affine::translation([-2.5, -1.25]).then(&Affine::scale([factor; 2]));
            let by = about.then(&Affine::rotation(90.0 + noise));
            let [x, y] = PictureTransform::new(&by, [3, 5]).unwrap().offset;
            assert_eq!([x, y], [1.25 * factor.round(), -2.5 * factor.round()], "{noise} {factor}");
        }
    }

    #[test]
    fn flat_maps_and_numbers_that_are_not_finite_are_errors() {
        for by in [Affine::scale([0.0, 1.0]), Affine::scale([f64::NAN, 1.0]), Affine::translation([f64::INFINITY, 0.0])]
        {
            assert!(matches!(PictureTransform::new(&by, [3, 5]), Err(WorldError::NotAScale { .. })));
        }
    }
}
