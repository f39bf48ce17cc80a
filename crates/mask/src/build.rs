//! Masks made from pixels.

use crate::store::WORD;
use crate::{Mask, MaskError};
use wide::i32x8;

/// Which pixels of a picture are solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solid {
    /// Those whose alpha is greater than this, from 0 to 255. The default is 127. XNA's rule is 20,
    /// "not fully transparent" is 0; above 255 there is nothing.
    AlphaAbove(u8),
    /// Those of any other colour than this key (red, green, blue). Alpha is not looked at.
    NotColor([u8; 3]),
    /// Those that are brighter than this, from 0 to 255: the luma (2126 R + 7152 G + 722 B) / 10000 of
    /// ITU-R BT.709, rounded down. Alpha is not looked at.
    LumaAbove(u8),
}

impl Default for Solid {
    fn default() -> Solid {
        Solid::AlphaAbove(127)
    }
}

impl Solid {
    /// Whether a pixel of red, green, blue and alpha is solid.
    ///
    /// ```
    /// # use mask::Solid;
    /// assert!(Solid::default().is_solid([0, 0, 0, 128]));
    /// assert!(!Solid::default().is_solid([0, 0, 0, 127]));
    /// assert!(!Solid::NotColor([255, 0, 255]).is_solid([255, 0, 255, 255]));
    /// ```
    #[must_use]
    pub fn is_solid(self, [r, g, b, alpha]: [u8; 4]) -> bool {
        match self {
            Solid::AlphaAbove(threshold) => alpha > threshold,
            Solid::NotColor(key) => [r, g, b] != key,
            Solid::LumaAbove(threshold) => {
                let luma = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
                luma / 10_000 > u32::from(threshold)
            }
        }
    }
}

/// Making masks.
impl Mask {
    /// A mask with every pixel solid.
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn filled(width: u32, height: u32) -> Result<Mask, MaskError> {
        let mut mask = Mask::new(width, height)?;
        mask.fill();
        Ok(mask)
    }

    /// A mask of the pixels `[x, y]` for which `solid(x, y)` holds, asked once each, row after row.
    ///
    /// ```
    /// # use mask::Mask;
    /// let disc = Mask::from_fn(5, 5, |x, y| x.abs_diff(2).pow(2) + y.abs_diff(2).pow(2) <= 4)?;
    /// assert_eq!(disc.to_string(), "..#..\n.###.\n#####\n.###.\n..#..");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Mask::new`], before anything is asked.
    pub fn from_fn(width: u32, height: u32, mut solid: impl FnMut(u32, u32) -> bool) -> Result<Mask, MaskError> {
        Mask::from_words(width, height, |column, y| {
            let first = column * WORD;
            (0..WORD.min(width - first)).fold(0, |word, bit| word | u64::from(solid(first + bit, y)) << bit)
        })
    }

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
            let first = column * WORD;
            let row = &pixels[y as usize * width as usize..][..width as usize][first as usize..];
            word_of(&row[..row.len().min(WORD as usize)], solid)
        })
    }

    /// A mask of the words that `word(column, y)` gives, asked once each, row after row. Their padding
    /// bits must be zero.
    pub(crate) fn from_words(
        width: u32,
        height: u32,
        mut word: impl FnMut(u32, u32) -> u64,
    ) -> Result<Mask, MaskError> {
        let mut mask = Mask::new(width, height)?;
        // There may be billions of rows without a pixel.
        for y in 0..if width == 0 { 0 } else { height } {
            for column in 0..width.div_ceil(WORD) {
                let index = mask.index(column * WORD, y);
                mask.words[index] = word(column, y);
            }
        }
        let mut mask = mask.united();
        mask.bounds = mask.frame().and_then(|frame| mask.bounds_in(frame, frame));
        Ok(mask)
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

/// A count for an error message: the largest there is where it does not fit.
pub(crate) fn clamp(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Masks of words that are there already, as they lie in memory. Their padding bits must be zero.
impl Mask {
    /// A mask of any words.
    pub(crate) fn from_columns(width: u32, height: u32, words: alloc::vec::Vec<u64>) -> Result<Mask, MaskError> {
        let mut mask = Mask::of_words(width, height, words)?.united();
        mask.bounds = mask.frame().and_then(|frame| mask.bounds_in(frame, frame));
        Ok(mask)
    }

    /// A mask whose every side has a solid pixel.
    pub(crate) fn cut_out(width: u32, height: u32, words: alloc::vec::Vec<u64>) -> Result<Mask, MaskError> {
        let mut mask = Mask::of_words(width, height, words)?.united();
        mask.bounds = mask.frame();
        Ok(mask)
    }
}
