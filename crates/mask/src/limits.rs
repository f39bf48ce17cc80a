//! The limits of sizes, apart from the functions that obey them, because errors name the limits too.

use crate::kernel::WORD_BITS;

/// See [`Mask::MAX_WORDS`](crate::Mask::MAX_WORDS).
pub(crate) const MAX_WORDS: u64 = 1 << 26;

/// See [`Mask::MAX_RADIUS`](crate::Mask::MAX_RADIUS).
pub(crate) const MAX_RADIUS: u32 = 4096;

/// The number of words of a mask of this size.
pub(crate) const fn words_for(width: u32, height: u32) -> u64 {
    width.div_ceil(WORD_BITS) as u64 * height as u64
}

/// Whether a mask of this size is within [`MAX_WORDS`], as given and rotated by 90 degrees.
pub(crate) const fn size_fits(width: u32, height: u32) -> bool {
    words_for(width, height) <= MAX_WORDS && words_for(height, width) <= MAX_WORDS
}
