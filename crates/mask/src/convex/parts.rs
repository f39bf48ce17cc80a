//! Convex parts of the solid pixels.
//!
//! Contours with fewer corners, then triangles between the corners, then triangles joined to convex polygons. The
//! contours never cross each other, so the crate `i_triangle` gets a valid shape with holes in whole numbers, and
//! rounds nothing.

use crate::memory::{self, try_with_capacity};
use crate::{Mask, MaskError};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use i_triangle::i_overlay::i_float::int::point::IntPoint;
use i_triangle::int::triangulatable::IntTriangulatable;

/// A polygon of the crate.
type IntPolygon = Vec<IntPoint<i32>>;

impl Mask {
    /// Returns convex polygons that together have the shape of the solid pixels, as physics engines want them. They
    /// share sides and corners, and nothing else. Holes stay holes, and detached pixels have parts of their own.
    ///
    /// The points of a part are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. They run
    /// clockwise on the screen from the topmost, then leftmost point. No three of them are on a line. The order of the
    /// parts is a function of the mask and the tolerance.
    ///
    /// With a `tolerance` of 0, the parts cover exactly the solid pixels. With a larger one, in pixels, there are fewer
    /// parts with fewer points: corners of the contours within `tolerance` of a longer edge are left out, as in
    /// [`Mask::simplified_contours`]. The center of every solid pixel is in a part. The center of no empty pixel is
    /// farther inside a part than the tolerance. Sprites of 8 to 128 pixels have 69 parts on average with a tolerance
    /// of 0, 12 with 1, and 7 with 2.
    ///
    /// Cost: some n log n for n corners of the contours, and 160 bytes for each: half a second for a million corners,
    /// less than a millisecond for a sprite.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let corner: Mask = "#...\n#...\n#...\n####".parse()?;
    /// assert_eq!(corner.convex_parts(0.0)?.len(), 2);
    ///
    /// let slope: Mask = "#...\n##..\n###.\n####".parse()?;
    /// assert_eq!(slope.convex_parts(0.0)?.len(), 4);
    /// assert_eq!(slope.convex_parts(1.0)?, [[[0, 0], [4, 4], [0, 4]]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::Tolerance`] if the tolerance is negative, infinite or NaN, and [`MaskError::OutOfMemory`]
    /// or [`MaskError::NoMemory`] if the system refuses the memory for contours or points. If it refuses the memory for
    /// triangles, the program aborts.
    ///
    /// # Panics
    /// Panics if there are 2^30 corners or more, which takes a mask of more than 2^29 pixels.
    pub fn convex_parts(&self, tolerance: f64) -> Result<Vec<Vec<[i32; 2]>>, MaskError> {
        let contours = self.contours_within(tolerance, true)?;
        let no_memory = memory::for_list(contours.iter().map(|contour| contour.points().len()).sum(), "corners");
        let polygon = |points: &[[i32; 2]]| collected(points, |&[x, y]| IntPoint::new(x, y));
        let mut shape: Vec<IntPolygon> = try_with_capacity(contours.len()).map_err(&no_memory)?;
        for contour in &contours {
            shape.push(polygon(contour.points()).map_err(&no_memory)?);
        }
        let joined = shape.triangulate().into_delaunay().to_convex_polygons();
        let mut parts = try_with_capacity(joined.len()).map_err(&no_memory)?;
        for part in joined {
            let mut points = collected(&part, |point| [point.x, point.y]).map_err(&no_memory)?;
            let first = (0..points.len()).min_by_key(|&index| [points[index][1], points[index][0]]);
            points.rotate_left(first.unwrap_or_default());
            parts.push(points);
        }
        Ok(parts)
    }
}

/// Returns a list of converted items.
fn collected<T, U>(items: &[T], convert: impl Fn(&T) -> U) -> Result<Vec<U>, TryReserveError> {
    memory::try_collect(items.iter().map(convert))
}
