//! Free places: the offset nearest to a given one at which two masks share no pixel. All colliding offsets of two masks
//! at once (their Minkowski difference), as a mask.
//!
//! If the other mask is at the offset (dx, dy), its row j lies over row dy + j of this mask. A run of its pixels from s
//! up to e collides if this row has a solid pixel in dx + s .. dx + e. So each run of n pixels adds this mask to the
//! result, moved, and widened to the left by n - 1 pixels. A copy of this mask that is widened for a power of two
//! yields the copies for all lengths up to the next power:
//!
//! ```text
//!   wide(x, n): some pixel of x .. x + n is solid
//!   wide(x, 2^(k+1))  =  wide(x, 2^k) | wide(x + 2^k, 2^k)
//!   wide(x, n)        =  wide(x, 2^k) | wide(x + n - 2^k, 2^k)        2^k: the largest power of two up to n
//! ```
//!
//! So one copy suffices. Its length doubles from 1 up to the longest run. At each length, the runs that are less than
//! twice as long add the copy: once if they have this length, else twice.

use crate::geometry::Area;
use crate::kernel::Or;
use crate::motion::penetration::{Allowed, MaskPair, nearest_free_move, search};
use crate::overlap::OffsetMask;
use crate::{Mask, MaskError, Rect, memory};
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

/// All colliding offsets at once.
impl Mask {
    /// Returns the set of all colliding offsets: a mask, and the offset of its top-left pixel.
    ///
    /// For a result of `(mask, [x, y])`, the pixel `[i, j]` of the mask is `self.overlaps(other, [x + i, y + j])`. The
    /// masks collide at no offset outside the result: it is as large as the bounds of the solid pixels of both
    /// together, less one. It is 0 x 0 at `[0, 0]` if one of the masks has no solid pixel. It is the Minkowski sum of
    /// this mask and of the other mask rotated by 180 degrees.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let (bar, dot) = (Mask::filled(3, 1)?, Mask::filled(1, 1)?);
    /// let (hits, origin) = bar.colliding_offsets(&dot)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [0, 0]));
    /// let (hits, origin) = dot.colliding_offsets(&bar)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [-2, 0]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: about two shifted words for each pair of a run in a row of the other mask and a word of this mask. The
    /// memory is in proportion to the result.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// size of the result. The size is checked before any pixel is read.
    pub fn colliding_offsets(&self, other: &Mask) -> Result<(Mask, [i32; 2]), MaskError> {
        let (Some(mine), Some(theirs)) = (self.bounds, other.bounds) else { return Ok((Mask::new(0, 0)?, [0, 0])) };
        let tight = tight_offsets(&mine, &theirs);
        Ok((self.collisions(other, tight)?, [tight.left, tight.top]))
    }

    /// The colliding offsets in a rectangle that contains them all, as a mask of its size.
    fn collisions(&self, other: &Mask, offsets: Rect) -> Result<Mask, MaskError> {
        let mut hits = Mask::new(offsets.width, offsets.height)?;
        let (Some(mine), Some(theirs)) = (self.bounds, other.bounds) else { return Ok(hits) };
        let longest = other.runs().map(|run| run.width()).max().unwrap_or(0);
        let mut wide = Mask::new(longest - 1 + mine.width(), mine.height())?;
        let ([left, top], reach) = (mine.origin(), longest as i32);
        wide.draw(self, [reach - 1 - left, -top]);
        let mut length: u32 = 1;
        loop {
            for run in other.runs().filter(|run| run.width().ilog2() == length.ilog2()) {
                let y = top - run.y - offsets.top;
                let (first, last) = (run.left, run.right - length as i32);
                for x in core::iter::once(first).chain((first < last).then_some(last)) {
                    hits.or_words(&wide, [left + 1 - reach - x - offsets.left, y]);
                }
            }
            if 2 * length > longest {
                break;
            }
            let narrow = wide.try_clone()?;
            wide.or_words(&narrow, [-(length as i32), 0]);
            length *= 2;
        }
        // The outermost pixels of both masks collide, so the bounds are known.
        let tight = tight_offsets(&mine, &theirs).translated([-offsets.left, -offsets.top]);
        hits.bounds = hits.frame().and_then(|frame| frame.clip_rect(&tight, [0, 0]));
        Ok(hits.with_summary())
    }

    /// Adds the pixels of another mask at an offset, for masks under construction. Unlike [`Mask::draw`], the function
    /// neither reads the bounds, which may be out of date in both masks, nor updates the bounds and the summary.
    fn or_words(&mut self, other: &Mask, at: [i32; 2]) {
        if let (Some(frame), Some(theirs)) = (self.frame(), other.frame())
            && let Some(clip) = frame.clip(&theirs, at)
        {
            self.combine_words::<Or>(OffsetMask::new(other, at), &clip, false);
        }
    }
}

/// Returns a mask of all offsets at which `other` overlaps `mask`, like pygame's `convolve`:
/// [`Mask::colliding_offsets`] for the whole rectangles of both masks.
///
/// The pixel `[x, y]` of the result is solid if `mask.overlaps(other, [x - (other.width() - 1), y - (other.height() -
/// 1)])`. The result is 0 x 0 if one of the masks has no width or no height.
///
/// # Errors
/// Returns the errors of [`Mask::colliding_offsets`], for the size of this result.
#[doc(hidden)]
pub fn convolve(mask: &Mask, other: &Mask) -> Result<Mask, MaskError> {
    if mask.frame().is_none() || other.frame().is_none() {
        return Mask::new(0, 0);
    }
    // The sides of a mask with pixels are at most 2^26, so the sums do not overflow.
    let (width, height) = (mask.width + other.width - 1, mask.height + other.height - 1);
    mask.collisions(other, Rect::new(1 - other.width as i32, 1 - other.height as i32, width, height))
}

/// The box around the offsets at which two boxes overlap.
fn tight_offsets(mine: &Area, theirs: &Area) -> Rect {
    let [right, bottom] = [theirs.right, theirs.bottom].map(|edge| edge as i32 - 1);
    let [left, top] = mine.origin();
    Rect::new(left - right, top - bottom, mine.width() + theirs.width() - 1, mine.height() + theirs.height() - 1)
}
