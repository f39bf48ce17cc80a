//! Polygons.

use super::span::{Shape, Span, coordinate};
use crate::memory::{self, Refused, given};
use crate::{MaskError, Rect};
use alloc::vec::Vec;
use core::ops::Range;

/// A filled polygon, convex or not. Where its outline crosses or covers itself, what lies inside an odd
/// number of times is filled.
///
/// Its points are in the plane in which the pixel `[x, y]` is the square from (x, y) to (x + 1, y + 1). It
/// covers the pixels whose middle is inside; of middles that lie on the outline those with the polygon to
/// their right, or, on a level edge, below them. So polygons that share an edge share no pixel and leave
/// none out, and a polygon along the edges of pixels covers just these.
///
/// Where an edge crosses the middle of a row is computed in `f64`: exactly, as far as it matters, for
/// coordinates that are whole multiples of 1/256 up to 2^16.
///
/// ```
/// use mask::{Mask, Polygon};
///
/// let mut mask = Mask::new(6, 3)?;
/// mask.fill_shape(&Polygon::new([[0.0, 0.0], [6.0, 0.0], [3.0, 3.0]])?, [0, 0], true);
/// assert_eq!(mask.to_string(), "#####.\n.###..\n..#...");
/// # Ok::<(), mask::MaskError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// By the first row whose middle they cross.
    edges: Vec<Edge>,
}

/// An edge, downwards whichever way it was given, so that both polygons at it cross it at the same place.
#[derive(Debug, Clone, PartialEq)]
struct Edge {
    rows: Range<i64>,
    from: [f64; 2],
    to: [f64; 2],
}

impl Polygon {
    /// A polygon through points, whichever way round. The last is joined to the first.
    ///
    /// # Errors
    /// [`MaskError::PolygonPoints`] where there are fewer than three; [`MaskError::Coordinate`] where a
    /// coordinate is no number or further than 2^30 from 0; [`MaskError::NoMemory`].
    pub fn new(points: impl IntoIterator<Item = [f64; 2]>) -> Result<Polygon, MaskError> {
        let mut list: Vec<[f64; 2]> = Vec::new();
        for [x, y] in points {
            let point = [coordinate(x)?, coordinate(y)?];
            memory::push(&mut list, point).map_err(Refused::list(list.len() + 1, "points"))?;
        }
        let points = list;
        if points.len() < 3 {
            return Err(MaskError::PolygonPoints { given: points.len() });
        }
        let ends = points.iter().zip(points.iter().skip(1).chain(points.first()));
        let edges = memory::list(ends.map(|(&from, &to)| Edge::new(from, to)));
        let mut edges = edges.map_err(Refused::list(points.len(), "points"))?;
        edges.retain(|edge| !edge.rows.is_empty());
        edges.sort_unstable_by_key(|edge| edge.rows.start);
        Ok(Polygon { edges })
    }

    /// A box around the pixels that the polygon covers, at most two pixels larger on each side. `None` if it covers
    /// none.
    ///
    /// ```
    /// use mask::{Polygon, Rect};
    ///
    /// let triangle = Polygon::new([[0.0, 0.0], [6.0, 0.0], [3.0, 3.0]])?;
    /// assert_eq!(triangle.bounds(), Some(Rect { left: -1, top: 0, width: 8, height: 3 }));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let top = self.edges.first()?.rows.start;
        let bottom = self.edges.iter().map(|edge| edge.rows.end).max()?;
        let xs = || self.edges.iter().flat_map(|edge| [edge.from[0], edge.to[0]]);
        // A pixel to spare on each side, because rounding may move a crossing beyond the ends of its edge.
        let left = libm::floor(xs().fold(f64::INFINITY, f64::min)) as i32 - 1;
        let right = libm::ceil(xs().fold(f64::NEG_INFINITY, f64::max)) as i32 + 1;
        Some(Rect { left, top: top as i32, width: right.abs_diff(left), height: (bottom - top) as u32 })
    }
}

impl Edge {
    fn new(from: [f64; 2], to: [f64; 2]) -> Edge {
        let (from, to) = if from[1] <= to[1] { (from, to) } else { (to, from) };
        // Rows with from.y <= y + 0.5 < to.y.
        let row = |y: f64| libm::ceil(y - 0.5) as i64;
        Edge { rows: row(from[1])..row(to[1]), from, to }
    }

    /// The first column whose middle is not to the left of the edge, in the middle of a row.
    fn column(&self, y: i64) -> i64 {
        let [from, to] = [self.from, self.to];
        let x = from[0] + (y as f64 + 0.5 - from[1]) * (to[0] - from[0]) / (to[1] - from[1]);
        libm::ceil(x - 0.5) as i64
    }
}

impl Shape for Polygon {
    fn rows(&self) -> Range<i64> {
        let top = self.edges.first().map_or(0, |edge| edge.rows.start);
        top..self.edges.iter().map(|edge| edge.rows.end).max().unwrap_or(top)
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        let (mut next, mut here, mut columns) = (0, Vec::<&Edge>::new(), Vec::new());
        let refused = Refused::list(self.edges.len(), "edges");
        rows.flat_map(move |y| {
            // The edges that cross the row: those from above that go on, and those that begin.
            here.retain(|edge| y < edge.rows.end);
            while let Some(edge) = self.edges.get(next).filter(|edge| edge.rows.start <= y) {
                next += 1;
                if y < edge.rows.end {
                    given(memory::push(&mut here, edge).map_err(&refused));
                }
            }
            columns.clear();
            given(columns.try_reserve(here.len()).map_err(|_| refused(Refused)));
            columns.extend(here.iter().map(|edge| edge.column(y)));
            columns.sort_unstable();
            let (pairs, _) = columns.as_chunks::<2>();
            let spans = pairs.iter().filter(|[left, right]| left < right);
            given(memory::list(spans.map(|&[left, right]| Span { y, left, right })).map_err(&refused))
        })
    }
}
