//! A mask at a position.

use mask::{Mask, Rect};

/// A mask and where its top-left pixel stands.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// The mask.
    pub mask: &'a Mask,
    /// Its top-left pixel, in world pixels.
    pub at: [i32; 2],
}

impl Placed<'_> {
    /// The tight box of the solid pixels in world pixels. `None` where nothing is solid, and where that lies
    /// beyond `i32`, where nothing else is.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let bounds = self.mask.bounds()?;
        let [left, top] = [bounds.left.checked_add(self.at[0])?, bounds.top.checked_add(self.at[1])?];
        Some(Rect { left, top, ..bounds })
    }

    /// A pixel of the mask, in world pixels.
    pub(crate) fn to_world(self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x + self.at[0], y + self.at[1]]
    }

    /// The top-left pixel of the other mask in this mask's frame. `None` if it is beyond `i32`, too far to overlap.
    #[inline(always)]
    pub(crate) fn offset(&self, other: &Placed) -> Option<[i32; 2]> {
        Some([other.at[0].checked_sub(self.at[0])?, other.at[1].checked_sub(self.at[1])?])
    }

    /// Whether a solid pixel is shared.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &Placed) -> bool {
        self.offset(other).is_some_and(|at| self.mask.overlaps(other.mask, at))
    }
}
