//! Construction of masks from a function of each pixel, or from words.

use super::PaddedWords;
use crate::kernel::{WORD_BITS, span_bits};
use crate::{Mask, MaskError};

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
