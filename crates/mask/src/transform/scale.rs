//! Scaling along the axes.

use crate::kernel::WORD_BITS;
use crate::memory;
use crate::{Mask, MaskError};
use alloc::vec::Vec;
use core::ops::Range;

/// Scaled copies of the mask.
impl Mask {
    /// Returns the mask scaled to another size, as pygame's `scale` does.
    ///
    /// Pixel `[x, y]` of the result is pixel `[x * self.width / width, y * self.height / height]` of this mask,
    /// with both quotients rounded down. If this mask has no pixels, no pixel of the result is solid.
    ///
    /// If the result is smaller than this mask, thin parts can vanish. [`Mask::scaled_any`] keeps them.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#.\n.#".parse()?;
    /// assert_eq!(mask.scaled(4, 2)?.to_string(), "##..\n..##");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// new size.
    pub fn scaled(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        let [columns, rows] = [AxisScale::of(self.width, width), AxisScale::of(self.height, height)];
        let pixel = |near: u32| near..near + 1;
        self.resampled([width, height], |x| pixel(columns.near_edge(x)), |y| pixel(rows.near_edge(y)))
    }

    /// Returns the mask scaled to another size, without losing any part of it.
    ///
    /// A pixel of the result is solid if it covers any part of a solid pixel. Every solid pixel of [`Mask::scaled`] is
    /// therefore solid in the result.
    ///
    /// ```
    /// # use mask::Mask;
    /// let line: Mask = ".#....".parse()?;
    /// assert!(line.scaled(3, 1)?.is_empty());
    /// assert_eq!(line.scaled_any(3, 1)?.to_string(), "#..");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// new size.
    pub fn scaled_any(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        let [columns, rows] = [AxisScale::of(self.width, width), AxisScale::of(self.height, height)];
        let covered = |axis: AxisScale, place: u32| axis.near_edge(place)..axis.far_edge(place);
        self.resampled([width, height], |x| covered(columns, x), |y| covered(rows, y))
    }

    /// Returns the mask reduced to blocks of `k` x `k` pixels, from its top-left corner on.
    ///
    /// Each block becomes one pixel, which is solid if any pixel of the block is solid. If a side is not a multiple
    /// of `k`, its last blocks are smaller.
    ///
    /// Cost: one pass over the words if `k` is a power of two up to 64. Other values of `k` take a few times as long.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#....\n.....\n....#".parse()?;
    /// assert_eq!(mask.coarsened(2)?.to_string(), "#..\n..#");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::NoBlock`] if `k` is 0, and [`MaskError::OutOfMemory`] if memory allocation fails.
    pub fn coarsened(&self, k: u32) -> Result<Mask, MaskError> {
        if k == 0 {
            return Err(MaskError::NoBlock);
        }
        let (width, height) = (self.width.div_ceil(k), self.height.div_ceil(k));
        if k.is_power_of_two() && k <= WORD_BITS && !self.is_empty() {
            let groups = BitGroups::of(k);
            return self.blocks(k, |rows| groups.any(rows.iter().fold(0, |any, row| any | row)));
        }
        let block = |place: u32, side: u32| place * k..(place * k).saturating_add(k).min(side);
        self.resampled([width, height], |x| block(x, self.width), |y| block(y, self.height))
    }

    /// A mask in which pixel `[x, y]` is solid if this mask has a solid pixel in `columns(x)` and `rows(y)`. The ranges
    /// must not be empty.
    fn resampled(
        &self,
        [width, height]: [u32; 2],
        columns: impl Fn(u32) -> Range<u32>,
        rows: impl Fn(u32) -> Range<u32>,
    ) -> Result<Mask, MaskError> {
        let mut result = Mask::new(width, height)?;
        // A mask of width 0 may have billions of rows, and a mask of height 0 billions of columns.
        if self.is_empty() || width == 0 || height == 0 {
            return Ok(result);
        }
        let columns = memory::try_collect((0..width).map(columns)).map_err(memory::for_mask(width, 1))?;
        let mut bits = RowBits::of(self)?;
        let mut last = 0..0;
        for y in 0..height {
            let rows = rows(y);
            if rows != last {
                bits.0.fill(0);
                rows.clone().for_each(|row| bits.join(self, row));
                last = rows;
            }
            for (column, x) in columns.chunks(WORD_BITS as usize).zip((0..).step_by(WORD_BITS as usize)) {
                let index = result.index(x, y);
                result.words[index] =
                    column.iter().rev().fold(0, |word, x| word << 1 | u64::from(bits.any(x.start, x.end)));
            }
        }
        Ok(result.measured())
    }
}

impl Mask {
    /// Returns a mask with a pixel for each block of `k` x `k` pixels, from the top-left corner on, for other crates of
    /// hitmask. A pixel is solid if every pixel of its block is solid. Blocks across the right or the bottom edge are
    /// not solid. `k` must be a power of two up to 64.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if memory allocation fails.
    #[doc(hidden)]
    pub fn solid_blocks(&self, k: u32) -> Result<Mask, MaskError> {
        let groups = BitGroups::of(k);
        self.blocks(k, |rows| match rows.len() as u32 == k {
            true => groups.all(rows.iter().fold(u64::MAX, |all, row| all & row)),
            false => 0,
        })
    }

    /// A mask with a pixel for each block of `k` x `k` pixels. `k` must be a power of two up to 64. `word` takes the
    /// words of a column in `k` rows, or fewer at the bottom, and returns a bit for each block in them, in the lowest
    /// bits.
    fn blocks(&self, k: u32, word: impl Fn(&[u64]) -> u64) -> Result<Mask, MaskError> {
        let (width, height) = (self.width.div_ceil(k), self.height.div_ceil(k));
        let mut blocks = Mask::new(width, height)?;
        for (column, index) in self.all_columns().zip(0..) {
            let first = index / k as usize * height as usize;
            let shift = index as u32 % k * (WORD_BITS / k);
            for (to, rows) in blocks.words[first..].iter_mut().zip(column.chunks(k as usize)) {
                *to |= word(rows) << shift;
            }
        }
        Ok(blocks.measured())
    }
}

/// Reduces groups of bits of a word to single bits, in the lowest bits.
struct BitGroups {
    /// A group has `1 << shift` bits.
    shift: u32,
    /// The bits that each step keeps. Step 0 leaves one bit for each group. Each further step moves neighboring runs of
    /// bits together: 1 and 1, then 2 and 2, and so on.
    keep: [u64; 7],
}

impl BitGroups {
    /// The reduction of groups of `k` bits. `k` must be a power of two up to 64.
    fn of(k: u32) -> BitGroups {
        let shift = k.trailing_zeros();
        let low = |count: u32| u64::MAX >> (WORD_BITS - count);
        let keep = core::array::from_fn(|step| match (1 << step, k << step) {
            (ones, period @ ..WORD_BITS) => u64::MAX / low(period) * low(ones),
            (ones, _) => low(ones.min(WORD_BITS)),
        });
        BitGroups { shift, keep }
    }

    /// A bit for each group of a word, set if all bits of the group are set.
    fn all(&self, bits: u64) -> u64 {
        !self.any(!bits) & u64::MAX >> (WORD_BITS - (WORD_BITS >> self.shift))
    }

    /// A bit for each group of a word, set if any bit of the group is set.
    fn any(&self, bits: u64) -> u64 {
        let any = (0..self.shift).fold(bits, |bits, step| bits | bits >> (1 << step)) & self.keep[0];
        let distance = (1 << self.shift) - 1;
        let steps = self.keep[1..].iter().take((6 - self.shift) as usize).zip(0..);
        steps.fold(any, |bits, (keep, step)| (bits | bits >> (distance << step)) & keep)
    }
}

/// The scale along one axis: `from` pixels of the mask become `to` new pixels.
#[derive(Clone, Copy)]
struct AxisScale {
    from: u64,
    to: u64,
}

impl AxisScale {
    fn of(from: u32, to: u32) -> AxisScale {
        AxisScale { from: from.into(), to: to.into() }
    }

    /// The pixel of the mask in which the new pixel `place` begins.
    fn near_edge(self, place: u32) -> u32 {
        (u64::from(place) * self.from / self.to) as u32
    }

    /// The pixel of the mask after the last one that the new pixel `place` covers, even in part.
    fn far_edge(self, place: u32) -> u32 {
        ((u64::from(place) + 1) * self.from).div_ceil(self.to) as u32
    }
}

/// The words of a row, or of several rows combined with OR.
struct RowBits(Vec<u64>);

impl RowBits {
    /// An empty row as wide as a mask.
    fn of(mask: &Mask) -> Result<RowBits, MaskError> {
        memory::try_zeros(mask.stride() as usize).map(RowBits).map_err(memory::for_mask(mask.width, 1))
    }

    fn join(&mut self, mask: &Mask, y: u32) {
        self.0.iter_mut().zip(mask.row_words(y)).for_each(|(word, more)| *word |= more);
    }

    /// Whether any pixel of `left <= x < right` is solid. The range must not be empty.
    fn any(&self, left: u32, right: u32) -> bool {
        let (first, last) = ((left / WORD_BITS) as usize, ((right - 1) / WORD_BITS) as usize);
        let from = u64::MAX << (left % WORD_BITS);
        let to = u64::MAX >> (WORD_BITS - 1 - (right - 1) % WORD_BITS);
        if first == last {
            return self.0[first] & from & to != 0;
        }
        self.0[first] & from != 0 || self.0[first + 1..last].iter().any(|&word| word != 0) || self.0[last] & to != 0
    }
}
