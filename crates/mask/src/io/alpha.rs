//! Masks from alpha values at any distance from each other in memory.

use crate::error::clamp;
use crate::kernel::{Lanes, WORD_BITS, on_level};
use crate::{Mask, MaskError, memory};

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
                1 => word_of::<_, 1>(lanes, from, count, threshold),
                4 => word_of::<_, 4>(lanes, from, count, threshold),
                _ => (0..count).fold(0, |word, x| word | u64::from(from[x * right] > threshold) << x),
            };
        }
    }
}

/// The bits of the first `count` pixels, at most 64. The alpha value of a pixel is the first of its `SIZE` bytes, 1 or
/// 4.
#[inline(always)]
fn word_of<L: Lanes, const SIZE: usize>(lanes: L, alpha: &[u8], count: usize, threshold: u8) -> u64 {
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
