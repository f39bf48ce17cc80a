//! The mask itself: how its bits lie in memory, and what one mask alone can be asked.
//!
//! A word holds 64 neighboring pixels of a row, the leftmost in its lowest bit. The words are stored
//! column of words after column of words. A mask of 130 x 3 pixels:
//!
//! ```text
//!            x  0 ........ 63   64 ...... 127   128 129 | padding
//!       y = 0   words[0]        words[3]        words[6]
//!       y = 1   words[1]        words[4]        words[7]
//!       y = 2   words[2]        words[5]        words[8]
//! ```
//!
//! Two masks at an offset then meet column by column: one shift count serves a whole column, and the
//! lanes of a vector run down the rows, so that narrow sprites, which most sprites are, fill them.
//! With words in row order the same tests took 5 to 6 times longer on sprites of 32 and 64 pixels.
//!
//! Four things hold after every operation, and [`Mask::validate`] checks them: the padding bits to the
//! right of the width are zero, `bounds` is the tight box of the solid pixels, the coarse levels are
//! those of the rows (see [`super::summary`]), and the number of words is what the size needs.

use super::RowGroupSummary;
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{self, AllocError};
use crate::{MaskError, Rect};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::ops::Range;

/// Which pixels of a rectangle are solid.
///
/// A mask is a shape without a place: many sprites can show one. It takes a bit for each pixel, with
/// rows padded to 64. Two masks are equal where their sizes and pixels are.
///
/// Cost: every question about a pair looks only at the words in which the tight boxes of the solid
/// pixels overlap, 64 pixels at a time; none allocates, but for those that give a mask back.
///
/// The default is a mask of 0 x 0 pixels, which never collides and takes no memory.
#[derive(Default)]
pub struct Mask {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bounds: Option<Rect>,
    pub(crate) words: Vec<u64>,
    /// The coarse levels: see [`super::summary`].
    pub(crate) summary: RowGroupSummary,
}

/// The words that a mask of this size takes.
const fn words_for(width: u32, height: u32) -> u64 {
    width.div_ceil(WORD_BITS) as u64 * height as u64
}

impl Mask {
    /// The most words of 64 pixels that a mask may have (512 MiB of them), both as it stands and
    /// turned by a quarter, so that a mask that can be made can be turned. A row is padded to whole
    /// words: a mask one pixel wide may be 2^26 pixels high, a square one 65,536 pixels wide.
    pub const MAX_WORDS: u64 = 1 << 26;

    /// A mask with nothing solid.
    ///
    /// ```
    /// # use mask::{Mask, MaskError};
    /// assert!(Mask::new(640, 480)?.is_empty());
    /// assert!(matches!(Mask::new(1024, 1 << 28), Err(MaskError::TooLarge { .. })));
    /// # Ok::<(), MaskError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaskError::TooLarge`] beyond [`Mask::MAX_WORDS`], before memory is asked for;
    /// [`MaskError::OutOfMemory`] where the system refuses.
    pub fn new(width: u32, height: u32) -> Result<Mask, MaskError> {
        if !size_fits(width, height) {
            return Err(MaskError::TooLarge { width, height });
        }
        let words =
            memory::try_zeros(words_for(width, height) as usize).map_err(AllocError::for_mask(width, height))?;
        Mask::from_raw_words(width, height, words)
    }

    /// A mask of words as they lie in memory, as many as the size needs, with bounds and coarse levels yet to
    /// be made true.
    pub(crate) fn from_raw_words(width: u32, height: u32, words: Vec<u64>) -> Result<Mask, MaskError> {
        let summary = RowGroupSummary::new(width.div_ceil(WORD_BITS) as usize, height)
            .map_err(AllocError::for_mask(width, height))?;
        Ok(Mask { width, height, bounds: None, words, summary })
    }

    /// A copy, as [`Clone`] makes it, or an error where there is no memory for one.
    ///
    /// # Errors
    /// [`MaskError::OutOfMemory`].
    pub fn try_clone(&self) -> Result<Mask, MaskError> {
        let out_of_memory = AllocError::for_mask(self.width, self.height);
        let words = memory::try_copy(&self.words).map_err(&out_of_memory)?;
        Ok(Mask { words, summary: self.summary.try_clone().map_err(out_of_memory)?, ..*self })
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whether no pixel is solid. Costs nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds.is_none()
    }

    /// The smallest box around the solid pixels, or `None` where there are none. Kept up to date by
    /// every edit, so that asking costs nothing.
    ///
    /// ```
    /// # use mask::{Mask, Rect};
    /// let mask: Mask = "....\n.##.\n....".parse()?;
    /// assert_eq!(mask.bounds(), Some(Rect { left: 1, top: 1, width: 2, height: 1 }));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }

    /// Whether the pixel at `at` is solid; `false` outside.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into();
        self.frame().is_some_and(|frame| frame.contains([x, y])) && self.solid(x as u32, y as u32)
    }

    /// Checks what the module's documentation says always holds. For tests: it reads every word.
    ///
    /// # Panics
    /// Where it does not hold, which is a bug in this crate.
    #[doc(hidden)]
    pub fn validate(&self) {
        assert_eq!(self.words.len() as u64, words_for(self.width, self.height));
        if let Some(last) = self.words.len().checked_sub(self.height as usize) {
            let padding = !self.column_bits(self.stride().saturating_sub(1));
            assert!(self.words[last..].iter().all(|word| word & padding == 0), "a padding bit is set");
        }
        let mut expected = self.clone();
        expected.summary.clear();
        if let Some(frame) = self.frame() {
            expected.update_summary(frame);
        }
        assert!(expected.summary == self.summary, "a coarse level is stale");
        let tight = self.frame().and_then(|frame| self.bounds_within(&frame));
        assert_eq!(self.bounds, tight, "the bounds are not tight");
    }
}

/// How other modules reach the words.
impl Mask {
    /// The whole rectangle of the mask; `None` where it has no pixels.
    pub(crate) fn frame(&self) -> Option<Rect> {
        (!self.words.is_empty()).then_some(Rect { left: 0, top: 0, width: self.width, height: self.height })
    }

    /// Columns of words.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.width.div_ceil(WORD_BITS) as usize
    }

    /// The columns of words that have pixels of `within`, which lies inside the mask.
    #[inline(always)]
    pub(crate) fn columns(&self, within: &Rect) -> Range<usize> {
        within.left as usize / WORD_BITS as usize..(within.right() as usize).div_ceil(WORD_BITS as usize)
    }

    /// The words of one column in the rows of `within`, which lies inside the mask.
    #[inline(always)]
    pub(crate) fn rows(&self, column: usize, within: &Rect) -> &[u64] {
        &self.words[column * self.height as usize + within.top as usize..][..within.height as usize]
    }

    /// The same, to change.
    #[inline(always)]
    pub(crate) fn rows_mut(&mut self, column: usize, within: &Rect) -> &mut [u64] {
        &mut self.words[column * self.height as usize + within.top as usize..][..within.height as usize]
    }

    /// The bits of a column that are pixels, not padding.
    pub(crate) fn column_bits(&self, column: usize) -> u64 {
        span_bits(column, 0, self.width)
    }

    /// Whether a pixel inside is solid.
    pub(crate) fn solid(&self, x: u32, y: u32) -> bool {
        self.words[self.index(x, y)] >> (x % WORD_BITS) & 1 == 1
    }

    /// Which word holds a pixel inside.
    pub(crate) fn index(&self, x: u32, y: u32) -> usize {
        (x / WORD_BITS) as usize * self.height as usize + y as usize
    }
}

/// Panics where there is no memory: see [`Mask::try_clone`].
impl Clone for Mask {
    fn clone(&self) -> Mask {
        memory::or_panic(self.try_clone())
    }
}

/// Size and pixels; the bounds follow from them.
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

/// Whether a mask may have this size.
pub(crate) const fn size_fits(width: u32, height: u32) -> bool {
    words_for(width, height) <= Mask::MAX_WORDS && words_for(height, width) <= Mask::MAX_WORDS
}
