//! The pose in which a sprite looks as an affine map draws its picture.

use super::Orientation;
use super::position::place;
use crate::masks::MaskStore;
use crate::{Angle, MaskId, Sprite, Turn, WorldError};
use mask::Affine;

/// Products of sines and factors are off by less than this, also if an engine keeps them as `f32`.
const NOISE: f64 = 1e-5;
/// The cosine of the angle between the axes of a map that shears. Smaller cosines are noise of products of many maps.
const SHEAR: f64 = 1e-3;

/// How a sprite shows its mask so that it looks as an affine map draws the picture of the mask. [`Pose::from_affine`]
/// finds the pose.
///
/// Engines with transforms of their own (a matrix, or a hierarchy of them) use it to hand their sprites over to a
/// world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Pose {
    /// Whether the sprite is mirrored left to right.
    pub flip_x: bool,
    /// Whether the sprite is mirrored top to bottom.
    pub flip_y: bool,
    /// The quarter turn, which applies after the flips.
    pub turn: Turn,
    /// The rotation angle, which applies after the scale.
    pub angle: Angle,
    /// The factors along x and y.
    pub scale: [f64; 2],
    /// Whether the sprite shows its scale and its angle as given.
    pub exact: bool,
    /// The position of the sprite, with fractions. [`place`](crate::place) rounds it.
    pub corner: [f64; 2],
    /// Whether the map shears, so that no sprite looks like it. The pose then has the mean direction of the two axes.
    pub sheared: bool,
}

impl Pose {
    /// Returns the pose of a picture of `size` pixels that a map draws. The map takes points of the picture, whose
    /// top-left corner is `[0, 0]`, to world pixels, y down.
    ///
    /// The middle of the mask, rounded down to a corner between pixels, lies exactly where the map sends it. Unless
    /// `exact`, the angle is the nearest of 64, and the world rounds the scale to 32 steps an octave. Quarter turns,
    /// flips, and factors such as 2, 3 and 1/3 are always exact.
    ///
    /// ```
    /// # use hitmask::{Affine, Mask, Pose, Turn, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// // A plank that is drawn upright, with its top-left corner at [100.4, 50.0].
    /// let by = Affine::rotation(90.0).then(&Affine::translation([104.4, 50.0]));
    /// let pose = Pose::from_affine(&by, [40, 4], false)?;
    /// assert_eq!((pose.flip_x, pose.flip_y, pose.turn), (false, false, Turn::Quarter));
    /// let id = world.spawn(pose.sprite(plank)?)?;
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert_eq!([bounds.left, bounds.top, bounds.width as i32, bounds.height as i32], [100, 50, 4, 40]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::NotAScale`] with the lengths of the mapped axes if a number of the map is NaN or infinite,
    /// or if the map sends the picture to a line or a point.
    pub fn from_affine(by: &Affine, size: [u32; 2], exact: bool) -> Result<Pose, WorldError> {
        let [[a, c, _], [b, d, _]] = <[[f64; 3]; 2]>::from(*by);
        let scale = [libm::hypot(a, b), libm::hypot(c, d)];
        let [width, height] = scale;
        let area = a * d - b * c;
        if !(area.is_finite() && area != 0.0 && scale.iter().all(|factor| factor.is_finite() && *factor > 0.0)) {
            return Err(WorldError::NotAScale { scale });
        }
        let [ux, uy, vx, vy] = [a / width, b / width, c / height, d / height];
        // A mirrored map is a flip and a rotation. Of the two ways to say it, the one with the smaller angle is taken.
        let (flip_x, flip_y) = (area < 0.0 && ux < vy, area < 0.0 && ux >= vy);
        let [mx, my] = [flip_x, flip_y].map(|flip| if flip { -1.0 } else { 1.0 });
        // The mean of the directions of both axes, in circles.
        let circles = libm::atan2(mx * uy - my * vx, mx * ux + my * vy) / std::f64::consts::TAU;
        let quarters = libm::round(circles * 4.0);
        let angles = f64::from(MaskStore::DEFAULT_ANGLES);
        let steps = libm::round(circles * angles);
        let is_quarter =
            if exact { (circles * 4.0 - quarters).abs() <= NOISE } else { steps * 4.0 == quarters * angles };
        let scale = scale.map(tidy);
        // A world shows powers of two as they are.
        let is_rounded_well = scale.iter().all(|&factor| is_power_of_two(factor));
        let exact_scale = exact || scale.iter().all(|&factor| is_plain(factor)) && !is_rounded_well;
        let (turn, angle, scale) = if is_quarter {
            let turn = Turn::ALL[quarters.rem_euclid(4.0) as usize];
            // A world turns before it scales, and this map scales before it turns.
            (turn, Angle::ZERO, if turn.swaps_axes() { [scale[1], scale[0]] } else { scale })
        } else {
            let degrees = if exact { circles * 360.0 } else { steps * 360.0 / angles };
            (Turn::None, Angle::degrees(degrees)?, scale)
        };
        let mut pose =
            Pose { flip_x, flip_y, turn, angle, scale, exact: exact_scale, corner: [0.0; 2], sheared: false };
        pose.sheared = (ux * vx + uy * vy).abs() > SHEAR;
        pose.corner = pose.corner_under(by, size);
        Ok(pose)
    }

    /// Returns the position of a sprite in this pose whose middle lies where a map sends it.
    fn corner_under(&self, by: &Affine, size: [u32; 2]) -> [f64; 2] {
        let turned = if self.turn.swaps_axes() { [size[1], size[0]] } else { size };
        // The world scales and rotates about the middle, rounded down, of the turned mask.
        let middle = turned.map(|side| f64::from(side / 2));
        let orientation = Orientation::new(self.flip_x, self.flip_y, self.turn);
        let [x, y] = by.apply(orientation.to_mask(middle, size.map(f64::from)));
        [x - middle[0], y - middle[1]]
    }

    /// Returns a sprite in this pose that shows a mask. All other values of the sprite have their defaults.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the position is out of range.
    pub fn sprite(&self, mask: MaskId) -> Result<Sprite, WorldError> {
        let Pose { flip_x, flip_y, turn, angle, scale, exact, corner, .. } = *self;
        Ok(Sprite { flip_x, flip_y, turn, angle, scale, exact, ..Sprite::new(mask, place(corner)?) })
    }
}

/// Rounds a factor to a near whole number, or to the inverse of one.
fn tidy(factor: f64) -> f64 {
    let [whole, parts] = [libm::round(factor), libm::round(1.0 / factor)];
    if whole >= 1.0 && (factor - whole).abs() <= NOISE * factor {
        whole
    } else if parts >= 1.0 && (factor * parts - 1.0).abs() <= NOISE {
        1.0 / parts
    } else {
        factor
    }
}

/// Whether a factor is a whole number or the inverse of one.
fn is_plain(factor: f64) -> bool {
    factor.fract() == 0.0 || (1.0 / factor).fract() == 0.0
}

fn is_power_of_two(factor: f64) -> bool {
    libm::log2(factor).fract() == 0.0
}
