//! The contour types.

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
