//! The contour types and the methods of [`Mask`] that return contours.

use super::{simplify, trace};
use crate::memory::{self, or_panic};
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

/// The contours of a mask, in raster order of their first corners. See [`Mask::contours`].
///
/// All points are in one list, so half a million polygons of noise do not need half a million allocations.
#[derive(Clone, Default)]
pub struct Contours {
    points: Vec<[i32; 2]>,
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

/// Contours of the solid pixels.
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

    /// Returns the contours with fewer corners: every removed corner lies within `tolerance` pixels of the edge
    /// that replaces it. A tolerance of 0 returns the contours of [`Mask::contours`].
    ///
    /// For every tolerance, the polygons stay simple and do not cross each other. No polygon touches itself, and
    /// two polygons meet only in corners of both. Every component and every hole keeps its contour, its winding and
    /// its nesting. If a removal would violate one of these guarantees, the corner stays even though the tolerance
    /// would allow its removal. A polygon keeps at least three corners.
    ///
    /// Corners are removed one by one in order of their distance, as in Visvalingam and Whyatt, Line generalisation
    /// by repeated elimination of points, 1993. A corner is removed only if the triangle with its two neighbors
    /// contains no other corner. Cost: n log n for n corners, times the number of corners that one edge replaces.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let stairs: Mask = "#...\n##..\n###.\n####".parse()?;
    /// let contours = stairs.simplified_contours(0.8)?;
    /// assert_eq!(contours.get(0).unwrap().points(), [[0, 0], [4, 4], [0, 4]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::Tolerance`] if the tolerance is negative, infinite or NaN, and
    /// [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if memory allocation fails.
    ///
    /// # Panics
    /// Panics if there are 2^30 corners or more, which takes a mask of more than 2^29 pixels.
    pub fn simplified_contours(&self, tolerance: f64) -> Result<Contours, MaskError> {
        self.contours_within(tolerance, false)
    }

    /// Returns the contours of [`Mask::simplified_contours`], but with the center of every solid pixel inside if
    /// `keep_centers`.
    pub(crate) fn contours_within(&self, tolerance: f64, keep_centers: bool) -> Result<Contours, MaskError> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(MaskError::Tolerance { tolerance });
        }
        let contours = trace::contours(self)?;
        let no_memory = memory::for_list(contours.points.len(), "corners");
        simplify::simplified(self, &contours, tolerance, keep_centers).map_err(no_memory)
    }
}
