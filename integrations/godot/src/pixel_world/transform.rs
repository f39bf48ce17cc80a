//! How Godot draws a picture: the map from its texels to global pixels.

use crate::convert::{Fault, axes, no_pixel, real};
use godot::prelude::*;
use mask::Affine;
use world::bindings::PictureTransform;
use world::{MaskId, World};

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

    /// Returns how a sprite shows the picture of a mask under a transform without its translation.
    ///
    /// # Errors
    /// Returns an error if a scale is 0, or a number is not finite.
    pub(crate) fn under(
        &self,
        transform: &Transform2D,
        world: &World,
        mask: MaskId,
    ) -> Result<PictureTransform, Fault> {
        Ok(PictureTransform::of_mask(world, mask, &self.map().then(&axes(transform)))?)
    }
}

/// Whether the viewport of a node snaps transforms to pixels.
pub(crate) fn snaps(node: &Node) -> bool {
    node.get_viewport().is_some_and(|viewport| viewport.is_snap_2d_transforms_to_pixel_enabled())
}

/// Returns where Godot draws the origin of a transform. A viewport that snaps transforms to pixels rounds it; where an
/// upright picture stands is rounded anyway.
#[inline]
pub(crate) fn drawn_at(by: &PictureTransform, origin: Vector2, snaps: bool) -> Vector2 {
    if snaps && !by.is_whole() { (origin + Vector2::new(0.5, 0.5)).floor() } else { origin }
}

/// Returns the position and the fraction of a sprite for the origin of a transform, which the viewport may snap to
/// pixels.
///
/// # Errors
/// Returns an error if the position is not finite or out of range.
#[inline]
pub(crate) fn position(by: &PictureTransform, origin: Vector2, snaps: bool) -> Result<([i32; 2], [f64; 2]), Fault> {
    by.position(real(drawn_at(by, origin, snaps))).map_err(|_| no_pixel("its position", origin))
}
