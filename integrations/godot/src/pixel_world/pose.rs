//! How Godot draws a picture: the map from its texels to global pixels.

use crate::convert::{Fault, axes, no_pixel, real};
use godot::prelude::*;
use mask::Affine;
use world::Pose;

/// Where a node draws a picture, in its own coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Drawn {
    /// The size of the picture in texels.
    pub(crate) size: [u32; 2],
    /// The top-left corner, also of a flipped picture.
    pub(crate) corner: Vector2,
    pub(crate) flips: [bool; 2],
}

impl Drawn {
    /// The map from texels to the coordinates of the node.
    pub(crate) fn map(&self) -> Affine {
        let [x, y] = [0, 1].map(|axis| {
            let corner = real(self.corner)[axis];
            if self.flips[axis] { [-1.0, corner + f64::from(self.size[axis])] } else { [1.0, corner] }
        });
        Affine::from([[x[0], 0.0, x[1]], [0.0, y[0], y[1]]])
    }
}

/// Returns the pose of a picture under a transform without its translation.
///
/// # Errors
/// Returns an error if a scale is 0, or a number is not finite.
pub(crate) fn pose_of(transform: &Transform2D, drawn: &Drawn, exact: bool) -> Result<Pose, Fault> {
    Ok(Pose::from_affine(&drawn.map().then(&axes(transform)), drawn.size, exact)?)
}

/// Returns the position in the world of a sprite. `offset` is the corner of its pose.
///
/// # Errors
/// Returns an error if the position is not finite or out of range.
#[inline]
pub(crate) fn position(offset: [f64; 2], origin: Vector2) -> Result<[i32; 2], Fault> {
    let at = real(origin);
    world::place([at[0] + offset[0], at[1] + offset[1]]).map_err(|_| no_pixel("its position", origin))
}
