//! Masks made from pixels.

use super::Solid;
use crate::error::clamp;
use crate::kernel::WORD_BITS;
use crate::{Mask, MaskError};
use wide::i32x8;

/// Making masks.
impl Mask {
    /// A mask from pixels of red, green, blue and alpha, a byte each, row after row without gaps.
    ///
    /// ```
    /// # use mask::{Mask, Solid};
    /// let pixels = [255, 0, 0, 255, /* then a transparent one */ 0, 0, 0, 0];
    /// let mask = Mask::from_rgba8(2, 1, &pixels, Solid::default())?;
    /// assert_eq!(mask.to_string(), "#.");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaskError::WrongLength`] unless there are 4 x width x height bytes; as [`Mask::new`].
    pub fn from_rgba8(width: u32, height: u32, pixels: &[u8], solid: Solid) -> Result<Mask, MaskError> {
        let expected = 4 * u128::from(width) * u128::from(height);
        if pixels.len() as u128 != expected {
            let got = pixels.len() as u64;
            return Err(MaskError::WrongLength { width, height, unit: "bytes", expected: clamp(expected), got });
        }
        let (pixels, _) = pixels.as_chunks::<4>();
        Mask::from_words(width, height, |column, y| {
            let first = column * WORD_BITS;
            let row = &pixels[y as usize * width as usize..][..width as usize][first as usize..];
            word_of(&row[..row.len().min(WORD_BITS as usize)], solid)
        })
    }
}

/// The bits of up to 64 pixels, eight at a time; those that are left over one by one.
fn word_of(pixels: &[[u8; 4]], solid: Solid) -> u64 {
    let (eights, rest) = pixels.as_chunks::<8>();
    let numbers = |eight: &[[u8; 4]; 8]| i32x8::new(eight.map(i32::from_le_bytes));
    // A pixel as a number has its alpha on top: unsigned, it is greater than any of the threshold's alpha.
    // With the highest bit flipped, signed comparison says the same.
    let flip = |number: u32| i32x8::splat((number ^ 1 << 31) as i32);
    let word = match solid {
        Solid::AlphaAbove(threshold) => {
            let most = flip(u32::from_le_bytes([255, 255, 255, threshold]));
            bits_of(eights, |eight| (numbers(eight) ^ flip(0)).simd_gt(most))
        }
        Solid::NotColor([r, g, b]) => {
            let (color, key) = (i32x8::splat(0x00ff_ffff), i32x8::splat(i32::from_le_bytes([r, g, b, 0])));
            bits_of(eights, |eight| !(numbers(eight) & color).simd_eq(key))
        }
        Solid::LumaAbove(_) => {
            bits_of(eights, |eight| i32x8::new(eight.map(|pixel| -i32::from(solid.is_solid(pixel)))))
        }
    };
    let rest = rest.iter().zip(8 * eights.len()..);
    rest.fold(word, |word, (&pixel, bit)| word | u64::from(solid.is_solid(pixel)) << bit)
}

/// A bit for each pixel for which `test` gives a lane of ones.
#[inline(always)]
fn bits_of(eights: &[[[u8; 4]; 8]], test: impl Fn(&[[u8; 4]; 8]) -> i32x8) -> u64 {
    eights.iter().rev().fold(0, |word, eight| word << 8 | u64::from(test(eight).to_bitmask() as u8))
}
