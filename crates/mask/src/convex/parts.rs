//! Convex parts of the solid pixels.
//!
//! Contours with fewer corners, then triangles between the corners, then triangles joined to convex polygons. The
//! contours never cross each other, so the crate `i_triangle` gets a valid shape with holes in whole numbers, and
//! rounds nothing.
//!
//! Contours with fewer corners do not always have fewer parts: how triangles join depends on where the corners are. So
//! the parts are made for each of a fixed list of tolerances up to the given one, and a step counts only if it has
//! neither more corners nor more parts than the best step before. A larger tolerance adds steps, and takes none away.

use crate::analysis::{Contours, Keep, checked, contours, contours_within};
use crate::memory::try_with_capacity;
use crate::{Mask, MaskError, memory};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use i_triangle::i_overlay::i_float::int::point::IntPoint;
use i_triangle::int::triangulatable::IntTriangulatable;

/// The smallest tolerance above 0 that leaves corners out.
const FIRST_STEP: f64 = 0.25;

/// How far convex parts may be from the solid pixels, and how many corners each may have.
///
/// A plain `f64` converts into the tolerance.
///
/// ```
/// # use hitmask::mask::PartLimits;
/// assert_eq!(PartLimits::from(1.5), PartLimits::new(1.5));
/// assert_eq!(PartLimits::new(1.5).max_corners(8).max_corners, Some(8)); // as Box2D takes
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PartLimits {
    /// The largest distance from the solid pixels, in pixels.
    pub tolerance: f64,
    /// The largest number of corners of each part, at least 3. `None`: any number.
    pub max_corners: Option<u32>,
}

impl PartLimits {
    /// Creates limits with a tolerance in pixels.
    #[must_use]
    pub const fn new(tolerance: f64) -> PartLimits {
        PartLimits { tolerance, max_corners: None }
    }

    /// Returns the limits with a largest number of corners.
    #[must_use]
    pub const fn max_corners(self, max_corners: u32) -> PartLimits {
        PartLimits { max_corners: Some(max_corners), ..self }
    }
}

impl From<f64> for PartLimits {
    fn from(tolerance: f64) -> PartLimits {
        PartLimits::new(tolerance)
    }
}

/// A polygon of the crate.
type IntPolygon = Vec<IntPoint<i32>>;

impl Mask {
    /// Returns convex polygons that together have the shape of the solid pixels, as physics engines want them. They
    /// share sides and corners, and nothing else. Holes stay holes, and detached pixels have parts of their own.
    ///
    /// The points of a part are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. They run
    /// clockwise on the screen from the topmost, then leftmost point. No three of them are on a line. No part leaves
    /// the bounds of the solid pixels. The order of the parts is a function of the mask and the limits.
    ///
    /// `limits` is a tolerance in pixels, or [`PartLimits`]. With a tolerance of 0, the parts cover exactly the solid
    /// pixels. With a larger one, corners are left out, and slopes and curves grow a little:
    ///
    /// - The center of every solid pixel is in a part.
    /// - The center of no empty pixel is farther inside a part than the tolerance.
    /// - With a larger tolerance there are never more parts, and never more corners in total.
    ///
    /// For the last promise, a tolerance is rounded down to one of 0, 0.25, 0.375, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, and
    /// so on. Sprites of 8 to 128 pixels have 69 parts on average with a tolerance of 0, 12 with 1, and 7 with 2.
    ///
    /// With `max_corners`, no part has more corners. The promises above hold as before: a part with too many corners is
    /// split into as few parts as possible. If you want one part of few corners instead, raise the tolerance.
    ///
    /// Cost: for each rounded tolerance up to the given one (six with 1, fourteen with 16), some n log n for n corners
    /// of the contours, and 160 bytes for each.
    ///
    /// ```
    /// # use hitmask::{Mask, mask::PartLimits};
    /// let corner: Mask = "#...\n#...\n#...\n####".parse()?;
    /// assert_eq!(corner.convex_parts(0.0)?.len(), 2);
    ///
    /// let slope: Mask = "#...\n##..\n###.\n####".parse()?;
    /// assert_eq!(slope.convex_parts(0.0)?.len(), 4);
    /// assert_eq!(slope.convex_parts(1.0)?, [[[0, 0], [4, 4], [0, 4]]]);
    ///
    /// let mut disc = Mask::new(128, 128)?;
    /// disc.fill_circle([64.0, 64.0], 60.0, true)?;
    /// let exact = disc.convex_parts(PartLimits::new(1.0).max_corners(8))?; // as Box2D takes
    /// assert!(exact.len() > 1 && exact.iter().all(|part| part.len() <= 8));
    /// let rough = disc.convex_parts(PartLimits::new(16.0).max_corners(8))?;
    /// assert_eq!(rough.len(), 1);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::Tolerance`] if the tolerance is negative, infinite or NaN, [`MaskError::MaxCorners`] if
    /// `max_corners` is below 3, and [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if the system refuses the
    /// memory for contours or points. If it refuses the memory for triangles, the program aborts.
    ///
    /// # Panics
    /// Panics if there are 2^30 corners or more, which takes a mask of more than 2^29 pixels.
    pub fn convex_parts(&self, limits: impl Into<PartLimits>) -> Result<Vec<Vec<[i32; 2]>>, MaskError> {
        let PartLimits { tolerance, max_corners } = limits.into();
        checked(tolerance)?;
        if let Some(max_corners) = max_corners.filter(|&most| most < 3) {
            return Err(MaskError::MaxCorners { max_corners });
        }
        let exact = contours(self)?;
        let mut best = parts_of(&exact, max_corners)?;
        let mut last = None;
        for step in steps(tolerance.min(self.farthest_step())) {
            let contours = contours_within(self, &exact, step, Keep::Centers)?;
            if last.as_ref().unwrap_or(&exact) == &contours {
                continue;
            }
            let parts = parts_of(&contours, max_corners)?;
            let corners = |parts: &[Vec<[i32; 2]>]| parts.iter().map(Vec::len).sum::<usize>();
            if parts.len() <= best.len() && corners(&parts) <= corners(&best) {
                best = parts;
            }
            last = Some(contours);
        }
        Ok(best)
    }

    /// A tolerance after which a larger one changes nothing: no distance in the mask is as large.
    fn farthest_step(&self) -> f64 {
        self.bounds().map_or(0.0, |bounds| 4.0 * f64::from(bounds.width.max(bounds.height)))
    }
}

/// The tolerances up to the given one, without 0: a power of two, one and a half of it, and so on.
fn steps(tolerance: f64) -> impl Iterator<Item = f64> {
    let powers = core::iter::successors(Some(FIRST_STEP), |power| Some(power * 2.0));
    powers.flat_map(|power| [power, power * 1.5]).take_while(move |&step| step <= tolerance)
}

/// The convex parts of the shape in contours.
fn parts_of(contours: &Contours, max_corners: Option<u32>) -> Result<Vec<Vec<[i32; 2]>>, MaskError> {
    let no_memory = memory::for_list(contours.iter().map(|contour| contour.points().len()).sum(), "corners");
    let polygon = |points: &[[i32; 2]]| collected(points, |&[x, y]| IntPoint::new(x, y));
    let mut shape: Vec<IntPolygon> = try_with_capacity(contours.len()).map_err(&no_memory)?;
    for contour in contours {
        shape.push(polygon(contour.points()).map_err(&no_memory)?);
    }
    let joined = shape.triangulate().into_delaunay().to_convex_polygons();
    let mut parts = try_with_capacity(joined.len()).map_err(&no_memory)?;
    for part in joined {
        let points = collected(&part, |point| [point.x, point.y]).map_err(&no_memory)?;
        let most = max_corners.map_or(usize::MAX, |most| most as usize);
        split(points, most, &mut parts).map_err(&no_memory)?;
    }
    for points in &mut parts {
        let first = (0..points.len()).min_by_key(|&index| [points[index][1], points[index][0]]);
        points.rotate_left(first.unwrap_or_default());
    }
    Ok(parts)
}

/// Returns a list of converted items.
fn collected<T, U>(items: &[T], convert: impl Fn(&T) -> U) -> Result<Vec<U>, TryReserveError> {
    memory::try_collect(items.iter().map(convert))
}

type Points = Vec<[i32; 2]>;

/// Splits a convex polygon into as few as possible of at most `most` corners, and appends them to a list.
pub(super) fn split(points: Points, most: usize, parts: &mut Vec<Points>) -> Result<(), TryReserveError> {
    let count = points.len();
    // A polygon of n corners has n - 2 triangles, and each split keeps their number.
    let pieces = (count - 2).div_ceil(most - 2);
    if pieces <= 1 {
        return memory::try_push(parts, points);
    }
    let triangles = ((count - 2) * (pieces / 2)).div_ceil(pieces);
    let at = |index: usize| points[index % count];
    let length = |first: usize| {
        let [[a, b], [c, d]] = [at(first), at(first + triangles + 1)];
        (i64::from(c) - i64::from(a)).pow(2) + (i64::from(d) - i64::from(b)).pow(2)
    };
    // The shortest of the cuts that leave so many triangles on one side: it makes the roundest pieces.
    let first = (0..count).min_by_key(|&first| length(first)).unwrap_or_default();
    let piece = |from: usize, to: usize| memory::try_collect((from..=to).map(at));
    split(piece(first, first + triangles + 1)?, most, parts)?;
    split(piece(first + triangles + 1, first + count)?, most, parts)
}
