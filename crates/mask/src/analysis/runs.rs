//! Iterators over the solid pixels: over the runs of rows and over single pixels.
//!
//! A run begins and ends at the positions at which a row changes between empty and solid. An XOR of the row with
//! itself, shifted by one pixel, has a bit for each of these positions. Counting trailing zeros finds the next one:
//!
//! ```text
//!   word             . # # # . . # .      leftmost pixel, lowest bit first
//!   one to the right . . # # # . . #
//!   XOR              . # . . # . # #      begins at 1, ends at 4, begins at 6, ends at 7
//! ```

use crate::Mask;
use crate::kernel::WORD_BITS;
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
    /// One past the last pixel of the run.
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
    /// use mask::{Mask, Run};
    ///
    /// let mask: Mask = "##.#\n....\n.##.".parse()?;
    /// let runs: Vec<Run> = mask.runs().collect();
    /// assert_eq!((runs[1].y, runs[1].left, runs[1].right), (0, 3, 4));
    /// assert_eq!((runs[2].y, runs[2].left, runs[2].right), (2, 1, 3));
    /// assert_eq!(runs.len(), 3);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn runs(&self) -> Runs<'_> {
        let rows = self.bounds.map_or(0..0, |bounds| bounds.top as u32..bounds.bottom() as u32);
        Runs::new(self, rows)
    }

    /// Returns an iterator over the runs of row `y`, from left to right. The iterator is empty if the row lies
    /// outside the mask.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "....\n##.#".parse()?;
    /// let widths: Vec<u32> = mask.row_runs(1).map(|run| run.width()).collect();
    /// assert_eq!(widths, [2, 1]);
    /// assert_eq!(mask.row_runs(-1).count(), 0);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn row_runs(&self, y: i32) -> Runs<'_> {
        let inside = self.bounds.is_some_and(|bounds| (i64::from(bounds.top)..bounds.bottom()).contains(&y.into()));
        Runs::new(self, if inside { y as u32..y as u32 + 1 } else { 0..0 })
    }

    /// Returns an iterator over the solid pixels, in raster order.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = ".#\n##".parse()?;
    /// assert!(mask.pixels().eq([[1, 0], [0, 1], [1, 1]]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn pixels(&self) -> Pixels<'_> {
        Pixels { runs: self.runs(), run: Run { y: 0, left: 0, right: 0 } }
    }
}

/// Iterates over the solid pixels as [`Mask::pixels`] does: row by row, each row from left to right.
///
/// ```
/// # use mask::Mask;
/// let mask: Mask = ".#\n##".parse()?;
/// let mut pixels = Vec::new();
/// for [x, y] in &mask {
///     pixels.push([x, y]);
/// }
/// assert_eq!(pixels, [[1, 0], [0, 1], [1, 1]]);
/// # Ok::<(), mask::MaskError>(())
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
    /// The columns of words within the bounds, and one more: the last run of a row ends in the additional column.
    columns: Range<usize>,
    /// The current row, and its columns that remain.
    y: u32,
    remaining_columns: Range<usize>,
    /// The pixel at the lowest bit of `changes`.
    first: i32,
    /// The positions in the current word at which empty and solid change, without the positions already returned.
    changes: u64,
    /// Whether the last pixel of the current word is solid.
    carry: u64,
}

impl<'a> Runs<'a> {
    fn new(mask: &'a Mask, rows: Range<u32>) -> Runs<'a> {
        let columns = mask.bounds.map_or(0..0, |bounds| mask.columns(&bounds));
        let columns = columns.start..columns.end + 1;
        Runs { mask, rows, columns, y: 0, remaining_columns: 0..0, first: 0, changes: 0, carry: 0 }
    }

    /// Returns the next position in the current row at which empty and solid change.
    #[inline]
    fn change(&mut self) -> Option<i32> {
        while self.changes == 0 {
            let column = self.remaining_columns.next()?;
            // The column after the last one has no words: its pixels are empty.
            let word =
                self.mask.words.get(column * self.mask.height as usize + self.y as usize).map_or(0, |&word| word);
            self.first = (column as u32 * WORD_BITS) as i32;
            self.changes = word ^ (word << 1 | self.carry);
            self.carry = word >> (WORD_BITS - 1);
        }
        let x = self.first + self.changes.trailing_zeros() as i32;
        self.changes &= self.changes - 1;
        Some(x)
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        loop {
            if let Some(left) = self.change() {
                // A run ends in the row in which it begins, because the column after the last one is empty.
                let right = self.change()?;
                return Some(Run { y: self.y as i32, left, right });
            }
            self.y = self.rows.next()?;
            self.remaining_columns = self.columns.clone();
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
