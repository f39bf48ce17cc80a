//! The mask: its layout in memory, and the basic operations on one mask.
//!
//! A word holds 64 neighboring pixels of a row, with the leftmost pixel in the lowest bit. The words are stored one
//! column of words after the other. A mask of 130 x 3 pixels:
//!
//! ```text
//!            x  0 ........ 63   64 ...... 127   128 129 | padding
//!       y = 0   words[0]        words[3]        words[6]
//!       y = 1   words[1]        words[4]        words[7]
//!       y = 2   words[2]        words[5]        words[8]
//! ```
//!
//! Two masks at an offset therefore meet column by column. One shift count serves a whole column, and the lanes of a
//! vector run down the rows. Most sprites are narrow, and in this order they still fill the lanes. With words in row
//! order, the tests took 5 to 6 times longer on sprites of 32 and 64 pixels.
//!
//! Four invariants hold after every operation, and [`Mask::validate`] checks them:
//!
//! - The padding bits to the right of the width are zero.
//! - `bounds` is the tight box of the solid pixels.
//! - `summary` matches the words (see [`super::summary`]).
//! - The number of words matches the size.

use super::summary::RowGroupSummary;
use crate::geometry::Area;
use crate::kernel::{WORD_BITS, dispatch, span_bits};
use crate::limits::{size_fits, words_for};
use crate::memory::or_panic;
use crate::{MaskError, Rect, limits, memory};
use alloc::boxed::Box;
use alloc::collections::TryReserveError;
use core::hash::{Hash, Hasher};
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut, Range};
use core::slice::ChunksExact;

/// A rectangle of pixels, each solid or empty.
///
/// A mask is a shape without a position, and many sprites can share one mask. Two masks are equal if their sizes and
/// pixels are equal.
///
/// Memory: one bit for each pixel, with each row padded to a multiple of 64 bits, and 56 bytes of padding. A mask of
/// 464 rows or more also has a summary, which takes at most 7.1 % of the memory of its pixels.
///
/// Cost: a test of two masks reads only the words in which the tight boxes of their solid pixels overlap, 64 pixels at
/// a time. A test of two masks allocates memory only if it returns a mask.
///
/// The default is a mask of 0 x 0 pixels, which never collides and allocates no memory.
#[derive(Default)]
pub struct Mask {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bounds: Option<Area>,
    pub(crate) words: PaddedWords,
    pub(crate) summary: RowGroupSummary,
}

impl Mask {
    /// The largest number of words of 64 pixels in a mask (512 MiB).
    ///
    /// The limit holds for the mask as given and rotated by 90 degrees, so a rotation by 90 degrees never exceeds it. A
    /// row takes whole words: a mask one pixel wide may be 2^26 pixels high, and a square mask 65,536 pixels wide.
    pub const MAX_WORDS: u64 = limits::MAX_WORDS;

    /// Creates a mask with no solid pixel.
    ///
    /// ```
    /// # use hitmask::{Mask, MaskError};
    /// assert!(Mask::new(640, 480)?.is_empty());
    /// assert!(matches!(Mask::new(1024, 1 << 28), Err(MaskError::TooLarge { .. })));
    /// # Ok::<(), MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] if the mask exceeds [`Mask::MAX_WORDS`], before it allocates. Returns
    /// [`MaskError::OutOfMemory`] if the allocation fails.
    pub fn new(width: u32, height: u32) -> Result<Mask, MaskError> {
        Mask::of_words(width, height, || PaddedWords::try_zeros(words_for(width, height) as usize))
    }

    /// Creates a mask from its words. The caller must update the bounds and the summary.
    pub(super) fn of_words(
        width: u32,
        height: u32,
        words: impl FnOnce() -> Result<PaddedWords, TryReserveError>,
    ) -> Result<Mask, MaskError> {
        if !size_fits(width, height) {
            return Err(MaskError::TooLarge { width, height });
        }
        dispatch::choose_level();
        let out_of_memory = memory::for_mask(width, height);
        let words = words().map_err(&out_of_memory)?;
        let summary = RowGroupSummary::new(width.div_ceil(WORD_BITS) as usize, height).map_err(out_of_memory)?;
        Ok(Mask { width, height, bounds: None, words, summary })
    }

    /// Copies the mask, as [`Clone`] does, but returns an error if the allocation fails.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if the allocation fails.
    pub fn try_clone(&self) -> Result<Mask, MaskError> {
        let out_of_memory = memory::for_mask(self.width, self.height);
        let words = self.words.try_clone().map_err(&out_of_memory)?;
        Ok(Mask { words, summary: self.summary.try_clone().map_err(out_of_memory)?, ..*self })
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns whether the mask has no solid pixel, in constant time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds.is_none()
    }

    /// Returns the smallest box around the solid pixels, or `None` if no pixel is solid.
    ///
    /// Every edit keeps the box up to date, so this function takes constant time.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect};
    /// let mask: Mask = "....\n.##.\n....".parse()?;
    /// assert_eq!(mask.bounds(), Some(Rect { left: 1, top: 1, width: 2, height: 1 }));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds.map(Rect::from)
    }

    /// Returns whether the pixel at `at` is solid. Returns `false` if `at` is outside the mask.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into().map(|c| c as u32);
        x < self.width && y < self.height && self.solid(x, y)
    }
}

/// Access to the words for other modules.
impl Mask {
    /// The rectangle of all pixels of the mask, solid or not, or `None` if the mask has no pixels.
    pub(crate) fn frame(&self) -> Option<Area> {
        (!self.words.is_empty()).then_some(Area { left: 0, top: 0, right: self.width, bottom: self.height })
    }

    /// The number of columns of words.
    #[inline(always)]
    pub(crate) fn stride(&self) -> u32 {
        self.width.div_ceil(WORD_BITS)
    }

    /// The columns of words that contain pixels of `within`, a rectangle inside the mask.
    #[inline(always)]
    pub(crate) fn columns(&self, within: &Area) -> Range<u32> {
        within.left / WORD_BITS..within.right.div_ceil(WORD_BITS)
    }

    /// The words of each column, from left to right. There are none if the mask has no rows.
    pub(crate) fn all_columns(&self) -> ChunksExact<'_, u64> {
        self.words.chunks_exact(self.height.max(1) as usize)
    }

    /// The words of a column in the rows of `within`, a rectangle inside the mask.
    #[inline(always)]
    pub(crate) fn rows(&self, column: u32, within: &Area) -> &[u64] {
        self.words.slice(self.word_index(column, within.top), within.height())
    }

    #[inline(always)]
    pub(crate) fn rows_mut(&mut self, column: u32, within: &Area) -> &mut [u64] {
        let first = self.word_index(column, within.top);
        &mut self.words[first..][..within.height() as usize]
    }

    /// Makes the pixels of a part of a row solid. The caller must update the bounds and the summary.
    pub(crate) fn or_span(&mut self, row: u32, pixels: Range<u32>) {
        for column in pixels.start / WORD_BITS..pixels.end.div_ceil(WORD_BITS) {
            let word = self.word_index(column, row);
            self.words[word] |= span_bits(column, pixels.start, pixels.end);
        }
    }

    /// The words of some columns in a row, from left to right.
    #[inline(always)]
    pub(crate) fn words_in_row(&self, columns: Range<u32>, row: u32) -> RowWords<'_> {
        let words = self.word_index(columns.start, row)..self.word_index(columns.end, 0);
        RowWords { words: &self.words[words], height: self.height as usize }
    }

    /// The bits of a column that are pixels. The other bits are padding.
    pub(crate) fn column_bits(&self, column: u32) -> u64 {
        span_bits(column, 0, self.width)
    }

    /// Whether a pixel is solid. The pixel must lie inside the mask.
    pub(crate) fn solid(&self, x: u32, y: u32) -> bool {
        self.words[self.index(x, y)] >> (x % WORD_BITS) & 1 == 1
    }

    /// Whether a pixel, given by signed coordinates, is solid. The pixel must lie inside the mask.
    pub(crate) fn solid_at(&self, at: [i32; 2]) -> bool {
        let [x, y] = at.map(|c| c as u32);
        self.solid(x, y)
    }

    /// The index of the word of a column in a row. A column is 64 pixels wide.
    #[inline(always)]
    pub(crate) fn word_index(&self, column: u32, row: u32) -> usize {
        column as usize * self.height as usize + row as usize
    }

    /// The index of the word that contains a pixel inside the mask.
    pub(crate) fn index(&self, x: u32, y: u32) -> usize {
        self.word_index(x / WORD_BITS, y)
    }
}

/// The words of a row, from left to right.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowWords<'a> {
    /// All words of the mask from the next word of the row on, column after column.
    words: &'a [u64],
    height: usize,
}

impl Iterator for RowWords<'_> {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let word = *self.words.first()?;
        self.words = self.words.get(self.height..).unwrap_or_default();
        Some(word)
    }
}

impl FusedIterator for RowWords<'_> {}

/// Copies the mask. Panics if the allocation fails; [`Mask::try_clone`] returns an error instead.
impl Clone for Mask {
    fn clone(&self) -> Mask {
        or_panic(self.try_clone())
    }
}

/// Compares sizes and pixels. The other fields follow from them.
impl PartialEq for Mask {
    fn eq(&self, other: &Mask) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.words == other.words
    }
}

impl Eq for Mask {}

impl Hash for Mask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.width, self.height, &self.words).hash(state);
    }
}

/// Constructors.
impl Mask {
    /// Creates a mask with every pixel solid.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::new`].
    pub fn filled(width: u32, height: u32) -> Result<Mask, MaskError> {
        let rest = width % WORD_BITS;
        let mut mask = Mask::of_words(width, height, || {
            let [whole, last] = [width / WORD_BITS, u32::from(rest > 0)].map(|columns| (columns * height) as usize);
            PaddedWords::try_filled(whole, last, span_bits(0, 0, rest))
        })?;
        mask.bounds = mask.frame();
        mask.fill_summary();
        Ok(mask)
    }

    /// Creates a mask from a function of each pixel: the pixel `[x, y]` is solid if `solid(x, y)` returns `true`.
    ///
    /// The function is called once for each pixel, row by row.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let disc = Mask::from_fn(5, 5, |x, y| x.abs_diff(2).pow(2) + y.abs_diff(2).pow(2) <= 4)?;
    /// assert_eq!(disc.to_string(), "..#..\n.###.\n#####\n.###.\n..#..");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Mask::new`], before `solid` is called.
    pub fn from_fn(width: u32, height: u32, mut solid: impl FnMut(u32, u32) -> bool) -> Result<Mask, MaskError> {
        Mask::from_word_fn(width, height, |column, y| {
            let first = column * WORD_BITS;
            (0..WORD_BITS.min(width - first)).fold(0, |word, bit| word | u64::from(solid(first + bit, y)) << bit)
        })
    }
}

/// Constructors from words. The padding bits of the words must be zero.
impl Mask {
    /// Creates a mask from a function of each word. The function is called once for each word, row by row.
    #[inline(always)] // else the loop reads from memory what `word` captures: a color key took 1.15 of the time
    pub(crate) fn from_word_fn(
        width: u32,
        height: u32,
        mut word: impl FnMut(u32, u32) -> u64,
    ) -> Result<Mask, MaskError> {
        let mut mask = Mask::new(width, height)?;
        // A mask of width 0 may have billions of rows, and no words.
        for y in 0..if width == 0 { 0 } else { height } {
            for column in 0..width.div_ceil(WORD_BITS) {
                let index = mask.index(column * WORD_BITS, y);
                mask.words[index] = word(column, y);
            }
        }
        Ok(mask.measured())
    }

    /// Recomputes the bounds and the summary after the caller has written the words.
    pub(crate) fn measured(mut self) -> Mask {
        if let Some(frame) = self.frame() {
            self.update_summary(frame);
            self.bounds = self.measured_bounds(&frame);
        }
        self
    }
}

/// The number of zero words after the last word of a mask.
const PADDING: usize = 7;

/// The words of a mask, column after column, and a few zeros after the last one.
///
/// The zeros let `overlap/one_column.rs` test the rows of the last column eight at a time, without a loop for the last
/// few rows. They take 56 bytes for each mask. A mask without pixels has no zeros, so it allocates no memory.
///
/// As a slice, the list ends at the last word of the mask. Only [`slice`](Self::slice) and [`chunk`](Self::chunk) can
/// reach the zeros.
#[derive(Default, PartialEq, Eq, Hash)]
pub(crate) struct PaddedWords(Box<[u64]>);

impl PaddedWords {
    /// Creates `count` words of 0.
    pub(crate) fn try_zeros(count: usize) -> Result<PaddedWords, TryReserveError> {
        let words = memory::try_zeros(if count == 0 { 0 } else { count + PADDING })?;
        Ok(PaddedWords(words.into_boxed_slice()))
    }

    /// Creates `whole` words with all bits set, followed by `count` words of `last`.
    pub(crate) fn try_filled(whole: usize, count: usize, last: u64) -> Result<PaddedWords, TryReserveError> {
        let padded = if whole + count == 0 { 0 } else { whole + count + PADDING };
        let mut words = memory::try_with_capacity(padded)?;
        words.resize(whole, u64::MAX);
        words.resize(whole + count, last);
        words.resize(padded, 0);
        Ok(PaddedWords(words.into_boxed_slice()))
    }

    pub(crate) fn try_clone(&self) -> Result<PaddedWords, TryReserveError> {
        memory::try_clone(&self.0).map(|words| PaddedWords(words.into_boxed_slice()))
    }

    /// The `count` words from the index `first` on.
    #[inline(always)]
    pub(crate) fn slice(&self, first: usize, count: u32) -> &[u64] {
        &self.0[first..][..count as usize]
    }

    /// The `N` words from the index `first` on, at most eight. `first` must be the index of a word of the mask. Words
    /// after the last word of the mask are 0.
    #[inline(always)]
    pub(crate) fn chunk<const N: usize>(&self, first: u32) -> &[u64; N] {
        const { assert!(N <= PADDING + 1) };
        let first = first as usize;
        self.0[first..first + N].first_chunk().expect("the slice has N words")
    }
}

impl Deref for PaddedWords {
    type Target = [u64];
    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.0[..self.0.len().saturating_sub(PADDING)]
    }
}

impl DerefMut for PaddedWords {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        let count = self.0.len().saturating_sub(PADDING);
        &mut self.0[..count]
    }
}
