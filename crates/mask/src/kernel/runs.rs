//! The runs of set bits in the words of a row.

use super::word::{FunnelShift, WORD_BITS};
use core::iter::FusedIterator;
use core::ops::Range;

/// The runs of solid pixels in the words of a row, from left to right.
///
/// The first pixel of a run differs from the pixel to its left, and so does the pixel after the run. A set bit of
/// `changes` marks such a pixel, so each run has two set bits:
///
/// ```text
///   word                   . # # # # . . #     (the leftmost pixel first)
///   shifted by one pixel   . . # # # # . .     (the first pixel comes from the word before)
///   changes                . # . . . # . #     (the last run ends in the next word)
/// ```
#[derive(Debug, Clone)]
pub(crate) struct BitRuns<I> {
    words: I,
    /// The x coordinate of the lowest bit of the next word, modulo 2^32.
    next_pixel: u32,
    /// The current word, and the changes in it that are not yet returned.
    word: u64,
    changes: u64,
}

impl<I: Iterator<Item = u64>> BitRuns<I> {
    /// Creates an iterator over the runs of `words`. The lowest bit of the first word has the x coordinate `pixel`.
    #[inline(always)]
    pub(crate) fn new(pixel: u32, words: I) -> BitRuns<I> {
        BitRuns { words, next_pixel: pixel, word: 0, changes: 0 }
    }

    /// The next pixel that differs from the pixel to its left.
    #[inline(always)]
    fn change(&mut self) -> Option<u32> {
        while self.changes == 0 {
            let word = match self.words.next() {
                Some(word) => word,
                // The last run ends after the last word.
                None if self.word >> (WORD_BITS - 1) == 1 => 0,
                None => return None,
            };
            self.changes = word ^ FunnelShift::from_pixel(WORD_BITS - 1).join(self.word, word);
            self.word = word;
            self.next_pixel = self.next_pixel.wrapping_add(WORD_BITS);
        }
        let bit = self.changes.trailing_zeros();
        self.changes &= self.changes - 1;
        Some(self.next_pixel.wrapping_sub(WORD_BITS - bit))
    }
}

impl<I: Iterator<Item = u64>> Iterator for BitRuns<I> {
    type Item = Range<u32>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<u32>> {
        let start = self.change()?;
        Some(start..self.change()?)
    }
}

impl<I: FusedIterator<Item = u64>> FusedIterator for BitRuns<I> {}
