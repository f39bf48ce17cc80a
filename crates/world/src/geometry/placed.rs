//! A mask at a position.

use mask::{Mask, Rect};

/// A mask and the position of its top-left pixel in the world.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// The mask.
    pub mask: &'a Mask,
    /// The position of the mask's top-left pixel, in world pixels, y down.
    pub at: [i32; 2],
}

impl Placed<'_> {
    /// Returns the tight box of the solid pixels, in world pixels.
    ///
    /// Returns `None` if no pixel is solid, or if the top-left corner of the box is beyond `i32`. A box beyond `i32`
    /// overlaps no sprite.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let bounds = self.mask.bounds()?;
        let [left, top] = [bounds.left.checked_add(self.at[0])?, bounds.top.checked_add(self.at[1])?];
        Some(Rect { left, top, ..bounds })
    }

    /// Converts a pixel from the frame of the mask to the world.
    pub(crate) fn to_world(self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x + self.at[0], y + self.at[1]]
    }

    /// Returns the top-left pixel of `other` in the frame of this mask, or `None` if the offset is beyond `i32` and the
    /// masks are too far apart to overlap.
    #[inline(always)]
    pub(crate) fn offset(&self, other: &Placed) -> Option<[i32; 2]> {
        Some([other.at[0].checked_sub(self.at[0])?, other.at[1].checked_sub(self.at[1])?])
    }

    /// Returns whether the two masks share a solid pixel.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &Placed) -> bool {
        self.offset(other).is_some_and(|at| self.mask.overlaps(other.mask, at))
    }
}
