//! Iterators over the solid pixels: over the runs of rows and over single pixels.

use crate::kernel::{BitRuns, WORD_BITS};
use crate::shapes::ShapeKind;
use crate::store::RowWords;
use crate::{Mask, Shape, Span};
use core::iter::FusedIterator;
use core::ops::Range;

/// A maximal run of solid pixels in one row: the pixels `left <= x < right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Run {
    /// The row of the run.
    pub y: i32,
    /// The first pixel of the run.
    pub left: i32,
    /// The pixel after the last pixel of the run.
    pub right: i32,
}

impl Run {
    /// Returns the number of pixels in the run, at least 1.
    #[must_use]
    pub fn width(&self) -> u32 {
        (self.right - self.left) as u32
    }
}

/// Iterators over the solid pixels in raster order: row by row, each row from left to right.
impl Mask {
    /// Returns an iterator over the runs of all rows, in raster order.
    ///
    /// Cost: one read of each word within the bounds, and a few instructions for each run.
    ///
    /// ```
    /// use hitmask::{Mask, Run};
    ///
    /// let mask: Mask = "##.#\n....\n.##.".parse()?;
    /// let runs: Vec<Run> = mask.runs().collect();
    /// assert_eq!((runs[1].y, runs[1].left, runs[1].right), (0, 3, 4));
    /// assert_eq!((runs[2].y, runs[2].left, runs[2].right), (2, 1, 3));
    /// assert_eq!(runs.len(), 3);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn runs(&self) -> Runs<'_> {
        let rows = self.bounds.map_or(0..0, |bounds| bounds.top..bounds.bottom);
        Runs::new(self, rows)
    }

    /// The runs of a row within the bounds of the solid pixels.
    #[inline(always)]
    pub(crate) fn runs_in_row(&self, y: u32) -> BitRuns<RowWords<'_>> {
        let columns = self.bounds.map_or(0..0, |bounds| self.columns(&bounds));
        BitRuns::new(columns.start * WORD_BITS, self.words_in_row(columns, y))
    }

    /// Returns an iterator over the runs of row `y`, from left to right. The iterator is empty if the row lies
    /// outside the mask.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "....\n##.#".parse()?;
    /// let widths: Vec<u32> = mask.row_runs(1).map(|run| run.width()).collect();
    /// assert_eq!(widths, [2, 1]);
    /// assert_eq!(mask.row_runs(-1).count(), 0);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn row_runs(&self, y: i32) -> Runs<'_> {
        let y = y as u32;
        let inside = self.bounds.is_some_and(|bounds| (bounds.top..bounds.bottom).contains(&y));
        Runs::new(self, if inside { y..y + 1 } else { 0..0 })
    }

    /// Returns an iterator over the solid pixels, in raster order.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = ".#\n##".parse()?;
    /// assert!(mask.pixels().eq([[1, 0], [0, 1], [1, 1]]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn pixels(&self) -> Pixels<'_> {
        Pixels { runs: self.runs(), run: Run { y: 0, left: 0, right: 0 } }
    }
}

/// The solid pixels of the mask.
impl Shape for Mask {
    fn rows(&self) -> Range<i64> {
        self.bounds.map_or(0..0, |bounds| bounds.top.into()..bounds.bottom.into())
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        let own = Shape::rows(self);
        let [first, end] = [rows.start, rows.end].map(|y| y.clamp(own.start, own.end) as u32);
        Runs::new(self, first..end).map(|run| Span { y: run.y.into(), left: run.left.into(), right: run.right.into() })
    }

    #[inline(always)]
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Mask(self)
    }
}

/// Iterates over the solid pixels as [`Mask::pixels`] does: row by row, each row from left to right.
///
/// ```
/// # use hitmask::Mask;
/// let mask: Mask = ".#\n##".parse()?;
/// let mut pixels = Vec::new();
/// for [x, y] in &mask {
///     pixels.push([x, y]);
/// }
/// assert_eq!(pixels, [[1, 0], [0, 1], [1, 1]]);
/// # Ok::<(), hitmask::MaskError>(())
/// ```
impl<'a> IntoIterator for &'a Mask {
    type Item = [i32; 2];
    type IntoIter = Pixels<'a>;

    fn into_iter(self) -> Pixels<'a> {
        self.pixels()
    }
}

/// An iterator over the runs of a mask, in raster order. See [`Mask::runs`] and [`Mask::row_runs`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Runs<'a> {
    mask: &'a Mask,
    /// The rows that remain after the current row.
    rows: Range<u32>,
    y: u32,
    /// The runs of row `y` that remain.
    row: BitRuns<RowWords<'a>>,
}

impl<'a> Runs<'a> {
    fn new(mask: &'a Mask, rows: Range<u32>) -> Runs<'a> {
        Runs { mask, rows, y: 0, row: BitRuns::new(0, RowWords::default()) }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        loop {
            if let Some(run) = self.row.next() {
                return Some(Run { y: self.y as i32, left: run.start as i32, right: run.end as i32 });
            }
            self.y = self.rows.next()?;
            self.row = self.mask.runs_in_row(self.y);
        }
    }
}

impl FusedIterator for Runs<'_> {}

/// An iterator over the solid pixels of a mask, in raster order. See [`Mask::pixels`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Pixels<'a> {
    runs: Runs<'a>,
    /// The pixels of the current run that remain.
    run: Run,
}

impl Iterator for Pixels<'_> {
    type Item = [i32; 2];

    #[inline]
    fn next(&mut self) -> Option<[i32; 2]> {
        if self.run.left == self.run.right {
            self.run = self.runs.next()?;
        }
        let at = [self.run.left, self.run.y];
        self.run.left += 1;
        Some(at)
    }
}

impl FusedIterator for Pixels<'_> {}
