//! How Bevy draws a sprite: the map from its picture to the pixels of a world.

use crate::units::Units;
use bevy_math::{Affine3A, Vec2};
use mask::Affine;
use world::bindings::{PictureTransform, position_at};
use world::{MaskId, World, WorldError};

/// A position counts as the middle between two pixels if it is this near: a graphics card snaps corners more coarsely.
/// In the middle, the card draws the pixel to the left, and the pixel above.
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

/// Why an entity has no picture under its transform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NoTransform {
    /// The picture is drawn without any pixel: a scale is 0.
    Flat,
    /// A number is NaN or infinite.
    NotFinite,
}

impl Axes {
    /// The axes of a transform that neither rotates nor scales.
    pub(crate) const UPRIGHT: Axes = Axes { x: Vec2::X, y: Vec2::Y };
}

/// Returns the axes and the translation of a transform.
pub(crate) fn axes_of(global: Affine3A) -> (Axes, Vec2) {
    let axes = Axes { x: global.matrix3.x_axis.truncate(), y: global.matrix3.y_axis.truncate() };
    (axes, global.translation.truncate())
}

/// Where the picture of an entity is drawn, from the translation of its transform.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Offset {
    /// From the translation to the position, in pixels.
    pub(crate) by: [f64; 2],
    /// Whether the position is rounded to a whole pixel. A picture that is scaled or rotated keeps its fraction, unless
    /// its angle is rounded.
    pub(crate) is_whole: bool,
}

/// Returns how a sprite shows the picture of a mask under a transform without a translation.
pub(crate) fn transform_of(
    axes: Axes,
    picture: &Picture,
    units: Units,
    world: &World,
    mask: MaskId,
) -> Result<PictureTransform, WorldError> {
    let size = picture.size.map(|side| f64::from(side.max(1)));
    // A picture without a custom size has a unit for each texel.
    let drawn = picture
        .custom_size
        .map_or(size.map(|side| side * units.length(1.0)), |size| [size.x, size.y].map(|side| units.length(side)));
    let anchor = [0.5 + f64::from(picture.anchor.x), 0.5 - f64::from(picture.anchor.y)];
    // From texels to the drawn quad, whose anchor is at [0, 0], and from there to pixels. Both are y down.
    let quad = [0, 1].map(|axis| {
        let (sign, from) = if picture.flips[axis] { (-1.0, 1.0) } else { (1.0, 0.0) };
        let factor = drawn[axis] / size[axis];
        [sign * factor, factor * f64::from(picture.size[axis]) * (from - anchor[axis])]
    });
    let [[x, from_x], [y, from_y]] = quad;
    let quad = Affine::from([[x, 0.0, from_x], [0.0, y, from_y]]);
    let [[xx, yx], [xy, yy]] = [axes.x, axes.y].map(|axis| [axis.x, axis.y].map(f64::from));
    let by = quad.then(&Affine::from([[xx, -xy, 0.0], [-yx, yy, 0.0]]));
    PictureTransform::of_mask(world, mask, &by)
}

impl Offset {
    pub(crate) fn of(transform: &PictureTransform) -> Offset {
        let is_whole = transform.is_whole();
        let tie = if is_whole { TIE } else { 0.0 };
        Offset { by: transform.real_position([-tie; 2]), is_whole }
    }

    /// Returns the position in the world of a sprite for a translation in pixels, y down, and the fraction of the
    /// position.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the position is not finite or out of range.
    #[inline]
    pub(crate) fn position(&self, at: [f64; 2]) -> Result<([i32; 2], [f64; 2]), WorldError> {
        position_at([at[0] + self.by[0], at[1] + self.by[1]], self.is_whole)
    }
}

/// Returns the position of a picture that is drawn upright with its top-left corner at a point, in pixels, y down.
///
/// # Errors
/// Returns [`WorldError::NotAPixel`] if the point is not finite or out of range.
pub(crate) fn place(at: [f64; 2]) -> Result<[i32; 2], WorldError> {
    world::place([at[0] - TIE, at[1] - TIE])
}
