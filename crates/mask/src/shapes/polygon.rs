//! Filled polygons.

use super::shape::{Shape, Span, coordinate};
use crate::geometry::Sealed;
use crate::heapsort::heapsort_by_key;
use crate::memory::or_panic;
use crate::{IntoPoint, MaskError, Rect, memory};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// A filled polygon, convex or not.
///
/// The polygon follows the even-odd rule: if the outline crosses or covers itself, the polygon covers the areas that
/// the outline surrounds an odd number of times.
///
/// The points are in pixels. The pixel `[x, y]` is the square from (x, y) to (x + 1, y + 1). The polygon covers each
/// pixel whose middle is inside. A middle on the outline counts as inside if the polygon is to its right or, on a
/// horizontal edge, below it. So polygons that share an edge share no pixel and leave no gap, and a polygon along the
/// edges of pixels covers exactly the enclosed pixels.
///
/// The crossing of an edge with the middle of a row is computed in `f64`. The covered pixels are exact for coordinates
/// that are whole multiples of 1/256 up to 2^16.
///
/// ```
/// use hitmask::{Mask, Polygon};
///
/// let mut mask = Mask::new(6, 3)?;
/// mask.fill_shape(&Polygon::new([[0.0, 0.0], [6.0, 0.0], [3.0, 3.0]])?, [0, 0], true)?;
/// assert_eq!(mask.to_string(), "#####.\n.###..\n..#...");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// Sorted by the first row whose middle the edge crosses.
    edges: Vec<PolygonEdge>,
}

/// An edge of a polygon, directed downwards.
///
/// The fixed direction makes two polygons with a common edge compute the same crossings, whichever way each lists its
/// points.
#[derive(Debug, Clone, PartialEq)]
struct PolygonEdge {
    rows: Range<i64>,
    from: [f64; 2],
    to: [f64; 2],
}

impl Polygon {
    /// Creates a polygon from its points, in either direction. The last point is joined to the first.
    ///
    /// # Errors
    /// Returns [`MaskError::PolygonPoints`] if there are fewer than three points. Returns [`MaskError::Coordinate`] if
    /// a coordinate is NaN or farther than 2^30 from 0. Returns [`MaskError::NoMemory`] if the allocation fails.
    pub fn new<N>(points: impl IntoIterator<Item: IntoPoint<N>>) -> Result<Polygon, MaskError> {
        Polygon::from_rings([points])
    }

    /// Creates a polygon of several closed outlines, in any order and direction: an outline inside another one is a
    /// hole, and one beside it is another part. The even-odd rule holds for all of them together.
    ///
    /// ```
    /// use hitmask::{Mask, Polygon};
    ///
    /// let outline = [[0, 0], [5, 0], [5, 3], [0, 3]];
    /// let hole = [[1, 1], [4, 1], [4, 2], [1, 2]];
    /// let (ring, at) = Mask::from_shape(&Polygon::from_rings([outline, hole])?)?;
    /// assert_eq!((ring.to_string().as_str(), at), ("#####\n#...#\n#####", [0, 0]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Polygon::new`], for each outline.
    pub fn from_rings<N>(
        rings: impl IntoIterator<Item: IntoIterator<Item: IntoPoint<N>>>,
    ) -> Result<Polygon, MaskError> {
        let (mut points, mut edges): (Vec<[f64; 2]>, Vec<PolygonEdge>) = (Vec::new(), Vec::new());
        for ring in rings {
            points.clear();
            for point in ring {
                let [x, y] = point.into_point();
                let point = [coordinate(x)?, coordinate(y)?];
                memory::try_push(&mut points, point).map_err(memory::for_list(points.len() + 1, "points"))?;
            }
            if points.len() < 3 {
                return Err(MaskError::PolygonPoints { given: points.len() });
            }
            let ends = points.iter().zip(points.iter().skip(1).chain(points.first()));
            let new = ends.map(|(&from, &to)| PolygonEdge::new(from, to)).filter(|edge| !edge.rows.is_empty());
            memory::try_extend(&mut edges, new).map_err(memory::for_list(points.len(), "points"))?;
        }
        heapsort_by_key(&mut edges, |edge| edge.rows.start);
        Ok(Polygon { edges })
    }

    /// Returns a box around the pixels of the polygon, at most two pixels larger on each side, or `None` if the
    /// polygon has no pixels.
    ///
    /// ```
    /// use hitmask::{Polygon, Rect};
    ///
    /// let triangle = Polygon::new([[0.0, 0.0], [6.0, 0.0], [3.0, 3.0]])?;
    /// assert_eq!(triangle.bounds(), Some(Rect { left: -1, top: 0, width: 8, height: 3 }));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let top = self.edges.first()?.rows.start;
        let bottom = self.edges.iter().map(|edge| edge.rows.end).max()?;
        let xs = || self.edges.iter().flat_map(|edge| [edge.from[0], edge.to[0]]);
        // Rounding may move a crossing beyond the ends of its edge, so each side gets an extra pixel.
        let left = libm::floor(xs().fold(f64::INFINITY, f64::min)) as i32 - 1;
        let right = libm::ceil(xs().fold(f64::NEG_INFINITY, f64::max)) as i32 + 1;
        Some(Rect { left, top: top as i32, width: right.abs_diff(left), height: (bottom - top) as u32 })
    }
}

impl PolygonEdge {
    fn new(from: [f64; 2], to: [f64; 2]) -> PolygonEdge {
        let (from, to) = if from[1] <= to[1] { (from, to) } else { (to, from) };
        // The rows y with from.y <= y + 0.5 < to.y.
        let row = |y: f64| libm::ceil(y - 0.5) as i64;
        PolygonEdge { rows: row(from[1])..row(to[1]), from, to }
    }

    /// The first column whose middle lies on or to the right of the edge, at the middle of row `y`.
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
        or_panic(self.try_spans(rows))
    }

    fn try_spans(&self, rows: Range<i64>) -> Result<impl Iterator<Item = Span>, MaskError> {
        let out_of_memory = memory::for_list(self.edges.len(), "edges");
        Ok(PolygonSpans {
            edges: &self.edges,
            active: memory::try_with_capacity(self.edges.len()).map_err(&out_of_memory)?,
            columns: memory::try_with_capacity(self.edges.len()).map_err(out_of_memory)?,
            y: rows.start,
            rows,
        })
    }
}

/// The spans of a polygon, row by row. The lists have capacity for all edges, so the iterator never allocates.
struct PolygonSpans<'a> {
    /// The edges that begin below the current row, sorted by their first row.
    edges: &'a [PolygonEdge],
    /// The edges that cross the current row.
    active: Vec<&'a PolygonEdge>,
    /// The first columns to the right of the active edges, from right to left. Each pair from the end of the list
    /// bounds a span.
    columns: Vec<i64>,
    /// The current row, and the rows that remain.
    y: i64,
    rows: Range<i64>,
}

impl Iterator for PolygonSpans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            while let (Some(left), Some(right)) = (self.columns.pop(), self.columns.pop()) {
                if left < right {
                    return Some(Span { y: self.y, left, right });
                }
            }
            self.y = self.rows.next()?;
            let y = self.y;
            self.active.retain(|edge| y < edge.rows.end);
            while let Some((edge, later)) = self.edges.split_first().filter(|(edge, _)| edge.rows.start <= y) {
                self.edges = later;
                if y < edge.rows.end {
                    self.active.push(edge);
                }
            }
            self.columns.extend(self.active.iter().map(|edge| edge.column(y)));
            heapsort_by_key(&mut self.columns, |&column| Reverse(column));
        }
    }
}
