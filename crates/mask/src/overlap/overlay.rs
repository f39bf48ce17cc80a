//! The one clip: which rows and columns of words two things share, and how the words of the one lie
//! over those of the other.
//!
//! A column of words of `mine` starts at pixel x = 64 c. In the frame of a mask placed at offset `at`
//! that is pixel 64 c - at.x, bit `shift` of its column q, so that the 64 pixels over the column are
//! the upper bits of column q and the lower bits of column q + 1:
//!
//! ```text
//!   mine            |          column c           |
//!   other   |    column q - - - |- - - column q + 1 - - - |
//!            <----- shift ----->
//!                   over the column: q >> shift | q + 1 << (64 - shift)
//! ```
//!
//! The shift counts are the same for every row. If one of the two columns does not exist, the other takes its place
//! and is shifted by 64, which leaves nothing, so that one loop serves every column. Only if a question is about a
//! single column, as with sprites up to 64 pixels wide, the column that exists is read alone, which is 3 ns faster on
//! 64 rows.

use super::scan;
use crate::kernel::{ColumnPair, ConstWord, SingleColumn, WORD_BITS, Words, span_bits};
use crate::{Mask, Rect};

/// Something with solid pixels that lies over a mask.
pub(crate) trait Overlay<'a>: Copy {
    /// Its words over one column.
    type ColumnWords: Words;
    /// Its words over one column, if they come from a single column of it.
    type SingleWords: Words;

    /// The part of `within`, a rectangle in the mask's frame, outside which it has no solid pixel.
    fn clip(self, within: &Rect) -> Option<Rect>;

    /// Its pixels over one column of words, in the rows of `clip`, a part of its reach that has pixels of
    /// the column. They may go beyond the sides of `clip` and of the mask.
    fn column_words(self, column: usize, clip: &Rect) -> Self::ColumnWords;

    /// Its pixels over one column of words if they come from a single column of it, as for sprites up to 64 px wide.
    fn single_column(self, column: usize, clip: &Rect) -> Option<Self::SingleWords>;

    /// The mask that it is, where both have coarse levels.
    fn summarized(self, mine: &Mask) -> Option<OffsetMask<'a>>;
}

/// A rectangle, all solid.
impl<'a> Overlay<'a> for Rect {
    type ColumnWords = ConstWord;
    type SingleWords = ConstWord;

    fn clip(self, within: &Rect) -> Option<Rect> {
        self.intersection(within)
    }

    #[inline(always)]
    fn column_words(self, column: usize, _: &Rect) -> ConstWord {
        let edge = |x: i64| x.clamp(0, u32::MAX.into()) as u32;
        ConstWord(span_bits(column, edge(self.left.into()), edge(self.right())))
    }

    #[inline(always)]
    fn single_column(self, column: usize, clip: &Rect) -> Option<ConstWord> {
        Some(self.column_words(column, clip))
    }

    #[inline(always)]
    fn summarized(self, _: &Mask) -> Option<OffsetMask<'a>> {
        None
    }
}

/// A mask whose top-left pixel stands at an offset.
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

    /// Its first row in the frame of the mask that it lies over.
    #[inline(always)]
    pub(crate) fn top(self) -> i32 {
        self.at[1]
    }

    /// The words of one of its columns in the rows of a clip.
    #[inline(always)]
    fn rows(self, column: usize, clip: &Rect) -> &'a [u64] {
        let top = (i64::from(clip.top) - i64::from(self.at[1])) as usize;
        &self.mask.words[column * self.mask.height as usize + top..][..clip.height as usize]
    }

    /// Which of its columns lies over the left end of a column, and how many of its pixels stick out.
    #[inline(always)]
    fn align(self, column: usize) -> (i64, u32) {
        let first = column as i64 * i64::from(WORD_BITS) - i64::from(self.at[0]);
        (first.div_euclid(WORD_BITS.into()), first.rem_euclid(WORD_BITS.into()) as u32)
    }

    /// Whether that column exists, and whether the next one is needed and does.
    #[inline(always)]
    fn columns_exist(self, low: i64, shift: u32) -> (bool, bool) {
        (low >= 0, low + 1 < self.mask.stride() as i64 && shift > 0)
    }

    /// From which row to which something of it may lie over a column, by the spans of its columns.
    #[inline(always)]
    pub(crate) fn solid_rows(self, column: usize, of: impl Fn(&Mask, usize) -> [u32; 2]) -> [i64; 2] {
        let (low, shift) = self.align(column);
        let (has_low, has_high) = self.columns_exist(low, shift);
        let span = |exists: bool, column: i64| match of(self.mask, if exists { column as usize } else { 0 }) {
            [first, last] if exists && first < last => [first.into(), last.into()],
            _ => [i64::from(u32::MAX), 0],
        };
        let (low, high) = (span(has_low, low), span(has_high | (!has_low), low + 1));
        [low[0].min(high[0]), low[1].max(high[1])].map(|row| row + i64::from(self.at[1]))
    }

    /// As [`Overlay::column_words`], with the words of each column taken from elsewhere: a summary of the mask.
    #[inline(always)]
    pub(crate) fn column_pair<'w>(self, column: usize, words: impl Fn(usize) -> &'w [u64]) -> ColumnPair<'w> {
        let (low, shift) = self.align(column);
        let (has_low, has_high) = self.columns_exist(low, shift);
        ColumnPair {
            low: words((low + i64::from(!has_low)) as usize),
            high: words((low + i64::from(has_high | !has_low)) as usize),
            down: if has_low { shift } else { WORD_BITS },
            up: if has_high { WORD_BITS - shift } else { WORD_BITS },
        }
    }
}

impl<'a> Overlay<'a> for OffsetMask<'a> {
    type ColumnWords = ColumnPair<'a>;
    type SingleWords = SingleColumn<'a>;

    #[inline(always)]
    fn clip(self, within: &Rect) -> Option<Rect> {
        within.intersection_at(self.mask.bounds.as_ref()?, self.at)
    }

    #[inline(always)]
    fn column_words(self, column: usize, clip: &Rect) -> ColumnPair<'a> {
        self.column_pair(column, |column| self.rows(column, clip))
    }

    #[inline(always)]
    fn single_column(self, column: usize, clip: &Rect) -> Option<SingleColumn<'a>> {
        let (low, shift) = self.align(column);
        // Which of the two exists depends on the sign of the offset. As a branch this is mispredicted every other time
        // and costs 3.2 ns of a call of 15.7 (decision 0012). In one unsigned comparison, a negative `low` is a large one.
        if (low as u64) < self.mask.stride() as u64 - 1 && shift > 0 {
            return None;
        }
        // All ones where it is the next column that exists.
        let next = (low >> 63) as u32;
        let (down, up) = (shift & !next, (WORD_BITS - shift) & next);
        Some(SingleColumn { words: self.rows((low - (low >> 63)) as usize, clip), down, up })
    }

    #[inline(always)]
    fn summarized(self, mine: &Mask) -> Option<OffsetMask<'a>> {
        scan::both_have_summaries(mine, self.mask).then_some(self)
    }
}
