//! Contours, and masks filled from contours.

use super::simplify::{Keep, Simplify, checked, contours_within};
use super::trace;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::or_panic;
use crate::{Mask, MaskError};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::Range;
use core::{fmt, slice};

/// A closed polygon along the boundary between solid and empty pixels.
///
/// Its points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. The last point is
/// joined to the first. Solid pixels lie to the right of each edge. On the screen, the polygon runs clockwise
/// around solid pixels and counter-clockwise around a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Contour<'a> {
    points: &'a [[i32; 2]],
    hole: bool,
}

impl<'a> Contour<'a> {
    /// Returns the corners in order, at least three, without repetition. An unsimplified contour begins with its
    /// first corner in raster order.
    #[must_use]
    pub fn points(&self) -> &'a [[i32; 2]] {
        self.points
    }

    /// Returns whether the contour surrounds a hole.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.hole
    }
}

/// Returns the corners in order.
impl AsRef<[[i32; 2]]> for Contour<'_> {
    fn as_ref(&self) -> &[[i32; 2]] {
        self.points
    }
}

/// The contours of a mask, in raster order of their first corners. See [`Mask::contours`](crate::Mask::contours).
///
/// All points are in one list, so half a million polygons of noise do not need half a million allocations.
#[derive(Clone, Default)]
pub struct Contours {
    pub(super) points: Vec<[i32; 2]>,
    ranges: Vec<ContourRange>,
}

/// The range of a contour's points, and whether the contour surrounds a hole.
#[derive(Clone, Copy)]
pub(super) struct ContourRange {
    start: u32,
    end: u32,
    hole: bool,
}

impl ContourRange {
    pub(super) fn new(points: Range<u32>, hole: bool) -> ContourRange {
        ContourRange { start: points.start, end: points.end, hole }
    }
}

impl Contours {
    pub(super) fn new(points: Vec<[i32; 2]>, ranges: Vec<ContourRange>) -> Contours {
        Contours { points, ranges }
    }

    /// Returns the number of contours.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns whether there are no contours.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the contour at `index`, or `None` if there are no more than `index` contours.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Contour<'_>> {
        self.ranges.get(index).map(|&range| self.contour(range))
    }

    /// Returns an iterator over the contours, in order.
    pub fn iter(&self) -> ContoursIter<'_> {
        self.into_iter()
    }

    fn contour(&self, range: ContourRange) -> Contour<'_> {
        Contour { points: &self.points[range.start as usize..range.end as usize], hole: range.hole }
    }
}

impl<'a> IntoIterator for &'a Contours {
    type Item = Contour<'a>;
    type IntoIter = ContoursIter<'a>;

    fn into_iter(self) -> ContoursIter<'a> {
        ContoursIter { contours: self, ranges: self.ranges.iter() }
    }
}

/// An iterator over the contours of a mask. See [`Contours::iter`].
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ContoursIter<'a> {
    contours: &'a Contours,
    ranges: slice::Iter<'a, ContourRange>,
}

impl<'a> Iterator for ContoursIter<'a> {
    type Item = Contour<'a>;

    fn next(&mut self) -> Option<Contour<'a>> {
        self.ranges.next().map(|&range| self.contours.contour(range))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ranges.size_hint()
    }
}

impl DoubleEndedIterator for ContoursIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.ranges.next_back().map(|&range| self.contours.contour(range))
    }
}

impl ExactSizeIterator for ContoursIter<'_> {}
impl FusedIterator for ContoursIter<'_> {}

/// Compares the contours one by one, in order.
impl PartialEq for Contours {
    fn eq(&self, other: &Contours) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for Contours {}

impl fmt::Debug for Contours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Mask {
    /// Returns the contours of all components and all holes, exactly along the edges of pixels, in raster order of
    /// their first corners.
    ///
    /// Pixels are connected by their sides, never by their corners. This rule applies to solid pixels and to holes:
    /// empty pixels that a component encloses except at a corner form a hole. Each polygon is therefore simple. It
    /// visits no corner twice and meets other polygons only in corners. [`Mask::from_contours`] restores the mask.
    ///
    /// Cost: linear in the words within the bounds and in the corners. To find the holes of each component, call this
    /// method on each of the [`connected_components`](Mask::connected_components) with
    /// [`Connectivity::Four`](crate::Connectivity::Four). The first contour of a component is its outside, and the
    /// others are its holes.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "###\n#.#\n###".parse()?;
    /// let contours = mask.contours();
    /// let [outside, hole] = [0, 1].map(|i| contours.get(i).unwrap());
    /// assert_eq!(outside.points(), [[0, 0], [3, 0], [3, 3], [0, 3]]);
    /// assert_eq!(hole.points(), [[1, 1], [1, 2], [2, 2], [2, 1]]);
    /// assert!(hole.is_hole());
    /// assert_eq!(Mask::from_contours(3, 3, &contours)?, mask);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if there are 2^30 corners or more, which takes a mask of more than 2^29 pixels, or if memory
    /// allocation fails.
    #[must_use]
    pub fn contours(&self) -> Contours {
        or_panic(trace::contours(self))
    }

    /// Returns the contours with fewer corners, up to a tolerance in pixels from the exact ones. A tolerance of 0
    /// returns the contours of [`Mask::contours`].
    ///
    /// `how` is the tolerance, or a [`Simplify`] that is covering: then no solid pixel is cut, not even in part.
    ///
    /// For every tolerance, the polygons stay simple and do not cross each other. No polygon touches itself, and
    /// two polygons meet only in corners of both. Every component and every hole keeps its contour, its winding and
    /// its nesting. If a removal would violate one of these guarantees, the corner stays even though the tolerance
    /// would allow its removal. A polygon keeps at least three corners. No corner is outside the bounds of the solid
    /// pixels.
    ///
    /// Corners are removed one by one in order of their distance, as in Visvalingam and Whyatt, Line generalisation
    /// by repeated elimination of points, 1993. A corner is removed only if the triangle with its two neighbors
    /// contains no other corner, and all corners that an edge replaces lie within the tolerance of it. Covering
    /// contours only ever gain area: they lose corners that turn away from solid pixels, and edges of which both
    /// neighbors can be extended until they meet. Every point of a covering contour lies within the tolerance of the
    /// exact one, and the reverse. Cost: n log n for n corners, times the number of corners that one edge replaces.
    ///
    /// ```
    /// # use hitmask::{Mask, Simplify};
    /// let stairs: Mask = "#...\n##..\n###.\n####".parse()?;
    /// let contours = stairs.simplified_contours(0.8)?;
    /// assert_eq!(contours.get(0).unwrap().points(), [[0, 0], [4, 4], [0, 4]]); // cuts corners of pixels
    /// let covering = stairs.simplified_contours(Simplify::new(0.8).covering())?;
    /// assert_eq!(covering.get(0).unwrap().points(), [[0, 0], [1, 0], [4, 3], [4, 4], [0, 4]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::Tolerance`] if the tolerance is negative, infinite or NaN, and
    /// [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if memory allocation fails.
    ///
    /// # Panics
    /// Panics if there are 2^30 corners or more, which takes a mask of more than 2^29 pixels.
    pub fn simplified_contours(&self, how: impl Into<Simplify>) -> Result<Contours, MaskError> {
        let Simplify { tolerance, covering } = how.into();
        checked(tolerance)?;
        contours_within(self, &trace::contours(self)?, tolerance, if covering { Keep::Pixels } else { Keep::Nothing })
    }

    /// Creates a mask of the pixels inside polygons, by the even-odd rule.
    ///
    /// A pixel is solid if its center lies inside an odd number of the polygons. A polygon within another polygon
    /// is therefore a hole, whatever its winding.
    ///
    /// The points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. The last point of a
    /// polygon is joined to the first. A center on an edge is inside if the inside lies to the right of the edge on
    /// the screen. Parts of polygons outside the mask are ignored, and a polygon of fewer than three points
    /// contains no pixels. The contours of a mask restore the mask.
    ///
    /// Cost: linear in the rows that the edges cross, summed over the edges, and in the words of the mask.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask = Mask::from_contours(4, 4, [[[0, 0], [4, 0], [0, 4]]])?;
    /// assert_eq!(mask.to_string(), "###.\n##..\n#...\n....");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_contours(
        width: u32,
        height: u32,
        contours: impl IntoIterator<Item: AsRef<[[i32; 2]]>>,
    ) -> Result<Mask, MaskError> {
        // In every row that an edge crosses, the edge flips the first pixel to its right. A pixel is inside if the
        // number of flips at this pixel and to its left is odd.
        let mut flips = Mask::new(width, height)?;
        if width == 0 {
            return Ok(flips);
        }
        for points in contours {
            let points = points.as_ref();
            let Some(&last) = points.last() else { continue };
            for (&a, &b) in core::iter::once(&last).chain(points).zip(points) {
                let (upper, lower) = if a[1] <= b[1] { (a, b) } else { (b, a) };
                let inside = |y: i32| y.clamp(0, height.min(i32::MAX as u32) as i32);
                let rows = inside(upper[1])..inside(lower[1]);
                for y in rows {
                    let x = first_right_of(upper, lower, y).max(0);
                    if x < i64::from(width) {
                        let word = flips.index(x as u32, y as u32);
                        flips.words[word] ^= 1 << (x as u32 % WORD_BITS);
                    }
                }
            }
        }
        let mut carry = 0;
        Mask::from_word_fn(width, height, |column, y| {
            let before = if column > 0 { carry } else { 0 };
            let word = odd_up_to(flips.words[flips.word_index(column, y)]) ^ before;
            // All ones if the last pixel of the word is inside.
            carry = ((word as i64) >> (WORD_BITS - 1)) as u64;
            word & span_bits(column, 0, width)
        })
    }
}

/// The first pixel in row `y` whose center lies on or to the right of an edge that crosses the row.
fn first_right_of([x0, y0]: [i32; 2], [x1, y1]: [i32; 2], y: i32) -> i64 {
    if x0 == x1 {
        return x0.into();
    }
    // At y + 1/2 the edge is at x0 + (y + 1/2 - y0) * dx / dy, and the center of pixel x is at x + 1/2.
    let [x0, y0, x1, y1, y] = [x0, y0, x1, y1, y].map(i128::from);
    let (dx, dy) = (x1 - x0, y1 - y0);
    let doubled = (2 * (y - y0) + 1) * dx - dy;
    (x0 - (-doubled).div_euclid(2 * dy)) as i64
}

/// A word whose bit i is the parity of the bits 0 to i. The step doubles, so six steps suffice.
fn odd_up_to(mut word: u64) -> u64 {
    let mut step = 1;
    while step < WORD_BITS {
        word ^= word << step;
        step *= 2;
    }
    word
}
