//! Masks from raw pixels, and from alpha values at any distance from each other in memory. [`Solid`] decides which
//! pixels are solid.

use crate::error::clamp;
use crate::kernel::{Lanes, WORD_BITS, on_level};
use crate::{Mask, MaskError, memory};
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
        Solid::ColorKey([r, g, b]) => {
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

/// The number of rows that are read column by column. The rows of a block stay in the cache, and the words of a column
/// are written 64 bytes at a time, the size of a cache line.
const BLOCK_ROWS: usize = 8;

/// The number of pixels that the kernels read at a time. It is a multiple of the lanes of every level.
const GROUP: usize = 16;

/// Conversions from alpha values.
impl Mask {
    /// Creates a mask from alpha values of one byte each, at any distance from each other. Pixels with an alpha value
    /// greater than the threshold are solid.
    ///
    /// The strides are in bytes: the alpha value of pixel `[x, y]` is byte `x * strides[0] + y * strides[1]` of
    /// `alpha`. So `alpha` begins at the alpha value of the top-left pixel. All other bytes are ignored, and `alpha`
    /// may end at any byte after the last alpha value.
    ///
    /// Cost: strides of 1 and of 4 bytes in x are read with vectors. All other strides take a few times as long.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// // Two rows of two RGBA pixels, with four bytes between the rows.
    /// let pixels = [0, 0, 0, 255, 0, 0, 0, 9, /* gap */ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128];
    /// let mask = Mask::from_alpha(2, 2, &pixels[3..], [4, 12], 127)?;
    /// assert_eq!(mask.to_string(), "#.\n.#");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::WrongLength`] if `alpha` ends before the last alpha value, and [`MaskError::TooLarge`] or
    /// [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_alpha(
        width: u32,
        height: u32,
        alpha: &[u8],
        strides: [usize; 2],
        threshold: u8,
    ) -> Result<Mask, MaskError> {
        // Each product is below 2^96.
        let expected = match [width, height].map(|size| size.checked_sub(1)) {
            [Some(last_x), Some(last_y)] => {
                u128::from(last_x) * strides[0] as u128 + u128::from(last_y) * strides[1] as u128 + 1
            }
            _ => 0,
        };
        if (alpha.len() as u128) < expected {
            let got = alpha.len() as u64;
            return Err(MaskError::WrongLength { width, height, unit: "bytes", expected: clamp(expected), got });
        }
        let mut mask = Mask::new(width, height)?;
        let blocks = (0..if width == 0 { 0 } else { height as usize }).step_by(BLOCK_ROWS);
        blocks.for_each(|top| mask.set_block(top, &alpha[top * strides[1]..], strides, threshold));
        Ok(mask.measured())
    }

    /// Creates a mask from alpha values that come row by row, for other crates of hitmask. `read(y, row)` writes row
    /// `y`: `right` bytes for each pixel, the first of which is the alpha value.
    ///
    /// # Errors
    /// Returns the errors of [`Mask::new`].
    #[doc(hidden)]
    pub fn from_alpha_rows(
        [width, height]: [u32; 2],
        right: usize,
        threshold: u8,
        mut read: impl FnMut(usize, &mut [u8]),
    ) -> Result<Mask, MaskError> {
        let mut mask = Mask::new(width, height)?;
        let (down, height) = (width as usize * right, height as usize);
        if down == 0 || height == 0 {
            return Ok(mask);
        }
        let mut block = memory::try_zeros(down * BLOCK_ROWS.min(height)).map_err(memory::for_mask(width, 1))?;
        for top in (0..height).step_by(BLOCK_ROWS) {
            for (row, y) in block.chunks_exact_mut(down).zip(top..height) {
                read(y, row);
            }
            mask.set_block(top, &block, [right, down], threshold);
        }
        Ok(mask.measured())
    }

    /// Writes the words of up to [`BLOCK_ROWS`] rows from row `top` on, from alpha values that begin at that row. The
    /// caller must update the bounds and the summary.
    fn set_block(&mut self, top: usize, alpha: &[u8], strides: [usize; 2], threshold: u8) {
        let (size, words) = ([self.width as usize, self.height as usize], &mut self.words[..]);
        on_level!(lanes => set_block(lanes, words, size, top, alpha, strides, threshold));
    }
}

/// Writes the words of up to [`BLOCK_ROWS`] rows of a mask, column by column.
#[inline(always)]
fn set_block<L: Lanes>(
    lanes: L,
    words: &mut [u64],
    [width, height]: [usize; 2],
    top: usize,
    alpha: &[u8],
    [right, down]: [usize; 2],
    threshold: u8,
) {
    for (column, words) in words.chunks_exact_mut(height).enumerate() {
        let x = column * WORD_BITS as usize;
        let count = (width - x).min(WORD_BITS as usize);
        for (word, row) in words[top..].iter_mut().zip(0..BLOCK_ROWS) {
            let from = &alpha[x * right + row * down..];
            *word = match right {
                1 => word_of_alpha::<_, 1>(lanes, from, count, threshold),
                4 => word_of_alpha::<_, 4>(lanes, from, count, threshold),
                _ => (0..count).fold(0, |word, x| word | u64::from(from[x * right] > threshold) << x),
            };
        }
    }
}

/// The bits of the first `count` pixels, at most 64. The alpha value of a pixel is the first of its `SIZE` bytes, 1 or
/// 4.
#[inline(always)]
fn word_of_alpha<L: Lanes, const SIZE: usize>(lanes: L, alpha: &[u8], count: usize, threshold: u8) -> u64 {
    let above = |group: &[u8]| if SIZE == 1 { lanes.above(group, threshold) } else { lanes.above4(group, threshold) };
    let whole = (count / GROUP).min(alpha.len() / (GROUP * SIZE));
    let mut word = 0;
    for (group, bytes) in alpha.chunks_exact(GROUP * SIZE).take(whole).enumerate() {
        word |= above(bytes) << (group * GROUP);
    }
    let (done, rest) = (whole * GROUP, count - whole * GROUP);
    if rest > 0 {
        let from = &alpha[done * SIZE..];
        let group = if let Some(bytes) = from.get(..GROUP * SIZE) {
            // The group reaches into the bytes that follow the row. Their bits are dropped.
            above(bytes) & ((1 << rest) - 1)
        } else {
            // `alpha` may end at the last alpha value. Zeros fill the group, because they are never above a threshold.
            let mut bytes = [0; 4 * GROUP];
            let from = &from[..(rest - 1) * SIZE + 1];
            bytes[..from.len()].copy_from_slice(from);
            above(&bytes[..GROUP * SIZE])
        };
        word |= group << done;
    }
    word
}

/// The rule that decides which pixels of a picture are solid.
///
/// The default is an alpha value above 127.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solid {
    /// Pixels with an alpha value greater than the threshold, 0 to 255, are solid.
    ///
    /// The default threshold is 127. A threshold of 20 is XNA's rule, and 0 means "not fully transparent". With a
    /// threshold of 255, no pixel is solid.
    AlphaAbove(u8),
    /// Pixels of any color except the key color (red, green, blue) are solid. Alpha is ignored.
    ColorKey([u8; 3]),
    /// Pixels with a luma greater than the threshold, 0 to 255, are solid.
    ///
    /// The luma is (2126 R + 7152 G + 722 B) / 10000, as in ITU-R BT.709, rounded down. Alpha is ignored.
    LumaAbove(u8),
}

impl Default for Solid {
    fn default() -> Solid {
        Solid::AlphaAbove(127)
    }
}

impl Solid {
    /// Returns whether a pixel of red, green, blue and alpha is solid.
    ///
    /// ```
    /// # use hitmask::Solid;
    /// assert!(Solid::default().is_solid([0, 0, 0, 128]));
    /// assert!(!Solid::default().is_solid([0, 0, 0, 127]));
    /// assert!(!Solid::ColorKey([255, 0, 255]).is_solid([255, 0, 255, 255]));
    /// ```
    #[must_use]
    pub fn is_solid(self, [r, g, b, alpha]: [u8; 4]) -> bool {
        match self {
            Solid::AlphaAbove(threshold) => alpha > threshold,
            Solid::ColorKey(key) => [r, g, b] != key,
            Solid::LumaAbove(threshold) => {
                let luma = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
                luma / 10_000 > u32::from(threshold)
            }
        }
    }
}
