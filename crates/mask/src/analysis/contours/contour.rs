//! What a contour is, and how a mask is asked for its own.

use super::{simplify, trace};
use crate::memory::{AllocError, or_panic};
use crate::{Mask, MaskError};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::Range;
use core::{fmt, slice};

/// A closed polygon between solid pixels and air.
///
/// Its points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. The last is
/// joined to the first. Solid pixels lie to the right of its edges: around solid pixels it goes clockwise
/// on the screen, around a hole counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Contour<'a> {
    points: &'a [[i32; 2]],
    hole: bool,
}

impl<'a> Contour<'a> {
    /// The corners in order, at least three, none twice. The first of an unsimplified contour is its first
    /// in raster order.
    #[must_use]
    pub fn points(&self) -> &'a [[i32; 2]] {
        self.points
    }

    /// Whether it goes around a hole, counter-clockwise on the screen.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.hole
    }
}

/// The corners in order.
impl AsRef<[[i32; 2]]> for Contour<'_> {
    fn as_ref(&self) -> &[[i32; 2]] {
        self.points
    }
}

/// The contours of a mask, in raster order of their first corners. See [`Mask::contours`].
///
/// All points are in one list: half a million polygons of noise are not half a million allocations.
#[derive(Clone, Default)]
pub struct Contours {
    points: Vec<[i32; 2]>,
    ranges: Vec<ContourRange>,
}

/// Where the points of a contour are, and whether it is a hole.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Contour<'_>> {
        self.ranges.get(index).map(|&range| self.contour(range))
    }

    /// All of them in order.
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

/// The contours of a mask one after the other. See [`Contours::iter`].
#[derive(Clone)]
#[must_use = "an iterator does nothing until it is asked"]
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

/// Polygon for polygon.
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
    /// The contours of all parts and all holes, exactly along the edges of pixels, in raster order of
    /// their first corners.
    ///
    /// Parts hang together by the sides of pixels, never by corners, and so does what a part leaves out: air
    /// that it closes in but for a corner is a hole. So each polygon is simple: it passes no corner twice, and
    /// meets others only in corners. [`Mask::from_contours`] gives the mask back.
    ///
    /// Cost: linear in words and corners. To know which holes belong to which part, ask each of the
    /// [`connected_components`](Mask::connected_components) with [`Connectivity::Four`](crate::Connectivity::Four): its first contour is the
    /// outside, the others are its holes.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "###\n#.#\n###".parse()?;
    /// let contours = mask.contours();
    /// let [outside, hole] = [0, 1].map(|i| contours.get(i).unwrap());
    /// assert_eq!(outside.points(), [[0, 0], [3, 0], [3, 3], [0, 3]]);
    /// assert_eq!(hole.points(), [[1, 1], [1, 2], [2, 2], [2, 1]]);
    /// assert!(hole.is_hole());
    /// assert_eq!(Mask::from_contours(3, 3, &contours)?, mask);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Where there are 2^30 corners or more, which need a mask of over 2^29 pixels.
    #[must_use]
    pub fn contours(&self) -> Contours {
        or_panic(trace::contours(self))
    }

    /// The contours with fewer corners: every corner left out lies within `tolerance` pixels of the edge
    /// that replaces it. A tolerance of 0 gives [`Mask::contours`].
    ///
    /// The polygons stay simple and do not cross each other, whatever the tolerance: none touches itself,
    /// two meet at most in corners of both, and every part and hole keeps its contour, with its winding and
    /// inside of what it was inside of. So where something is in the way more corners stay than the
    /// tolerance asks for, and at least three.
    ///
    /// Corners leave in order of their distance, one by one, as in Visvalingam and Whyatt, Line
    /// generalisation by repeated elimination of points, 1993, and only where the triangle with their two
    /// neighbors is free of other corners. Cost: n log n for n corners, times the length of what becomes
    /// one edge.
    ///
    /// ```
    /// # use mask::Mask;
    /// let stairs: Mask = "#...\n##..\n###.\n####".parse()?;
    /// let contours = stairs.simplified_contours(0.8)?;
    /// assert_eq!(contours.get(0).unwrap().points(), [[0, 0], [4, 4], [0, 4]]);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaskError::Tolerance`] unless it is a finite number, 0 or more; [`MaskError::OutOfMemory`] and
    /// [`MaskError::NoMemory`] where the system refuses.
    ///
    /// # Panics
    /// As [`Mask::contours`].
    pub fn simplified_contours(&self, tolerance: f64) -> Result<Contours, MaskError> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(MaskError::Tolerance { tolerance });
        }
        let contours = trace::contours(self)?;
        let corners = contours.iter().map(|contour| contour.points().len()).sum();
        simplify::simplified(self, &contours, tolerance).map_err(AllocError::for_list(corners, "corners"))
    }
}
