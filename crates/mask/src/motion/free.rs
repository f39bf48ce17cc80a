//! Free places: the offset nearest to a given one at which two masks share no pixel.

use super::penetration::{Allowed, MaskPair, nearest_free_move, search};
use crate::{Mask, Rect, memory};
use core::ops::Range;

/// How far a search for a free place goes: a number of pixels, and maybe a rectangle that it does not leave.
///
/// A plain `u32` converts into the number of pixels.
///
/// ```
/// # use hitmask::{Reach, Rect};
/// assert_eq!(Reach::from(20), Reach::new(20));
/// assert_eq!(Reach::new(20).inside(Rect::new(0, 0, 320, 200)).limit, 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Reach {
    /// The largest distance in pixels, Euclidean.
    pub limit: u32,
    /// The rectangle in which the solid pixels of what is placed must lie. Empty pixels at its borders may stick out, and
    /// a mask without solid pixels may lie anywhere. `None`: anywhere.
    pub inside: Option<Rect>,
}

impl Reach {
    /// Creates a reach of up to `limit` pixels.
    #[must_use]
    pub const fn new(limit: u32) -> Reach {
        Reach { limit, inside: None }
    }

    /// Returns the reach within a rectangle.
    #[must_use]
    pub const fn inside(self, rect: Rect) -> Reach {
        Reach { inside: Some(rect), ..self }
    }
}

impl From<u32> for Reach {
    fn from(limit: u32) -> Reach {
        Reach::new(limit)
    }
}

/// Free places of another mask.
impl Mask {
    /// Returns the offset nearest to `at` at which this mask and `other` share no pixel. Returns `None` if no offset
    /// within the limit is free.
    ///
    /// The limit is a number of pixels, or a [`Reach`] inside a rectangle in the frame of this mask, in which the solid
    /// pixels of `other` must lie. The distance is Euclidean. Of several nearest offsets, the result is the topmost, and of equally high ones the leftmost. If `at`
    /// is free, it is the result. A limit of more than 2^31 - 1024 is taken as one of 2^31 - 1024 along each axis.
    ///
    /// ```
    /// # use hitmask::{Mask, Reach, Rect};
    /// let ground = Mask::filled(100, 40)?;
    /// let ball: Mask = ".##.\n####\n.##.".parse()?;
    /// assert_eq!(ground.nearest_free(&ball, [50, 1], 8), Some([50, -3])); // up, out of the ground
    /// assert_eq!(ground.nearest_free(&ball, [50, 1], 3), None); // further away than 3 pixels
    /// assert_eq!(ground.nearest_free(&ball, [50, -9], 0), Some([50, -9])); // free as it is
    ///
    /// // Words packed into a picture: find a place, draw the mask there, go on with the next.
    /// let (mut board, word) = (Mask::new(20, 10)?, Mask::filled(8, 3)?);
    /// let within = Reach::new(100).inside(Rect::new(0, 0, 20, 10));
    /// let mut count = 0;
    /// while let Some(at) = board.nearest_free(&word, [6, 3], within) {
    ///     board.draw(&word, at);
    ///     count += 1;
    /// }
    /// assert_eq!(count, 3); // in the middle, above and below; the rest is too narrow
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: as [`Mask::penetration`], which this function equals without a limit. Inside a rectangle, in proportion to
    /// the offsets that are no further away than the result; 64 neighbors take a few word operations for each run in
    /// the rows of `other`.
    #[must_use]
    pub fn nearest_free(&self, other: &Mask, at: impl Into<[i32; 2]>, limit: impl Into<Reach>) -> Option<[i32; 2]> {
        let (at, Reach { limit, inside }) = (at.into(), limit.into());
        let mut allowed = Allowed::up_to(at.map(i64::from), limit);
        if let Some((within, solid)) = inside.zip(other.bounds()) {
            let first = [within.left, within.top].map(i64::from);
            let first = [first[0] - i64::from(solid.left), first[1] - i64::from(solid.top)];
            let last = [within.right() - solid.right(), within.bottom() - solid.bottom()];
            for (axis, range) in [&mut allowed.x, &mut allowed.y].into_iter().enumerate() {
                let from = i64::from(at[axis]);
                *range = range.start.max(first[axis] - from)..range.end.min(last[axis] - from + 1);
            }
        }
        self.free_move(other, at, allowed)
    }

    /// The offset after the shortest allowed move from `at` after which the masks share no pixel.
    fn free_move(&self, other: &Mask, at: [i32; 2], allowed: Allowed) -> Option<[i32; 2]> {
        if allowed.contains([0, 0]) && !self.overlaps(other, at) {
            return Some(at);
        }
        let by = nearest_free_move(self, other, at, allowed)?;
        Some([0, 1].map(|axis| (i64::from(at[axis]) + by[axis]) as i32))
    }
}

/// Returns the shortest move of a mask, up to `limit` pixels and in the given ranges of x and y, after which it shares
/// no pixel with any of the obstacles. Each obstacle comes with the offset of the moving mask in its frame. The order
/// of equally short moves is that of [`Mask::nearest_free`].
///
/// # Panics
/// Panics if memory allocation fails.
#[doc(hidden)]
#[must_use]
pub fn nearest_free_of<'m>(
    moving: &'m Mask,
    obstacles: impl Iterator<Item = (&'m Mask, [i32; 2])>,
    limit: u32,
    [x, y]: [Range<i64>; 2],
) -> Option<[i32; 2]> {
    let pair = |(rest, at): (&'m Mask, [i32; 2])| MaskPair { rest, moving, at: at.map(i64::from) };
    let mut pairs =
        memory::or_panic(memory::try_collect(obstacles.map(pair)).map_err(memory::for_list(0, "obstacles")));
    let all = Allowed::up_to([0, 0], limit);
    let within = |a: Range<i64>, b: Range<i64>| a.start.max(b.start)..a.end.min(b.end);
    let allowed = Allowed { x: within(all.x, x), y: within(all.y, y), ..all };
    let by = search(&mut pairs, allowed, 1)?;
    Some(by.map(|c| c as i32))
}
