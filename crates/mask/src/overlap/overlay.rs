//! The clip: which rows and columns of words a mask shares with an overlay, and how their words line up.
//!
//! A column of words of `mine` starts at pixel x = 64 c. In the frame of a mask at offset `at`, this is pixel
//! 64 c - at.x, bit `shift` of its column q. The 64 pixels over the column are therefore the upper bits of column q
//! and the lower bits of column q + 1:
//!
//! ```text
//!   mine            |          column c           |
//!   other   |    column q - - - |- - - column q + 1 - - - |
//!            <----- shift ----->
//!                   over the column: q >> shift | q + 1 << (64 - shift)
//! ```
//!
//! The shift counts are equal for all rows. If one of the two columns does not exist, the loop reads the other column
//! in its place with a shift of 64, which yields 0. So one loop serves every column. `overlaps` reads only the column
//! that exists ([`Overlay::single_column`]), which takes 3 ns less on 64 rows.

use crate::geometry::Area;
use crate::kernel::{ColumnPair, ConstWord, FunnelShift, SingleColumn, WORD_BITS, WordSource, span_bits};
use crate::{Mask, Rect};

/// A set of solid pixels over a mask.
pub(crate) trait Overlay: Copy {
    /// The result of [`Overlay::column_words`].
    type ColumnWords: WordSource;
    /// The result of [`Overlay::single_column`].
    type SingleWords: WordSource;

    /// The part of `within` that can contain solid pixels of the overlay: the clip.
    fn clip(self, within: &Area) -> Option<Area>;

    /// The overlay's words over one column of the mask, in the rows of the clip. The clip must contain pixels of the
    /// column.
    ///
    /// The words may have bits to the left and right of the clip, and in the padding of the mask.
    fn column_words(self, column: u32, clip: &Area) -> Self::ColumnWords;

    /// The words of [`Overlay::column_words`] if they come from a single column of the overlay, as they do for sprites
    /// up to 64 pixels wide, or `None` otherwise.
    fn single_column(self, column: u32, clip: &Area) -> Option<Self::SingleWords>;

    /// Whether the overlay is known to have a solid pixel on each side of the clip, so that drawing the overlay makes
    /// the clip part of the bounds. May be `false` although the overlay has such pixels.
    fn touches_sides(self, clip: &Area) -> bool;
}

/// A rectangle in which every pixel is solid.
impl Overlay for Rect {
    type ColumnWords = ConstWord;
    type SingleWords = ConstWord;

    fn clip(self, within: &Area) -> Option<Area> {
        within.clip_rect(&self, [0, 0])
    }

    #[inline(always)]
    fn column_words(self, column: u32, clip: &Area) -> ConstWord {
        ConstWord(span_bits(column, clip.left, clip.right))
    }

    #[inline(always)]
    fn single_column(self, column: u32, clip: &Area) -> Option<ConstWord> {
        Some(self.column_words(column, clip))
    }

    fn touches_sides(self, _: &Area) -> bool {
        true
    }
}

/// A mask whose top-left pixel is at an offset.
#[derive(Clone, Copy)]
pub(crate) struct OffsetMask<'a> {
    mask: &'a Mask,
    at: [i32; 2],
}

impl<'a> OffsetMask<'a> {
    #[inline(always)]
    pub(crate) fn new(mask: &'a Mask, at: [i32; 2]) -> OffsetMask<'a> {
        OffsetMask { mask, at }
    }

    #[inline(always)]
    pub(crate) fn mask(self) -> &'a Mask {
        self.mask
    }

    /// The row of the overlay's mask over a row of this mask. It may lie outside the overlay's mask.
    #[inline(always)]
    pub(crate) fn row_under(self, row: u32) -> i32 {
        (row as i32).wrapping_sub(self.at[1])
    }

    /// The words of one of the overlay's columns in the rows of the clip.
    #[inline(always)]
    fn rows(self, column: u32, clip: &Area) -> &'a [u64] {
        let first = self.mask.word_index(column, self.row_under(clip.top) as u32);
        self.mask.words.slice(first, clip.height())
    }

    /// The overlay's column q over the leftmost pixel of a column, and the bit of column q over this pixel: the shift
    /// in the drawing of this module. Column q may not exist.
    ///
    /// The caller has a clip, so the overlay is near the mask and the subtraction does not wrap around.
    #[inline(always)]
    fn align(self, column: u32) -> (i32, u32) {
        let first = (column as i32 * WORD_BITS as i32).wrapping_sub(self.at[0]);
        (first >> WORD_BITS.ilog2(), first as u32 % WORD_BITS)
    }

    /// The first row and the row after the last one in which the overlay can have solid pixels over a column. The rows
    /// are in the frame of the overlay's mask.
    ///
    /// `of` returns the span of a column of the overlay's mask. The result is `[u32::MAX, 0]` if no row has any.
    #[inline(always)]
    pub(crate) fn solid_rows(self, column: u32, of: impl Fn(&Mask, u32) -> [u32; 2]) -> [u32; 2] {
        let ((low, shift), columns) = (self.align(column), self.mask.stride() as i32);
        let span = |column: i32, exists: bool| match of(self.mask, if exists { column as u32 } else { 0 }) {
            [first, last] if exists && first < last => [first, last],
            _ => [u32::MAX, 0],
        };
        let (low, high) = (span(low, low >= 0), span(low + 1, low + 1 < columns && shift > 0));
        [low[0].min(high[0]), low[1].max(high[1])]
    }

    /// Joins the overlay's two columns over a column. `words` returns the words of a column of the overlay: its rows,
    /// or its group words in the scan of summaries.
    #[inline(always)]
    pub(crate) fn column_pair<'w>(self, column: u32, words: impl Fn(u32) -> &'w [u64]) -> ColumnPair<'w> {
        let ((low, shift), last) = (self.align(column), self.mask.stride() as i32 - 1);
        ColumnPair {
            left: words(low.max(0) as u32),
            right: words((low + 1).min(last) as u32),
            shift: FunnelShift::from_pixel(shift).of_existing(low >= 0, low < last),
        }
    }

    /// The number of pixels of a column that lie under the overlay's column q: 1 to 64. The other pixels lie under
    /// column q + 1.
    #[inline(always)]
    pub(crate) fn first_strip(self, column: u32) -> u32 {
        WORD_BITS - self.align(column).1
    }
}

impl<'a> Overlay for OffsetMask<'a> {
    type ColumnWords = ColumnPair<'a>;
    type SingleWords = SingleColumn<'a>;

    #[inline(always)]
    fn clip(self, within: &Area) -> Option<Area> {
        within.clip(self.mask.bounds.as_ref()?, self.at)
    }

    #[inline(always)]
    fn column_words(self, column: u32, clip: &Area) -> ColumnPair<'a> {
        self.column_pair(column, |column| self.rows(column, clip))
    }

    #[inline(always)]
    fn single_column(self, column: u32, clip: &Area) -> Option<SingleColumn<'a>> {
        let (low, shift) = self.align(column);
        // A branch on the sign of the offset is mispredicted every other time: a test takes 15.7 ns with the branch and
        // 12.5 ns without (docs/decisions/0012-unpredictable-pairs.md). As an unsigned number, a negative `low` is
        // large, so one comparison suffices.
        if (low as u32) < self.mask.stride() - 1 && shift > 0 {
            return None;
        }
        // All ones if `low` is -1, so that only the next column exists, else 0.
        let next = (low >> 31) as u32;
        let (down, up) = (shift & !next, (WORD_BITS - shift) & next);
        Some(SingleColumn { words: self.rows((low - (low >> 31)) as u32, clip), down, up })
    }

    fn touches_sides(self, clip: &Area) -> bool {
        self.mask.bounds.is_some_and(|bounds| (bounds.width(), bounds.height()) == (clip.width(), clip.height()))
    }
}
