//! A mask at a position.

use mask::shared::distance_squared;
use mask::{Mask, Rect};

/// A mask and its position in the world.
///
/// ```
/// use hitmask::{Mask, PlacedMask, pairs};
///
/// let rock: Mask = ".#\n##".parse()?;
/// let placed = [PlacedMask { mask: &rock, at: [0, 0] }, PlacedMask { mask: &rock, at: [1, 0] }];
/// assert_eq!(pairs(&placed)?, [(0, 1)]); // both cover [1, 1]
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PlacedMask<'a> {
    /// The mask.
    pub mask: &'a Mask,
    /// The position of the mask's top-left pixel, in world pixels.
    pub at: [i32; 2],
}

impl<'a> PlacedMask<'a> {
    /// Returns an iterator over the solid pixels in world coordinates, row by row from the top, and from left to right
    /// in a row.
    ///
    /// The iterator omits pixels whose coordinates exceed `i32`. A sprite of a world has no such pixels.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(".#\n##".parse::<Mask>()?)?;
    /// let id = world.spawn(Sprite::new(rock, [10, 20]).flip_x(true))?;
    /// let shape = world.refresh()?.shape(id)?;
    /// assert!(shape.pixels().eq([[10, 20], [10, 21], [11, 21]])); // what a game draws
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pixels(self) -> impl Iterator<Item = [i32; 2]> + use<'a> {
        let [left, top] = self.at;
        self.mask.pixels().filter_map(move |[x, y]| Some([x.checked_add(left)?, y.checked_add(top)?]))
    }

    /// The tight box of the solid pixels, in world pixels. Returns `None` if no pixel is solid, or if the left
    /// or top edge of the box exceeds `i32`. Such a box is out of reach of every query.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let bounds = self.mask.bounds()?;
        let [left, top] = [bounds.left.checked_add(self.at[0])?, bounds.top.checked_add(self.at[1])?];
        Some(Rect { left, top, ..bounds })
    }

    /// Converts a pixel from the frame of the mask to the world.
    pub(crate) fn to_world(self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x + self.at[0], y + self.at[1]]
    }

    /// The position of `other` in the frame of this mask. Returns `None` if the offset exceeds `i32`. The masks
    /// are then too far apart to overlap.
    #[inline(always)]
    pub(crate) fn offset(&self, other: &PlacedMask) -> Option<[i32; 2]> {
        Some([other.at[0].checked_sub(self.at[0])?, other.at[1].checked_sub(self.at[1])?])
    }

    /// Whether the two masks share a solid pixel.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &PlacedMask) -> bool {
        self.offset(other).is_some_and(|at| self.mask.overlaps(other.mask, at))
    }

    /// The square of the distance between the nearest solid pixels of the two masks, if it is at most `limit`.
    pub(crate) fn distance_squared(&self, other: &PlacedMask, limit: u128) -> Option<u128> {
        let at = [0, 1].map(|axis| i64::from(other.at[axis]) - i64::from(self.at[axis]));
        distance_squared(self.mask, other.mask, at, limit)
    }
}
