//! Simplification of contours without crossings.
//!
//! A corner v may be removed from its polygon if the triangle with its neighbors p and n contains no other corner,
//! inside or on its sides:
//!
//! ```text
//!        v                Then no edge passes through the triangle: such an edge would have to end in it, or
//!       / \               cross p-v or v-n, which no edge does. So moving the polygon from p-v-n to p-n
//!      /   \              sweeps over nothing, and no polygon crosses, jumps over, or turns around another
//!     p-----n             polygon or itself.
//! ```
//!
//! Corners of other polygons at the position of p or n do not count: an edge that enters the triangle from there
//! would have to cross v-n or p-v to leave it. A corner of another polygon at the position of v does count, because
//! it would stay inside the triangle. If other polygons have corners at the positions of both p and n, v stays,
//! because p-n could be an edge of such a polygon. With this rule, three invariants hold from the exact contours to
//! the last step: no two edges cross, no corner lies on an edge except at its ends, and no polygon has a corner
//! twice.
//!
//! `geo` offers a variant of Visvalingam and Whyatt's method that removes corners until the crossings that it finds
//! are gone. Its documentation says that the result may be invalid, and that holes may end up outside. A bitmap of
//! all corners makes the exact test cheaper than the tree that the method of `geo` needs.

use super::contour::{ContourRange, Contours};
use super::trace;
use crate::kernel::WORD_BITS;
use crate::memory;
use crate::{Mask, MaskError};
use alloc::collections::BinaryHeap;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// Contours with fewer corners.
impl Mask {
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
        simplified(self, &contours, tolerance, keep_centers).map_err(no_memory)
    }
}

/// The contours without the corners that can be removed. If `keep_centers`, the centers of solid pixels stay inside,
/// and corners that turn away from solid pixels are removed first, because each of them would be between two convex
/// parts.
fn simplified(
    mask: &Mask,
    contours: &Contours,
    tolerance: f64,
    keep_centers: bool,
) -> Result<Contours, TryReserveError> {
    let mut polygons = RemainingPolygons::new(mask, contours)?;
    if keep_centers {
        polygons.centers = Some(centers(contours)?);
    }
    polygons.simplify(tolerance * tolerance)?;
    let remaining = polygons.rings.iter().map(|ring| ring.remaining as usize).sum();
    let (mut points, mut ranges) =
        (memory::try_with_capacity(remaining)?, memory::try_with_capacity(polygons.rings.len())?);
    for (ring, contour) in polygons.rings.iter().zip(contours) {
        let start = points.len() as u32;
        let all = &polygons.corners[ring.corners.start as usize..ring.corners.end as usize];
        points.extend(all.iter().filter(|corner| corner.stays).map(|corner| corner.at));
        ranges.push(ContourRange::new(start..points.len() as u32, contour.is_hole()));
    }
    Ok(Contours::new(points, ranges))
}

/// All polygons, with their corners in one list. Removed corners stay in the list, because the distance of an edge is
/// measured to all corners that it replaces.
struct RemainingPolygons {
    corners: Vec<RingCorner>,
    rings: Vec<Ring>,
    occupied: CornerGrid,
    /// The centers that have to stay inside, one for each corner.
    centers: Option<Vec<Option<[i32; 2]>>>,
}

#[derive(Clone, Copy)]
struct RingCorner {
    at: [i32; 2],
    ring: u32,
    /// The neighbors among the corners that stay.
    before: u32,
    after: u32,
    stays: bool,
    /// The number of the corner's last estimate. Earlier estimates are out of date.
    estimate: u64,
}

/// A polygon: the range of its corners.
struct Ring {
    corners: Range<u32>,
    /// The number of corners that stay.
    remaining: u32,
}

/// The cost of a removal: the squared distance, the number of the estimate, and the corner. The distance is stored as
/// its bits, which sort as the distance does because no distance is negative. Of equal distances, the oldest estimate
/// comes first, so that edges grow evenly.
type Estimate = Reverse<(u64, u64, u32)>;

impl RemainingPolygons {
    fn new(mask: &Mask, contours: &Contours) -> Result<RemainingPolygons, TryReserveError> {
        let corners = memory::try_with_capacity(contours.iter().map(|contour| contour.points().len()).sum())?;
        let rings = memory::try_with_capacity(contours.len())?;
        let mut polygons = RemainingPolygons { corners, rings, occupied: CornerGrid::new(mask)?, centers: None };
        for (contour, ring) in contours.iter().zip(0..) {
            let first = polygons.corners.len() as u32;
            let count = contour.points().len() as u32;
            for (&at, i) in contour.points().iter().zip(0..) {
                let (before, after) = (first + (i + count - 1) % count, first + (i + 1) % count);
                polygons.corners.push(RingCorner { at, ring, before, after, stays: true, estimate: 0 });
                polygons.occupied.add(at);
            }
            polygons.rings.push(Ring { corners: first..first + count, remaining: count });
        }
        Ok(polygons)
    }

    /// Removes corners, the cheapest first, as long as the squared distance is at most `limit`.
    fn simplify(&mut self, limit: f64) -> Result<(), TryReserveError> {
        let mut queue = BinaryHeap::new();
        let mut estimates = 0;
        for corner in 0..self.corners.len() as u32 {
            self.estimate(corner, limit, &mut estimates, &mut queue)?;
        }
        while let Some(Reverse((_, estimate, id))) = queue.pop() {
            let RingCorner { at, ring, before, after, estimate: last, .. } = *self.corner(id);
            let triangle = [self.corner(before).at, at, self.corner(after).at];
            let ring = &mut self.rings[ring as usize];
            if estimate != last || ring.remaining == 3 || !self.occupied.holds_only(triangle) {
                continue;
            }
            ring.remaining -= 1;
            self.occupied.remove(at);
            self.corner(id).stays = false;
            self.corner(before).after = after;
            self.corner(after).before = before;
            for neighbor in [before, after] {
                self.estimate(neighbor, limit, &mut estimates, &mut queue)?;
            }
        }
        Ok(())
    }

    fn corner(&mut self, id: u32) -> &mut RingCorner {
        &mut self.corners[id as usize]
    }

    /// Queues a corner if the edge that would replace it is near enough to all corners that this edge replaces.
    fn estimate(
        &mut self,
        id: u32,
        limit: f64,
        estimates: &mut u64,
        queue: &mut BinaryHeap<Estimate>,
    ) -> Result<(), TryReserveError> {
        *estimates += 1;
        self.corner(id).estimate = *estimates;
        let RingCorner { ring, before, after, .. } = *self.corner(id);
        let all = &self.rings[ring as usize].corners;
        let next = |corner: u32| if corner + 1 == all.end { all.start } else { corner + 1 };
        let place = |corner: u32| self.corners[corner as usize].at;
        let (from, to) = (place(before), place(after));
        if !(self.keeps_center(before, from, to) && self.keeps_center(after, from, to)) {
            return Ok(());
        }
        let (mut farthest, mut corner) = (0.0f64, next(before));
        while corner != after {
            farthest = farthest.max(distance_squared(place(corner), from, to));
            if farthest > limit || !self.keeps_center(corner, from, to) {
                return Ok(());
            }
            corner = next(corner);
        }
        let is_last = self.centers.is_some() && !is_inside(from, to, place(id).map(|c| 2 * c));
        queue.try_reserve(1)?;
        queue.push(Reverse((farthest.to_bits() | u64::from(is_last) << 63, *estimates, id)));
        Ok(())
    }

    /// Returns whether the center at a corner, if there is one that has to stay inside, is inside of an edge.
    fn keeps_center(&self, corner: u32, from: [i32; 2], to: [i32; 2]) -> bool {
        let center = self.centers.as_ref().and_then(|centers| centers[corner as usize]);
        center.is_none_or(|center| is_inside(from, to, center))
    }
}

/// For each corner of the contours at which a solid pixel has two free sides, twice the center of the pixel.
///
/// If an edge cuts off the center of any solid pixel, it cuts off one of these: from a center, go away from the edge
/// through solid pixels until both sides on the way are free.
fn centers(contours: &Contours) -> Result<Vec<Option<[i32; 2]>>, TryReserveError> {
    let mut centers = memory::try_with_capacity(contours.iter().map(|contour| contour.points().len()).sum())?;
    for contour in contours {
        let points = contour.points();
        for (index, &[x, y]) in points.iter().enumerate() {
            let [before, after] = [index + points.len() - 1, index + 1].map(|index| points[index % points.len()]);
            // One of the edges at a corner is horizontal and the other one vertical.
            let inwards = [0, 1].map(|axis| (before[axis] + after[axis] - 2 * [x, y][axis]).signum());
            let turns_to_solid = !is_inside(before, after, [2 * x, 2 * y]);
            centers.push(turns_to_solid.then_some([2 * x + inwards[0], 2 * y + inwards[1]]));
        }
    }
    Ok(centers)
}

/// Returns whether a point, given twice, is to the right of an edge, where solid pixels are, or on its line.
fn is_inside(from: [i32; 2], to: [i32; 2], twice: [i32; 2]) -> bool {
    let edge = [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let to_point = [0, 1].map(|axis| i64::from(twice[axis]) - 2 * i64::from(from[axis]));
    edge[0] * to_point[1] >= edge[1] * to_point[0]
}

fn distance_squared(point: [i32; 2], from: [i32; 2], to: [i32; 2]) -> f64 {
    let vector = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| i64::from(b[axis]) - i64::from(a[axis]));
    let dot = |a: [i64; 2], b: [i64; 2]| a[0] * b[0] + a[1] * b[1];
    let (edge, start, end) = (vector(from, to), vector(from, point), vector(to, point));
    let (along, length) = (dot(edge, start), dot(edge, edge));
    if along <= 0 {
        dot(start, start) as f64
    } else if along >= length {
        dot(end, end) as f64
    } else {
        let cross = (edge[0] * start[1] - edge[1] * start[0]) as f64;
        cross * cross / length as f64
    }
}

/// The positions of all corners: one bit for each corner of a pixel within the bounds, in rows of words.
struct CornerGrid {
    origin: [i32; 2],
    words_per_row: usize,
    /// Positions with at least one corner.
    once: Vec<u64>,
    /// Positions with corners of two polygons.
    twice: Vec<u64>,
}

impl CornerGrid {
    fn new(mask: &Mask) -> Result<CornerGrid, TryReserveError> {
        let Some(bounds) = mask.bounds else {
            return Ok(CornerGrid { origin: [0, 0], words_per_row: 0, once: Vec::new(), twice: Vec::new() });
        };
        let words_per_row = (bounds.width() + 1).div_ceil(WORD_BITS) as usize;
        let words = || memory::try_zeros(words_per_row * (bounds.height() as usize + 1));
        Ok(CornerGrid { origin: bounds.origin(), words_per_row, once: words()?, twice: words()? })
    }

    /// The word index and the bit of a position.
    fn bit(&self, [x, y]: [i32; 2]) -> (usize, u64) {
        let (x, y) = ((x - self.origin[0]) as usize, (y - self.origin[1]) as usize);
        (y * self.words_per_row + x / WORD_BITS as usize, 1 << (x % WORD_BITS as usize))
    }

    fn add(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    /// Removes a corner whose position no other corner shares.
    fn remove(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.once[word] &= !bit;
    }

    /// Whether a triangle [p, v, n], sides included, contains no corner but its own three. Returns `false` also if a
    /// second polygon has a corner at v, or if other polygons have corners at both p and n.
    fn holds_only(&self, triangle: [[i32; 2]; 3]) -> bool {
        let [a, v, b] = triangle;
        let [a_twice, v_twice, b_twice] = triangle.map(|point| {
            let (word, bit) = self.bit(point);
            self.twice[word] & bit != 0
        });
        if v_twice || a_twice && b_twice {
            return false;
        }
        let [top, bottom] = [a[1].min(v[1]).min(b[1]), a[1].max(v[1]).max(b[1])];
        (top..=bottom).all(|y| {
            let sides = [[a, v], [v, b], [b, a]].map(|[from, to]| crossing(from, to, y));
            let left = sides.iter().fold(i32::MAX, |left, side| left.min(side[0]));
            let right = sides.iter().fold(i32::MIN, |right, side| right.max(side[1]));
            left > right || self.row_is_clear(left, right, y, &triangle)
        })
    }

    /// Whether the positions `left <= x <= right` on the line `y` hold no corners except the given three.
    fn row_is_clear(&self, left: i32, right: i32, y: i32, except: &[[i32; 2]; 3]) -> bool {
        let ((first, from), (last, to)) = (self.bit([left, y]), self.bit([right, y]));
        (first..=last).all(|word| {
            let mut bits = self.once[word];
            if word == first {
                bits &= !(from - 1);
            }
            if word == last {
                bits &= to | (to - 1);
            }
            if bits != 0 {
                for &point in except.iter().filter(|point| point[1] == y) {
                    let (of, bit) = self.bit(point);
                    bits &= if of == word { !bit } else { u64::MAX };
                }
            }
            bits == 0
        })
    }
}

/// The x at which an edge crosses the line `y`: rounded up, for the left side of a triangle, and rounded down, for the
/// right side. For a horizontal edge, the two ends of the edge. For an edge that does not cross the line, an empty
/// interval.
fn crossing(a: [i32; 2], b: [i32; 2], y: i32) -> [i32; 2] {
    let ([x0, y0], [x1, y1]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    if y < y0 || y > y1 {
        return [i32::MAX, i32::MIN];
    }
    if y0 == y1 {
        return [x0.min(x1), x0.max(x1)];
    }
    let (across, down) = ((i64::from(x1) - i64::from(x0)) * i64::from(y - y0), i64::from(y1) - i64::from(y0));
    let floor = i64::from(x0) + across.div_euclid(down);
    let ceil = floor + i64::from(across.rem_euclid(down) != 0);
    [ceil as i32, floor as i32]
}
