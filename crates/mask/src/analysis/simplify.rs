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
//! A growing simplification also replaces an edge a-b between two corners that turn towards solid pixels by the point q
//! at which its neighbors meet, so the polygon only gains area:
//!
//! ```text
//!        q               As three steps: q joins the edge a-b, then a goes, then b. The last two are removals as above.
//!       / \              For the first, a-q must also cross no edge, because both of its sides are new: an edge may
//!      a---b             pass through the triangle and have its ends elsewhere. A grid of edges finds it. q is a corner
//!     /     \            of a pixel on the outer side of both lines, and within the bounds of the solid pixels.
//!    p       n
//! ```
//!
//! `geo` offers a variant of Visvalingam and Whyatt's method that removes corners until the crossings that it finds
//! are gone. Its documentation says that the result may be invalid, and that holes may end up outside. A bitmap of
//! all corners makes the exact test cheaper than the tree that the method of `geo` needs.

use super::contour::{ContourRange, Contours};
use super::trace::{CornerGrid, EdgeGrid};
use crate::{Mask, MaskError, Rect, memory};
use alloc::collections::{BinaryHeap, TryReserveError};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// How far simplified contours may be from the exact ones, and on which side.
///
/// A plain `f64` converts into the tolerance.
///
/// ```
/// # use hitmask::Simplify;
/// assert_eq!(Simplify::from(1.5), Simplify::new(1.5));
/// assert!(Simplify::new(1.5).covering().covering);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Simplify {
    /// The largest distance between simplified and exact contours, in pixels.
    pub tolerance: f64,
    /// Whether the simplified contours cover all solid pixels: they lie outside of the exact ones or on them.
    pub covering: bool,
}

impl Simplify {
    /// Creates a simplification up to `tolerance` pixels off, on both sides.
    #[must_use]
    pub const fn new(tolerance: f64) -> Simplify {
        Simplify { tolerance, covering: false }
    }

    /// Returns the simplification that never cuts a solid pixel.
    #[must_use]
    pub const fn covering(self) -> Simplify {
        Simplify { covering: true, ..self }
    }
}

impl From<f64> for Simplify {
    fn from(tolerance: f64) -> Simplify {
        Simplify::new(tolerance)
    }
}

/// The part of the solid pixels that a simplification keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    Nothing,
    /// The centers of solid pixels. Only convex parts ask for it.
    Centers,
    /// All of the solid pixels.
    Pixels,
}

/// Contours with fewer corners.
/// Returns the exact contours with fewer corners.
pub(crate) fn contours_within(
    mask: &Mask,
    contours: &Contours,
    tolerance: f64,
    keep: Keep,
) -> Result<Contours, MaskError> {
    let no_memory = memory::for_list(contours.points.len(), "corners");
    simplified(mask, contours, tolerance, keep).map_err(no_memory)
}

/// Returns a tolerance, or an error if it is none.
pub(crate) fn checked(tolerance: f64) -> Result<f64, MaskError> {
    if tolerance.is_finite() && tolerance >= 0.0 { Ok(tolerance) } else { Err(MaskError::Tolerance { tolerance }) }
}

/// The contours without the corners that can be removed. Corners that turn away from solid pixels are removed first if
/// something has to be kept, because each of them would be between two convex parts.
fn simplified(mask: &Mask, contours: &Contours, tolerance: f64, keep: Keep) -> Result<Contours, TryReserveError> {
    let mut polygons = RemainingPolygons::new(mask, contours, keep)?;
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
    /// The corners of the exact contours, in the order of `corners`.
    exact: Vec<[i32; 2]>,
    rings: Vec<Ring>,
    bounds: Option<Rect>,
    occupied: CornerGrid,
    /// The edges, unless nothing is kept: then no polygon grows.
    edges: Option<EdgeGrid>,
    keep: Keep,
    /// Whether the polygons only gain area, and edges are removed.
    is_growing: bool,
    /// The centers that have to stay inside, one for each corner, if centers are kept.
    centers: Vec<Option<[i32; 2]>>,
}

#[derive(Clone, Copy)]
struct RingCorner {
    at: [i32; 2],
    ring: u32,
    /// The neighbors among the corners that stay.
    before: u32,
    after: u32,
    /// The last of the exact corners that this corner stands for. It is the corner itself, unless it replaced an edge.
    last: u32,
    stays: bool,
    /// The numbers of the last estimates: of a removal of the corner, and of a removal of the edge after it. Earlier
    /// estimates are out of date.
    estimates: [u64; 2],
}

/// A polygon: the range of its corners.
struct Ring {
    corners: Range<u32>,
    /// The number of corners that stay.
    remaining: u32,
}

/// A removal: of a corner, or of the edge after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Removal {
    Corner,
    Edge,
}

/// The cost of a removal: the squared distance, the number of the estimate, the corner, and what is removed. The
/// distance is stored as its bits, which sort as the distance does because no distance is negative. Of equal distances,
/// the oldest estimate comes first, so that edges grow evenly.
type Estimate = Reverse<(u64, u64, u32, Removal)>;

impl RemainingPolygons {
    fn new(mask: &Mask, contours: &Contours, keep: Keep) -> Result<RemainingPolygons, TryReserveError> {
        let count = contours.points.len();
        let (mut corners, mut exact) = (memory::try_with_capacity(count)?, memory::try_with_capacity(count)?);
        let mut rings = memory::try_with_capacity(contours.len())?;
        let mut occupied = CornerGrid::new(mask)?;
        for (contour, ring) in contours.iter().zip(0..) {
            let first = corners.len() as u32;
            let count = contour.points().len() as u32;
            exact.extend_from_slice(contour.points());
            for (&at, i) in contour.points().iter().zip(0..) {
                let (before, after) = (first + (i + count - 1) % count, first + (i + 1) % count);
                let last = first + i;
                corners.push(RingCorner { at, ring, before, after, last, stays: true, estimates: [0; 2] });
                occupied.add(at);
            }
            rings.push(Ring { corners: first..first + count, remaining: count });
        }
        let bounds = mask.bounds();
        let mut edges = None;
        if let Some(bounds) = bounds
            && keep != Keep::Nothing
        {
            let grid = edges.insert(EdgeGrid::new(bounds, corners.len())?);
            for (from, corner) in (0..).zip(&corners) {
                grid.add([from, corner.after], [corner.at, corners[corner.after as usize].at])?;
            }
        }
        let centers = if keep == Keep::Centers { centers(contours)? } else { Vec::new() };
        Ok(RemainingPolygons { corners, exact, rings, bounds, occupied, edges, keep, is_growing: false, centers })
    }

    /// Removes corners and edges as long as the squared distance is at most `limit`. What cuts solid pixels comes
    /// first: whether a removal keeps their centers is only known while no corner has moved.
    fn simplify(&mut self, limit: f64) -> Result<(), TryReserveError> {
        let phases: &[bool] = match self.keep {
            Keep::Nothing => &[false],
            Keep::Centers => &[false, true],
            Keep::Pixels => &[true],
        };
        for &is_growing in phases {
            self.is_growing = is_growing;
            self.remove_cheapest(limit)?;
        }
        Ok(())
    }

    /// Removes corners and edges, the cheapest first.
    fn remove_cheapest(&mut self, limit: f64) -> Result<(), TryReserveError> {
        let mut queue = BinaryHeap::new();
        let mut estimates = 0;
        for corner in 0..self.corners.len() as u32 {
            if !self.corners[corner as usize].stays {
                continue;
            }
            self.estimate(corner, limit, &mut estimates, &mut queue)?;
            self.estimate_edge(corner, limit, &mut estimates, &mut queue)?;
        }
        while let Some(Reverse((_, estimate, id, removal))) = queue.pop() {
            let RingCorner { before, after, estimates: last, ring, .. } = self.corners[id as usize];
            if estimate != last[removal as usize] || self.rings[ring as usize].remaining == 3 {
                continue;
            }
            let done = match removal {
                Removal::Corner => self.remove_corner(id, limit)?,
                Removal::Edge => self.remove_edge(id, limit)?,
            };
            if !done {
                continue;
            }
            // The corners on both sides, and the edges that begin at them or end there.
            let sides = match removal {
                Removal::Corner => [before, after, after],
                Removal::Edge => [before, id, self.corners[id as usize].after],
            };
            for (index, side) in sides.into_iter().enumerate() {
                if index == 0 || side != sides[index - 1] {
                    self.estimate(side, limit, &mut estimates, &mut queue)?;
                    self.estimate_edge(side, limit, &mut estimates, &mut queue)?;
                }
            }
            self.estimate_edge(self.corners[before as usize].before, limit, &mut estimates, &mut queue)?;
        }
        Ok(())
    }

    /// Removes a corner, unless another corner is in the way.
    fn remove_corner(&mut self, id: u32, limit: f64) -> Result<bool, TryReserveError> {
        let RingCorner { at, before, after, ring, .. } = self.corners[id as usize];
        let [from, to] = [before, after].map(|corner| self.corners[corner as usize].at);
        // An edge beside a corner that has moved may have changed since the estimate.
        let has_moved = [before, after].into_iter().any(|corner| self.has_moved(corner));
        if !self.occupied.holds_only([from, at, to]) || has_moved && self.removal(id, limit).is_none() {
            return Ok(false);
        }
        self.rings[ring as usize].remaining -= 1;
        self.occupied.remove(at);
        self.corners[id as usize].stays = false;
        self.join(before, after)?;
        Ok(true)
    }

    /// Replaces the edge after a corner by one point, unless a corner or an edge is in the way.
    fn remove_edge(&mut self, id: u32, limit: f64) -> Result<bool, TryReserveError> {
        let Some((to, _)) = self.edge_removal(id, limit) else { return Ok(false) };
        let RingCorner { at, before, after, ring, .. } = self.corners[id as usize];
        let end = self.corners[after as usize];
        let [previous, next] = [before, end.after].map(|corner| self.corners[corner as usize].at);
        let is_clear = self.occupied.is_free(to)
            && [[at, to, end.at], [previous, at, to], [to, end.at, next]]
                .into_iter()
                .all(|triangle| self.occupied.holds_only(triangle));
        if !is_clear || self.edges.as_ref().is_none_or(|edges| edges.any(at, to, |edge| self.crosses(edge, id, to))) {
            return Ok(false);
        }
        self.rings[ring as usize].remaining -= 1;
        self.occupied.remove(at);
        self.occupied.remove(end.at);
        self.occupied.add(to);
        self.corners[after as usize].stays = false;
        let corner = &mut self.corners[id as usize];
        (corner.at, corner.last) = (to, end.last);
        self.join(before, id)?;
        self.join(id, end.after)?;
        Ok(true)
    }

    /// Makes two corners neighbors.
    fn join(&mut self, from: u32, to: u32) -> Result<(), TryReserveError> {
        self.corners[from as usize].after = to;
        self.corners[to as usize].before = from;
        let ends = [from, to].map(|corner| self.corners[corner as usize].at);
        self.edges.as_mut().map_or(Ok(()), |edges| edges.add([from, to], ends))
    }

    /// Returns whether an edge of the grid still exists, and touches the line from a corner that it does not have to a
    /// point.
    fn crosses(&self, [from, to]: [u32; 2], corner: u32, point: [i32; 2]) -> bool {
        let [start, end, own] = [from, to, corner].map(|corner| self.corners[corner as usize]);
        let exists = start.stays && end.stays && start.after == to && from != corner && to != corner;
        exists && touch([own.at, point], [start.at, end.at])
    }

    /// Returns whether a corner is not where it was in the exact contour.
    fn has_moved(&self, corner: u32) -> bool {
        self.corners[corner as usize].at != self.exact[corner as usize]
    }

    /// Queues the removal of a corner if the edge that would replace it is near enough.
    fn estimate(
        &mut self,
        id: u32,
        limit: f64,
        estimates: &mut u64,
        queue: &mut BinaryHeap<Estimate>,
    ) -> Result<(), TryReserveError> {
        *estimates += 1;
        self.corners[id as usize].estimates[0] = *estimates;
        let Some((farthest, is_last)) = self.removal(id, limit) else { return Ok(()) };
        queue.try_reserve(1)?;
        queue.push(Reverse((farthest.to_bits() | u64::from(is_last) << 63, *estimates, id, Removal::Corner)));
        Ok(())
    }

    /// Queues the removal of the edge after a corner if the point that would replace it is near enough.
    fn estimate_edge(
        &mut self,
        id: u32,
        limit: f64,
        estimates: &mut u64,
        queue: &mut BinaryHeap<Estimate>,
    ) -> Result<(), TryReserveError> {
        if !self.is_growing {
            return Ok(());
        }
        *estimates += 1;
        self.corners[id as usize].estimates[1] = *estimates;
        let Some((_, farthest)) = self.edge_removal(id, limit) else { return Ok(()) };
        queue.try_reserve(1)?;
        queue.push(Reverse((farthest.to_bits() | 1 << 63, *estimates, id, Removal::Edge)));
        Ok(())
    }

    /// The squared distance from the exact corners to the edge that would replace a corner, and whether the removal
    /// comes after those of corners that turn away from solid pixels. `None` if the removal is not allowed.
    fn removal(&self, id: u32, limit: f64) -> Option<(f64, bool)> {
        let RingCorner { at, before, after, .. } = self.corners[id as usize];
        let [start, end] = [before, after].map(|corner| self.corners[corner as usize]);
        let turns_away = is_inside(start.at, end.at, at.map(|c| 2 * c));
        let is_allowed = match self.keep {
            _ if self.is_growing => turns_away,
            Keep::Centers => self.keeps_centers(before, end.last, [start.at, end.at]),
            Keep::Nothing | Keep::Pixels => true,
        };
        if !is_allowed {
            return None;
        }
        let farthest = self.farthest([before, after], None, limit)?;
        Some((farthest, self.keep != Keep::Nothing && !turns_away))
    }

    /// The point that would replace the edge after a corner, and the squared distance between the exact contour and the
    /// edges to this point. `None` if the removal is not allowed.
    fn edge_removal(&self, id: u32, limit: f64) -> Option<([i32; 2], f64)> {
        let RingCorner { at, before, after, ring, .. } = self.corners[id as usize];
        let (start, end) = (self.corners[before as usize], self.corners[after as usize]);
        let beyond = self.corners[end.after as usize];
        if self.rings[ring as usize].remaining == 3 {
            return None;
        }
        let [outer_start, outer_end] = [start.before, beyond.after].map(|corner| self.corners[corner as usize].at);
        let to = meeting_point([outer_start, start.at, at, end.at, beyond.at, outer_end], self.bounds?)?;
        // From the point to the exact contour, and from there to the new edges.
        let nearest = self.exact_edges(before, beyond.last).map(|[a, b]| distance_squared(to, a, b));
        let nearest = nearest.fold(f64::MAX, f64::min);
        if nearest > limit {
            return None;
        }
        Some((to, nearest.max(self.farthest([before, end.after], Some(to), limit)?)))
    }

    /// The largest squared distance to the edge between two corners, maybe through a third point, from the exact
    /// corners that it replaces. `None` if it is above `limit`.
    ///
    /// Exact corners of an end that has moved may be nearer to the next edge there. Of a straight piece of the exact
    /// contour, both ends must be near the same edge: then all of it is.
    fn farthest(&self, [from, to]: [u32; 2], through: Option<[i32; 2]>, limit: f64) -> Option<f64> {
        let at = |corner: u32| self.corners[corner as usize].at;
        let (start, end) = (self.corners[from as usize], self.corners[to as usize]);
        let middle = through.unwrap_or(start.at);
        let mut edges = [Some([start.at, middle]).filter(|_| through.is_some()), Some([middle, end.at]), None, None];
        edges[2] = self.has_moved(from).then(|| [at(start.before), start.at]);
        edges[3] = self.has_moved(to).then(|| [end.at, at(end.after)]);
        let (mut farthest, mut near_before) = (0.0f64, [true; 4]);
        for corner in self.exact_corners(from, end.last) {
            let distances = edges.map(|edge| edge.map_or(f64::INFINITY, |[a, b]| distance_squared(corner, a, b)));
            let near = distances.map(|distance| distance <= limit);
            if !near.iter().zip(near_before).any(|(&near, before)| near && before) {
                return None;
            }
            near_before = near;
            farthest = farthest.max(distances.into_iter().fold(f64::INFINITY, f64::min));
        }
        Some(farthest)
    }

    /// The exact corners from one to another, both included.
    fn exact_corners(&self, from: u32, to: u32) -> impl Iterator<Item = [i32; 2]> {
        self.numbers(from, to).map(|corner| self.exact[corner as usize])
    }

    /// The straight pieces of the exact contour from one corner to another.
    fn exact_edges(&self, from: u32, to: u32) -> impl Iterator<Item = [[i32; 2]; 2]> {
        self.exact_corners(from, to).zip(self.exact_corners(from, to).skip(1)).map(|(a, b)| [a, b])
    }

    /// The numbers of the exact corners from one to another of a polygon, both included.
    fn numbers(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + use<> {
        let Range { start, end } = self.rings[self.corners[from as usize].ring as usize].corners;
        let (head, tail) = if from <= to { (from..to + 1, 0..0) } else { (from..end, start..to + 1) };
        head.chain(tail)
    }

    /// Returns whether the centers at the exact corners from one to another are inside of an edge.
    fn keeps_centers(&self, from: u32, to: u32, [a, b]: [[i32; 2]; 2]) -> bool {
        self.numbers(from, to).all(|corner| self.centers[corner as usize].is_none_or(|center| is_inside(a, b, center)))
    }
}

/// The corner of a pixel at which two edges meet that are extended over the edge a-b between them, or near the place
/// at which they meet: outside of both edges. `None` if they do not meet, or if a corner next to them would turn away
/// from solid pixels and did not before.
fn meeting_point([outer_p, p, a, b, n, outer_n]: [[i32; 2]; 6], bounds: Rect) -> Option<[i32; 2]> {
    let wide = |from: [i32; 2], to: [i32; 2]| [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let cross = |[x, y]: [i64; 2], [z, w]: [i64; 2]| x * w - y * z;
    let (first, second) = (wide(p, a), wide(b, n));
    let turn = cross(first, second);
    if turn <= 0 || corner_turn(p, a, b) <= 0 || corner_turn(a, b, n) <= 0 {
        return None;
    }
    let along = i128::from(cross(wide(a, b), second));
    // The place is a + first * along / turn. A place far outside the bounds is none.
    let place = |axis: usize| {
        let offset = (i128::from(first[axis]) * along).div_euclid(i128::from(turn));
        i32::try_from(i128::from(a[axis]) + offset).ok().map(i64::from)
    };
    let [x, y] = [place(0)?, place(1)?];
    let is_within = |[x, y]: [i64; 2]| {
        (i64::from(bounds.left)..=bounds.right()).contains(&x) && (i64::from(bounds.top)..=bounds.bottom()).contains(&y)
    };
    let near = (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| [x + dx, y + dy])).filter(|&at| is_within(at));
    let fits = |&q: &[i32; 2]| {
        let keeps_turn = |before: i64, after: i64| before <= 0 || after > 0;
        is_inside(p, q, a.map(|c| 2 * c))
            && is_inside(q, n, b.map(|c| 2 * c))
            && corner_turn(p, q, n) > 0
            && keeps_turn(corner_turn(outer_p, p, a), corner_turn(outer_p, p, q))
            && keeps_turn(corner_turn(b, n, outer_n), corner_turn(q, n, outer_n))
    };
    let least = |q: &[i32; 2]| distance_squared(*q, a, b);
    near.map(|at| at.map(|c| c as i32)).filter(fits).min_by(|q, other| least(q).total_cmp(&least(other)))
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

/// Above 0 if a corner turns towards solid pixels, below if it turns away from them.
fn corner_turn(before: [i32; 2], at: [i32; 2], after: [i32; 2]) -> i64 {
    let vector = |from: [i32; 2], to: [i32; 2]| [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let ([x, y], [z, w]) = (vector(before, at), vector(at, after));
    x * w - y * z
}

/// Returns whether two lines share a point.
fn touch([a, b]: [[i32; 2]; 2], [c, d]: [[i32; 2]; 2]) -> bool {
    let apart =
        |axis: usize| a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis]);
    let on_one_side = |x: i64, y: i64| x.signum() * y.signum() > 0;
    !(apart(0)
        || apart(1)
        || on_one_side(corner_turn(a, b, c), corner_turn(a, b, d))
        || on_one_side(corner_turn(c, d, a), corner_turn(c, d, b)))
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
