//! Conversions between masks and bits, with `bitvec`.

use crate::error::clamp;
use crate::kernel::WORD_BITS;
use crate::memory::or_panic;
use crate::{Mask, MaskError, memory};
use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::store::BitStore;
use bitvec::vec::BitVec;

/// Conversions to and from bits.
impl Mask {
    /// Creates a mask from bits, row by row without padding: bit `y * width + x` is the pixel `[x, y]`.
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
    pub fn from_bits<T: BitStore>(width: u32, height: u32, bits: &BitSlice<T, Lsb0>) -> Result<Mask, MaskError> {
        let expected = u128::from(width) * u128::from(height);
        if bits.len() as u128 != expected {
            let got = bits.len() as u64;
            return Err(MaskError::WrongLength { width, height, unit: "bits", expected: clamp(expected), got });
        }
        Mask::from_word_fn(width, height, |column, y| {
            let row = &bits[y as usize * width as usize..][..width as usize];
            let first = (column * WORD_BITS) as usize;
            row[first..row.len().min(first + WORD_BITS as usize)].load_le::<u64>()
        })
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
