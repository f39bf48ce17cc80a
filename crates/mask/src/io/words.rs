//! Conversions between masks and words of 64 pixels, row by row or column by column, and bits of `bitvec`.

#[cfg(feature = "bitvec")]
use super::rows::Rows;
use crate::error::clamp;
use crate::kernel::WORD_BITS;
use crate::memory::or_panic;
use crate::{Mask, MaskError, memory};
use alloc::vec::Vec;
#[cfg(feature = "bitvec")]
use bitvec::field::BitField;
#[cfg(feature = "bitvec")]
use bitvec::index::BitIdx;
#[cfg(feature = "bitvec")]
use bitvec::order::{BitOrder, Lsb0};
#[cfg(feature = "bitvec")]
use bitvec::slice::BitSlice;
#[cfg(feature = "bitvec")]
use bitvec::store::BitStore;
#[cfg(feature = "bitvec")]
use bitvec::vec::BitVec;

/// Conversions to and from words. A word holds 64 neighboring pixels of a row, with the leftmost pixel in the lowest
/// bit. A row takes whole words, and the padding bits beyond the width are zero.
impl Mask {
    /// Creates a mask from words, row by row. A row takes width / 64 words, rounded up.
    ///
    /// Pixel `[x, y]` is bit `x % 64` of word `y * stride + x / 64`, with `stride` words in each row. The padding bits
    /// beyond the width may have any value. The mask ignores them.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask = Mask::from_words(65, 2, &[0b1, 0, 0, 0b1])?;
    /// assert!(mask.pixels().eq([[0, 0], [64, 1]]));
    /// assert_eq!(mask.to_words(), [0b1, 0, 0, 0b1]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::WrongLength`] unless the number of words matches the size, and [`MaskError::TooLarge`] or
    /// [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_words(width: u32, height: u32, words: &[u64]) -> Result<Mask, MaskError> {
        check_length(width, height, words)?;
        let mut mask = Mask::new(width, height)?;
        let stride = mask.stride();
        if !words.is_empty() {
            for (column, to) in mask.words.chunks_exact_mut(height as usize).enumerate() {
                for (to, from) in to.iter_mut().zip(words.chunks_exact(stride as usize)) {
                    *to = from[column];
                }
            }
        }
        Ok(mask.with_loose_words())
    }

    /// Returns the words of the mask, row by row, in the order of [`Mask::from_words`]. The padding bits are zero.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        let count = self.words.len();
        let mut words = or_panic(memory::try_zeros(count).map_err(memory::for_list(count, "words")));
        for (column, from) in self.all_columns().enumerate() {
            for (to, from) in words.chunks_exact_mut(self.stride() as usize).zip(from) {
                to[column] = *from;
            }
        }
        words
    }

    /// Clears the padding bits, then computes the bounds and the summary.
    fn with_loose_words(mut self) -> Mask {
        if let Some(frame) = self.frame() {
            let last = self.stride() - 1;
            let pixels = self.column_bits(last);
            self.rows_mut(last, &frame).iter_mut().for_each(|word| *word &= pixels);
        }
        self.measured()
    }
}

/// Creates a mask from words, column by column: first the leftmost 64 pixels of each row, from top to bottom, then the
/// next 64 pixels of each row. Padding bits beyond the width are ignored. Pygame's masks have this layout on 64-bit
/// Linux and macOS.
///
/// # Errors
/// Returns [`MaskError::WrongLength`] unless the number of words matches the size, and [`MaskError::TooLarge`] or
/// [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
#[doc(hidden)]
pub fn from_columns(width: u32, height: u32, words: &[u64]) -> Result<Mask, MaskError> {
    check_length(width, height, words)?;
    let mut mask = Mask::new(width, height)?;
    mask.words.copy_from_slice(words);
    Ok(mask.with_loose_words())
}

/// Returns the words of a mask in the order of [`from_columns`], without a copy. The padding bits are zero.
#[doc(hidden)]
#[must_use]
pub fn as_columns(mask: &Mask) -> &[u64] {
    &mask.words
}

/// Returns [`MaskError::WrongLength`] unless the number of words matches the size.
fn check_length(width: u32, height: u32, words: &[u64]) -> Result<(), MaskError> {
    let expected = u128::from(width.div_ceil(WORD_BITS)) * u128::from(height);
    if words.len() as u128 == expected {
        return Ok(());
    }
    Err(MaskError::WrongLength { width, height, unit: "words", expected: clamp(expected), got: words.len() as u64 })
}

#[cfg(feature = "bitvec")]
/// Conversions to and from bits.
impl Mask {
    /// Creates a mask from bits, row by row without padding: bit `y * width + x` is the pixel `[x, y]`. Both orders of
    /// bits in their elements are read, `Lsb0` and `Msb0`.
    ///
    /// ```
    /// use hitmask::{Mask, mask::bitvec::prelude::*};
    ///
    /// let mask = Mask::from_bits(3, 2, bits![1, 0, 0, 0, 1, 1])?;
    /// assert_eq!(mask.to_string(), "#..\n.##");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::WrongLength`] unless there are exactly width x height bits, and [`MaskError::TooLarge`]
    /// or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_bits<T: BitStore, O: BitOrder>(
        width: u32,
        height: u32,
        bits: &BitSlice<T, O>,
    ) -> Result<Mask, MaskError>
    where
        BitSlice<T, O>: BitField,
    {
        let expected = u128::from(width) * u128::from(height);
        if bits.len() as u128 != expected {
            let got = bits.len() as u64;
            return Err(MaskError::WrongLength { width, height, unit: "bits", expected: clamp(expected), got });
        }
        from_rows_of_bits(width, height, bits, width as usize)
    }

    /// Creates a mask from bits whose rows are padded: bit `y * stride + x` is the pixel `[x, y]`. So 1-bit pictures
    /// enter, whose rows begin at whole bytes or words: PBM files, bitmaps of GDI, displays, fonts.
    ///
    /// The padding bits are ignored, and `bits` may end at any bit after the last pixel. In most 1-bit pictures, the
    /// leftmost pixel is the highest bit of a byte, which is the order `Msb0`.
    ///
    /// ```
    /// use hitmask::{Mask, mask::bitvec::prelude::*};
    ///
    /// // Two rows of a PBM file, 10 pixels wide. Each row takes two bytes.
    /// let bytes: [u8; 4] = [0b1000_0000, 0b0100_0000, 0b0000_0001, 0b1000_0000];
    /// let mask = Mask::from_bit_rows(10, 2, bytes.view_bits::<Msb0>(), 16)?;
    /// assert_eq!(mask.to_string(), "#........#\n.......##.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::WrongStride`] if the stride is smaller than the width, [`MaskError::WrongLength`] if `bits`
    /// ends before the last pixel, and [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of
    /// [`Mask::new`].
    pub fn from_bit_rows<T: BitStore, O: BitOrder>(
        width: u32,
        height: u32,
        bits: &BitSlice<T, O>,
        stride: usize,
    ) -> Result<Mask, MaskError>
    where
        BitSlice<T, O>: BitField,
    {
        let stride = Rows { width, height, unit: "bits", pixel: 1, stride }.check(bits.len())?;
        from_rows_of_bits(width, height, bits, stride)
    }

    /// Returns the width x height bits of the mask, in the order of [`Mask::from_bits`].
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn to_bits(&self) -> BitVec<u32, Lsb0> {
        let count = (self.width as usize).saturating_mul(self.height as usize);
        let words =
            memory::try_with_capacity(count.div_ceil(u32::BITS as usize)).map_err(memory::for_list(count, "bits"));
        let mut bits = BitVec::from_vec(or_panic(words));
        // A mask of width 0 can have billions of rows.
        for y in 0..if self.width == 0 { 0 } else { self.height } {
            for x in (0..self.width).step_by(WORD_BITS as usize) {
                let word = self.words[self.index(x, y)];
                // `bitvec` has no 64-bit storage on 32-bit processors, so the word is split into halves.
                let halves = [word as u32, (word >> u32::BITS) as u32];
                let word = BitSlice::<_, Lsb0>::from_slice(&halves);
                bits.extend_from_bitslice(&word[..WORD_BITS.min(self.width - x) as usize]);
            }
        }
        bits
    }
}

/// Creates a mask from rows of bits, the beginnings of which are `stride` bits apart. The caller has checked the length.
#[cfg(feature = "bitvec")]
#[inline(always)] // the stride of `from_bits` is the width
fn from_rows_of_bits<T: BitStore, O: BitOrder>(
    width: u32,
    height: u32,
    bits: &BitSlice<T, O>,
    stride: usize,
) -> Result<Mask, MaskError>
where
    BitSlice<T, O>: BitField,
{
    // `bitvec` loads numbers from two orders only. The first bit of an element is its lowest one or its highest one.
    let lowest_is_first = O::at::<u8>(BitIdx::MIN).into_inner() == 0;
    Mask::from_word_fn(width, height, |column, y| {
        let row = &bits[y as usize * stride..][..width as usize];
        let first = (column * WORD_BITS) as usize;
        let bits = &row[first..row.len().min(first + WORD_BITS as usize)];
        if lowest_is_first {
            bits.load_le::<u64>()
        } else {
            // The first bit is the highest one of the number.
            bits.load_be::<u64>().reverse_bits() >> (WORD_BITS as usize - bits.len())
        }
    })
}
