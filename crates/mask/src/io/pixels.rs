//! Masks from raw pixels in any [`PixelLayout`], and from alpha values at any distance from each other in memory.
//! [`Solid`] decides which pixels are solid.

use super::rows::Rows;
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
        Mask::from_pixels(width, height, pixels, PixelLayout::RGBA, solid)
    }

    /// Creates a mask from pixels in any order of channels, with or without gaps between the rows: the surfaces of SDL,
    /// Cairo, Direct3D, GDI+ and Flash, or a frame of a larger picture. The pixels are not copied.
    ///
    /// `layout` names the order of the bytes in memory, and the stride if rows have gaps. `solid` decides which pixels
    /// are solid; a color key is red, green and blue in every layout. Pixels of three bytes have an alpha of 255.
    ///
    /// ```
    /// # use hitmask::{Mask, PixelLayout, Solid};
    /// // Two rows of two BGRA pixels. Each row takes 12 bytes; the last row ends with its last pixel.
    /// let surface = [
    ///     255, 0, 255, 255, /* then a blue one */ 255, 0, 0, 255, /* gap */ 0, 0, 0, 0,
    ///     255, 0, 0, 0, /* then a transparent one */ 255, 0, 255, 0,
    /// ];
    /// let layout = PixelLayout::BGRA.stride(12);
    /// let mask = Mask::from_pixels(2, 2, &surface, layout, Solid::default())?;
    /// assert_eq!(mask.to_string(), "##\n..");
    /// let mask = Mask::from_pixels(2, 2, &surface, layout, Solid::ColorKey([255, 0, 255]))?;
    /// assert_eq!(mask.to_string(), ".#\n#.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// For a frame of a larger picture, let `pixels` begin at the first pixel of the frame, and take the stride of the
    /// picture. For a picture whose rows are stored from bottom to top, call [`Mask::flipped_y`] on the result. Pixels
    /// of 16 bits or with a palette are read by [`Mask::from_fn`].
    ///
    /// Cost: alpha values and color keys of four bytes are read with vectors in every order and at every stride.
    ///
    /// # Errors
    /// - Returns [`MaskError::WrongStride`] if the stride is smaller than a row.
    /// - Returns [`MaskError::WrongLength`] if `pixels` ends before the last pixel. Without a stride, there must be no
    ///   byte after the last pixel either.
    /// - Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_pixels(
        width: u32,
        height: u32,
        pixels: &[u8],
        layout: PixelLayout,
        solid: Solid,
    ) -> Result<Mask, MaskError> {
        let (bytes, length) = (layout.bytes(), pixels.len());
        let stride = match layout.stride {
            Some(stride) => Rows { width, height, unit: "bytes", pixel: bytes, stride }.check(length)?,
            None => check_length(width, height, bytes, length)?,
        };
        match (solid, layout.alpha) {
            (Solid::AlphaAbove(threshold), Some(alpha)) => {
                // Without pixels there may be no first alpha value.
                let alpha = pixels.get(alpha.into()..).unwrap_or(&[]);
                Mask::from_alpha(width, height, alpha, [bytes, stride], threshold)
            }
            (Solid::AlphaAbove(255), None) => Mask::new(width, height),
            (Solid::AlphaAbove(_), None) => Mask::filled(width, height),
            (Solid::ColorKey(key), _) => {
                let (color, key) = (layout.place([0xff; 3]), layout.place(key));
                let (color, key) = (i32x8::splat(color), i32x8::splat(key));
                let test = |pixels: i32x8| !(pixels & color).simd_eq(key);
                from_tested(width, height, pixels, [bytes, stride], test)
            }
            (Solid::LumaAbove(threshold), _) => {
                let [red, green, blue] = layout.color.map(|byte| 8 * i32::from(byte));
                let part = |pixels: i32x8, shift: i32, factor: i32| {
                    (pixels >> shift & i32x8::splat(0xff)) * i32x8::splat(factor)
                };
                // The luma, rounded down, is above the threshold: 10000 times the luma is at least this.
                let most = i32x8::splat(10_000 * (i32::from(threshold) + 1) - 1);
                let test = |pixels| {
                    (part(pixels, red, RED) + part(pixels, green, GREEN) + part(pixels, blue, BLUE)).simd_gt(most)
                };
                from_tested(width, height, pixels, [bytes, stride], test)
            }
        }
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
        check_length(self.width(), self.height(), 4, rgba.len())?;
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

/// Returns the length of a row without gaps, or [`MaskError::WrongLength`] unless there are so many bytes for each pixel.
fn check_length(width: u32, height: u32, pixel: usize, length: usize) -> Result<usize, MaskError> {
    let row = u128::from(width) * pixel as u128;
    let expected = row * u128::from(height);
    if length as u128 == expected {
        // A picture without rows may have a row that is longer than memory. Nobody reads it.
        return Ok(usize::try_from(row).unwrap_or(usize::MAX));
    }
    Err(MaskError::WrongLength { width, height, unit: "bytes", expected: clamp(expected), got: length as u64 })
}

/// Creates a mask of pixels of three or four bytes. `test` returns lanes of ones for solid pixels. A pixel is a number
/// whose lowest byte is the first one, and the fourth byte of a pixel of three is 0. The caller has checked the length.
fn from_tested(
    width: u32,
    height: u32,
    pixels: &[u8],
    [bytes, stride]: [usize; 2],
    test: impl Fn(i32x8) -> i32x8,
) -> Result<Mask, MaskError> {
    match bytes {
        4 => from_numbers(width, height, pixels, stride, i32::from_le_bytes, test),
        _ => from_numbers(width, height, pixels, stride, |[a, b, c]| i32::from_le_bytes([a, b, c, 0]), test),
    }
}

/// Creates a mask of pixels that `number` turns into numbers.
#[inline(always)]
fn from_numbers<const SIZE: usize>(
    width: u32,
    height: u32,
    pixels: &[u8],
    stride: usize,
    number: impl Fn([u8; SIZE]) -> i32,
    test: impl Fn(i32x8) -> i32x8,
) -> Result<Mask, MaskError> {
    Mask::from_word_fn(width, height, |column, y| {
        let (row, _) = pixels[y as usize * stride..][..width as usize * SIZE].as_chunks::<SIZE>();
        let row = &row[(column * WORD_BITS) as usize..];
        word_of(&row[..row.len().min(WORD_BITS as usize)], &number, &test)
    })
}

/// The bits of up to 64 pixels. Eight pixels are tested at a time, the remaining pixels with zeros behind them.
fn word_of<const SIZE: usize>(
    pixels: &[[u8; SIZE]],
    number: impl Fn([u8; SIZE]) -> i32,
    test: impl Fn(i32x8) -> i32x8,
) -> u64 {
    let (eights, rest) = pixels.as_chunks::<8>();
    let bits = |numbers: [i32; 8]| u64::from(test(i32x8::new(numbers)).to_bitmask() as u8);
    let word = eights.iter().rev().fold(0, |word, eight| word << 8 | bits(eight.map(&number)));
    if rest.is_empty() {
        return word;
    }
    let mut numbers = [0; 8];
    numbers.iter_mut().zip(rest).for_each(|(to, &pixel)| *to = number(pixel));
    word | (bits(numbers) & ((1 << rest.len()) - 1)) << (8 * eights.len())
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
    /// Cost: strides of 1 and of 4 bytes in x are read with vectors, and so is a stride of 1 byte in y, as in arrays that
    /// are stored column by column. All other strides take a few times as long.
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
        if strides[1] == 1 && strides[0] > 4 {
            let (words, [width, height]) = (&mut mask.words[..], [width, height].map(|side| side as usize));
            on_level!(_lanes => set_columns(words, [width, height], alpha, strides[0], threshold));
            return Ok(mask.measured());
        }
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

/// The number of rows of a column of pixels that are read before the next column: their words, 4 KiB, stay in the nearest
/// cache while all 64 columns are read. With 64 rows, `reshape/from_alpha by columns` takes 1.37 times as long, with 4096
/// 1.13.
const COLUMN_ROWS: usize = 512;

/// Writes the words of a mask from alpha values that stand column by column. The loops have no branch, so the compiler
/// makes vectors of them: each byte gets the bits of eight columns first, then each word the bits of eight bytes.
#[inline(always)]
fn set_columns(words: &mut [u64], [width, height]: [usize; 2], alpha: &[u8], right: usize, threshold: u8) {
    let mut eights = [0_u8; COLUMN_ROWS];
    for (x, words) in (0..).step_by(WORD_BITS as usize).zip(words.chunks_exact_mut(height.max(1))) {
        for (top, words) in (0..).step_by(COLUMN_ROWS).zip(words.chunks_mut(COLUMN_ROWS)) {
            let eights = &mut eights[..words.len()];
            for first in (x..width.min(x + WORD_BITS as usize)).step_by(8) {
                eights.fill(0);
                for (column, bit) in (first..width.min(first + 8)).zip(0..) {
                    let from = &alpha[column * right + top..][..eights.len()];
                    for (eight, &alpha) in eights.iter_mut().zip(from) {
                        *eight |= u8::from(alpha > threshold).wrapping_neg() & 1 << bit;
                    }
                }
                for (word, &eight) in words.iter_mut().zip(&*eights) {
                    *word |= u64::from(eight) << (first - x);
                }
            }
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

/// How pixels lie in memory: the order of their channels, and the stride of the rows, for [`Mask::from_pixels`].
///
/// The names say the order of the bytes in memory. Many libraries name formats by the digits of a 32-bit number instead,
/// and little-endian processors store a number from its last byte. So 0xAARRGGBB, the `A8R8G8B8` of Direct3D and HGE, the
/// `ARGB32` of Cairo, the `Format32bppArgb` of GDI+ and the `ARGB8888` of SDL, is [`BGRA`](PixelLayout::BGRA). The bytes of
/// a `BitmapData` of Flash are [`ARGB`](PixelLayout::ARGB).
///
/// ```
/// # use hitmask::{Mask, PixelLayout, Solid};
/// let pixel = 0xff_00_80_00_u32; // opaque green of a game on an x86 processor
/// let mask = Mask::from_pixels(1, 1, &pixel.to_le_bytes(), PixelLayout::BGRA, Solid::default())?;
/// assert_eq!(mask.to_string(), "#");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PixelLayout {
    /// The byte of red, green and blue in a pixel.
    color: [u8; 3],
    /// The byte of alpha. Pixels without alpha have three bytes.
    alpha: Option<u8>,
    /// The number of bytes from a row to the next, or `None` for rows without gaps.
    stride: Option<usize>,
}

/// The default is [`PixelLayout::RGBA`].
impl Default for PixelLayout {
    fn default() -> PixelLayout {
        PixelLayout::RGBA
    }
}

impl PixelLayout {
    /// Red, green, blue, alpha, without gaps between rows: pictures from decoders, `ImageData` of the web.
    pub const RGBA: PixelLayout = PixelLayout { color: [0, 1, 2], alpha: Some(3), stride: None };
    /// Blue, green, red, alpha, without gaps between rows: 0xAARRGGBB on little-endian processors.
    pub const BGRA: PixelLayout = PixelLayout { color: [2, 1, 0], alpha: Some(3), stride: None };
    /// Alpha, red, green, blue, without gaps between rows: the `BitmapData` of Flash, 0xBBGGRRAA on little-endian processors.
    pub const ARGB: PixelLayout = PixelLayout { color: [1, 2, 3], alpha: Some(0), stride: None };
    /// Alpha, blue, green, red, without gaps between rows: 0xRRGGBBAA on little-endian processors.
    pub const ABGR: PixelLayout = PixelLayout { color: [3, 2, 1], alpha: Some(0), stride: None };
    /// Red, green, blue: three bytes for each pixel, without gaps between rows. Alpha is 255.
    pub const RGB: PixelLayout = PixelLayout { color: [0, 1, 2], alpha: None, stride: None };
    /// Blue, green, red: three bytes for each pixel, without gaps between rows. Alpha is 255.
    pub const BGR: PixelLayout = PixelLayout { color: [2, 1, 0], alpha: None, stride: None };

    /// Returns the layout with a number of bytes from the beginning of a row to the beginning of the next, also called
    /// the pitch. Bytes between the rows are ignored.
    #[must_use]
    pub const fn stride(self, bytes: usize) -> PixelLayout {
        PixelLayout { stride: Some(bytes), ..self }
    }

    /// The number of bytes of a pixel.
    fn bytes(self) -> usize {
        if self.alpha.is_some() { 4 } else { 3 }
    }

    /// A color as the number of a pixel, with the first byte as the lowest, and 0 for alpha.
    fn place(self, color: [u8; 3]) -> i32 {
        let parts = self.color.into_iter().zip(color);
        parts.fold(0, |number, (byte, channel)| number | i32::from(channel) << (8 * byte))
    }
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

/// The weights of the channels in the luma.
const RED: i32 = 2126;
const GREEN: i32 = 7152;
const BLUE: i32 = 722;

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
                let luma = RED * i32::from(r) + GREEN * i32::from(g) + BLUE * i32::from(b);
                luma / 10_000 > i32::from(threshold)
            }
        }
    }
}
