//! Masks from raw pixels.

use super::Solid;
use crate::error::clamp;
use crate::kernel::WORD_BITS;
use crate::{Mask, MaskError};
use wide::i32x8;

/// Conversions from raw pixels.
impl Mask {
    /// Creates a mask from RGBA pixels of four bytes each, row by row without gaps. `solid` decides which pixels
    /// are solid.
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
    /// Returns [`MaskError::WrongLength`] unless there are exactly 4 x width x height bytes, and
    /// [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_rgba8(width: u32, height: u32, pixels: &[u8], solid: Solid) -> Result<Mask, MaskError> {
        let expected = 4 * u128::from(width) * u128::from(height);
        if pixels.len() as u128 != expected {
            let got = pixels.len() as u64;
            return Err(MaskError::WrongLength { width, height, unit: "bytes", expected: clamp(expected), got });
        }
        if let (Solid::AlphaAbove(threshold), Some(alpha)) = (solid, pixels.get(3..)) {
            return Mask::from_alpha(width, height, alpha, [4, 4 * width as usize], threshold);
        }
        let (pixels, _) = pixels.as_chunks::<4>();
        Mask::from_word_fn(width, height, |column, y| {
            let first = column * WORD_BITS;
            let row = &pixels[y as usize * width as usize..][..width as usize][first as usize..];
            word_of(&row[..row.len().min(WORD_BITS as usize)], solid)
        })
    }
}

/// The bits of up to 64 pixels. Eight pixels are tested at a time, and the remaining pixels one by one.
fn word_of(pixels: &[[u8; 4]], solid: Solid) -> u64 {
    let (eights, rest) = pixels.as_chunks::<8>();
    let numbers = |eight: &[[u8; 4]; 8]| i32x8::new(eight.map(i32::from_le_bytes));
    let word = match solid {
        Solid::NotColor([r, g, b]) => {
            let (color, key) = (i32x8::splat(0x00ff_ffff), i32x8::splat(i32::from_le_bytes([r, g, b, 0])));
            bits_of(eights, |eight| !(numbers(eight) & color).simd_eq(key))
        }
        Solid::AlphaAbove(_) | Solid::LumaAbove(_) => {
            bits_of(eights, |eight| i32x8::new(eight.map(|pixel| -i32::from(solid.is_solid(pixel)))))
        }
    };
    let rest = rest.iter().zip(8 * eights.len()..);
    rest.fold(word, |word, (&pixel, bit)| word | u64::from(solid.is_solid(pixel)) << bit)
}

/// A bit for each pixel, set if `test` returns a lane of ones for the pixel.
#[inline(always)]
fn bits_of(eights: &[[[u8; 4]; 8]], test: impl Fn(&[[u8; 4]; 8]) -> i32x8) -> u64 {
    eights.iter().rev().fold(0, |word, eight| word << 8 | u64::from(test(eight).to_bitmask() as u8))
}
