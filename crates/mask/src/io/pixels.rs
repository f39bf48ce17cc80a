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
    /// # use hitmask::{Mask, Solid};
    /// let pixels = [255, 0, 0, 255, /* then a transparent one */ 0, 0, 0, 0];
    /// let mask = Mask::from_rgba8(2, 1, &pixels, Solid::default())?;
    /// assert_eq!(mask.to_string(), "#.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::WrongLength`] unless there are exactly 4 x width x height bytes, and
    /// [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_rgba8(width: u32, height: u32, pixels: &[u8], solid: Solid) -> Result<Mask, MaskError> {
        check_length(width, height, pixels)?;
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

/// Changes of pictures.
impl Mask {
    /// Makes the pixels of a picture transparent where this mask is not solid: what a game does after it has dug into
    /// the mask of a terrain.
    ///
    /// The picture has RGBA pixels of four bytes each, row by row without gaps, and the size of the mask. Alpha becomes
    /// 0; the colors, and all pixels where the mask is solid, stay as they are.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut picture = [9, 8, 7, 200, 9, 8, 7, 200];
    /// let mask: Mask = "#.".parse()?;
    /// mask.clear_alpha(&mut picture)?;
    /// assert_eq!(picture, [9, 8, 7, 200, 9, 8, 7, 0]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: a write for each pixel that is not solid, and a read of each word.
    ///
    /// # Errors
    /// Returns [`MaskError::WrongLength`] unless there are exactly 4 x width x height bytes. The picture is then
    /// unchanged.
    pub fn clear_alpha(&self, rgba: &mut [u8]) -> Result<(), MaskError> {
        check_length(self.width(), self.height(), rgba)?;
        let (pixels, _) = rgba.as_chunks_mut::<4>();
        let rows = pixels.chunks_exact_mut(self.width().max(1) as usize);
        for (row, y) in rows.zip(0..) {
            for (part, word) in row.chunks_mut(WORD_BITS as usize).zip(self.words_in_row(0..self.stride(), y)) {
                for (pixel, bit) in part.iter_mut().zip(0..) {
                    pixel[3] &= (word >> bit & 1) as u8 * 0xff;
                }
            }
        }
        Ok(())
    }
}

/// Returns [`MaskError::WrongLength`] unless there are four bytes for each pixel.
fn check_length(width: u32, height: u32, pixels: &[u8]) -> Result<(), MaskError> {
    let expected = 4 * u128::from(width) * u128::from(height);
    if pixels.len() as u128 == expected {
        return Ok(());
    }
    Err(MaskError::WrongLength { width, height, unit: "bytes", expected: clamp(expected), got: pixels.len() as u64 })
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
