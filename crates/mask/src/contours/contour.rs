//! What a contour is, and how a mask is asked for its own.

use super::{simplify, trace};
use crate::{Mask, MaskError};
use alloc::vec::Vec;

/// A closed polygon between solid pixels and air.
///
/// Its points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. The last is
/// joined to the first. Solid pixels lie to the right of its edges: around solid pixels it goes clockwise
/// on the screen, around a hole counter-clockwise.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Contour {
    points: Vec<[i32; 2]>,
    hole: bool,
}

impl Contour {
    pub(super) fn new(points: Vec<[i32; 2]>, hole: bool) -> Contour {
        Contour { points, hole }
    }

    /// The corners in order, at least three, none twice. The first of an unsimplified contour is its first
    /// in raster order.
    #[must_use]
    pub fn points(&self) -> &[[i32; 2]] {
        &self.points
    }

    /// Whether it goes around a hole, counter-clockwise on the screen.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.hole
    }
}

/// The corners in order.
impl AsRef<[[i32; 2]]> for Contour {
    fn as_ref(&self) -> &[[i32; 2]] {
        &self.points
    }
}

impl From<Contour> for Vec<[i32; 2]> {
    fn from(contour: Contour) -> Vec<[i32; 2]> {
        contour.points
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
    /// [`parts`](Mask::parts) with [`Connectivity::Four`](crate::Connectivity::Four): its first contour is the
    /// outside, the others are its holes.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "###\n#.#\n###".parse()?;
    /// let contours = mask.contours();
    /// assert_eq!(contours[0].points(), [[0, 0], [3, 0], [3, 3], [0, 3]]);
    /// assert_eq!(contours[1].points(), [[1, 1], [1, 2], [2, 2], [2, 1]]);
    /// assert!(contours[1].is_hole());
    /// assert_eq!(Mask::from_contours(3, 3, &contours)?, mask);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Where there are 2^31 corners or more, which need a mask of over 2^30 pixels.
    #[must_use]
    pub fn contours(&self) -> Vec<Contour> {
        trace::contours(self)
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
    /// neighbours is free of other corners. Cost: n log n for n corners, times the length of what becomes
    /// one edge.
    ///
    /// ```
    /// # use mask::Mask;
    /// let stairs: Mask = "#...\n##..\n###.\n####".parse()?;
    /// let [contour] = &stairs.simplified_contours(0.8)?[..] else { panic!("one part") };
    /// assert_eq!(contour.points(), [[0, 0], [4, 4], [0, 4]]);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaskError::Tolerance`] unless it is a finite number, 0 or more.
    ///
    /// # Panics
    /// As [`Mask::contours`].
    pub fn simplified_contours(&self, tolerance: f64) -> Result<Vec<Contour>, MaskError> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(MaskError::Tolerance { tolerance });
        }
        Ok(simplify::simplified(self, &trace::contours(self), tolerance))
    }
}
