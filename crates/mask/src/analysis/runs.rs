//! The solid pixels one after the other: as runs of rows, and one by one.
//!
//! A run begins and ends where a row changes between air and solid. With the pixel before each one
//! shifted over it, those places are the bits of one XOR, and the next is a count of trailing zeros:
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

/// Neighboring solid pixels of a row, as many as there are: `left <= x < right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Run {
    /// The row.
    pub y: i32,
    /// The first pixel.
    pub left: i32,
    /// One past the last pixel.
    pub right: i32,
}

impl Run {
    /// How many pixels it has; at least one.
    #[must_use]
    pub fn width(&self) -> u32 {
        (self.right - self.left) as u32
    }
}

/// Going through the solid pixels, in raster order: row after row, each from left to right.
impl Mask {
    /// The runs of every row.
    ///
    /// Cost: a look at each word within the bounds, and a few instructions for each run.
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

    /// The runs of one row; none for a row that is outside.
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

    /// The solid pixels.
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

/// The solid pixels as [`Mask::pixels`] gives them: row after row, each from left to right.
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

/// The runs of rows of a mask, in raster order. See [`Mask::runs`] and [`Mask::row_runs`].
#[derive(Debug, Clone)]
#[must_use = "an iterator does nothing until it is asked"]
pub struct Runs<'a> {
    mask: &'a Mask,
    /// The rows still to go through, after the one at hand.
    rows: Range<u32>,
    /// The columns of words of the bounds, and one more, so that the last run of a row ends in it.
    columns: Range<usize>,
    /// The row at hand, and the columns that it has left.
    y: u32,
    left: Range<usize>,
    /// The pixel at the lowest bit of `changes`.
    first: i32,
    /// The places in the word at hand where air and solid change, those already told taken out.
    changes: u64,
    /// Whether the last pixel of the word at hand is solid.
    carry: u64,
}

impl<'a> Runs<'a> {
    fn new(mask: &'a Mask, rows: Range<u32>) -> Runs<'a> {
        let columns = mask.bounds.map_or(0..0, |bounds| mask.columns(&bounds));
        let columns = columns.start..columns.end + 1;
        Runs { mask, rows, columns, y: 0, left: 0..0, first: 0, changes: 0, carry: 0 }
    }

    /// The next place in the row at hand where air and solid change.
    #[inline]
    fn change(&mut self) -> Option<i32> {
        while self.changes == 0 {
            let column = self.left.next()?;
            // There is no word beyond the last column: air.
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
                // What begins ends in the same row: the column beyond the last is air.
                let right = self.change()?;
                return Some(Run { y: self.y as i32, left, right });
            }
            self.y = self.rows.next()?;
            self.left = self.columns.clone();
        }
    }
}

impl FusedIterator for Runs<'_> {}

/// The solid pixels of a mask, in raster order. See [`Mask::pixels`].
#[derive(Debug, Clone)]
#[must_use = "an iterator does nothing until it is asked"]
pub struct Pixels<'a> {
    runs: Runs<'a>,
    /// What is left of the run at hand.
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
