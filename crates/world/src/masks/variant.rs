//! A variant: a mask as sprites show it.

use super::variant_key::VariantKey;
use crate::Placed;
use crate::geometry::Aabb;
use mask::{Affine, Mask, MaskError};
use std::sync::Arc;

/// The number of a variant in the list of a world. The variant 0 has no pixels; rows without a sprite show it.
pub(crate) type VariantNumber = u32;

/// The shortest side, in pixels, of a scaled mask that has pixels. A thinner mask covers the center of a pixel only by
/// chance, and its map has no exact inverse.
const LEAST_SIDE: f64 = 1.0 / 65_536.0;
/// The maximum distance of a scaled and rotated pivot from the middle of its sprite, along each axis. Differences of
/// offsets and positions then fit `i32`.
const MAX_PIVOT_DISTANCE: f64 = (1u32 << 28) as f64;

/// A mask as sprites show it: flipped, turned, scaled and rotated about a pivot.
#[derive(Clone)]
pub(crate) struct Variant {
    /// The tight box of the solid pixels, if the sprite is at `[0, 0]`.
    pub(crate) tight: Aabb,
    /// The top-left pixel of the tight box, in the frame of the mask.
    pub(crate) corner: [i32; 2],
    pub(crate) mask: Arc<Mask>,
}

const _: () = assert!(size_of::<Variant>() <= 32, "a refresh reads the variant of every sprite, so it must be small");

impl Variant {
    /// The variant with a mask whose top-left pixel is at `to_top_left` if the sprite is at `[0, 0]`.
    pub(super) fn new(mask: Arc<Mask>, to_top_left: [i32; 2]) -> Variant {
        let tight = Aabb::of_solid_pixels(&mask).translated(to_top_left);
        // Without solid pixels, the sum of the two is right all the same.
        let corner = [0, 1].map(|axis| tight.0[axis].wrapping_sub(to_top_left[axis]));
        Variant { tight, corner, mask }
    }

    /// Scales and rotates an upright variant about its middle.
    pub(super) fn transformed(&self, key: &VariantKey, map: &Affine) -> Result<Variant, MaskError> {
        let size = [self.mask.width(), self.mask.height()];
        let (middle, [width, height]) = (middle(size), key.factors());
        if (f64::from(size[0]) * width).min(f64::from(size[1]) * height) < LEAST_SIDE {
            return Ok(Variant::new(Arc::new(Mask::new(0, 0)?), middle));
        }
        let map = Affine::translation(middle.map(|c| -f64::from(c))).then(map);
        let (mask, from_middle) = self.mask.transformed(&map)?;
        Ok(Variant::new(Arc::new(mask), [0, 1].map(|axis| middle[axis] + from_middle[axis])))
    }

    /// A variant with a pivot, which shares the mask. `middle` is the middle of the upright mask, and `pivot` is a
    /// pixel of it. `map` is the scale and the rotation.
    pub(super) fn pivoted(&self, pivot: [i32; 2], middle: [i32; 2], map: &Affine) -> Result<Variant, MaskError> {
        let moved = map.apply([0, 1].map(|axis| f64::from(pivot[axis] - middle[axis]) + 0.5));
        let near = -MAX_PIVOT_DISTANCE..=MAX_PIVOT_DISTANCE;
        if let Some(&coordinate) = moved.iter().find(|c| !near.contains(*c)) {
            return Err(MaskError::TooFar { coordinate });
        }
        let (from_middle, moved) = (self.offset_from(middle), moved.map(|c| c.floor() as i32));
        Ok(Variant::new(Arc::clone(&self.mask), [0, 1].map(|axis| from_middle[axis] - moved[axis])))
    }

    /// The offset from the middle of the upright mask to the top-left pixel of a variant without a pivot.
    pub(super) fn offset_from(&self, middle: [i32; 2]) -> [i32; 2] {
        let at = self.placed([0, 0]).at;
        [0, 1].map(|axis| at[axis] - middle[axis])
    }

    /// The mask, if the sprite is at a position.
    #[inline(always)]
    pub(crate) fn placed(&self, position: [i32; 2]) -> Placed<'_> {
        let Aabb(edges) = self.tight;
        let at = [0, 1].map(|axis| position[axis].wrapping_add(edges[axis]).wrapping_sub(self.corner[axis]));
        Placed { mask: &self.mask, at }
    }
}

/// The middle of a mask, rounded down to a corner between pixels.
pub(super) fn middle(size: [u32; 2]) -> [i32; 2] {
    size.map(|side| (side / 2) as i32)
}
