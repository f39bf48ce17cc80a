//! Scaling along the axes.

use crate::kernel::{WORD_BITS, on_level, span_bits};
use crate::{Mask, MaskError, memory};

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
    /// # use hitmask::Mask;
    /// let mask: Mask = "#.\n.#".parse()?;
    /// assert_eq!(mask.scaled(4, 2)?.to_string(), "##..\n..##");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// new size.
    pub fn scaled(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        let [columns, rows] = [(self.width, width), (self.height, height)].map(|(from, to)| AxisScale::near(from, to));
        self.resampled([width, height], columns, rows)
    }

    /// Returns the mask scaled to another size, without losing any part of it.
    ///
    /// A pixel of the result is solid if it covers any part of a solid pixel. Every solid pixel of [`Mask::scaled`] is
    /// therefore solid in the result.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let line: Mask = ".#....".parse()?;
    /// assert!(line.scaled(3, 1)?.is_empty());
    /// assert_eq!(line.scaled_any(3, 1)?.to_string(), "#..");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// new size.
    pub fn scaled_any(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        let [columns, rows] = [(self.width, width), (self.height, height)].map(|(from, to)| AxisScale::any(from, to));
        self.resampled([width, height], columns, rows)
    }

    /// Returns the mask reduced to blocks of `k` x `k` pixels, from its top-left corner on.
    ///
    /// Each block becomes one pixel, which is solid if any pixel of the block is solid. If a side is not a multiple
    /// of `k`, its last blocks are smaller.
    ///
    /// Cost: one pass over the words if `k` is a power of two up to 64. Other values of `k` take a few times as long.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#....\n.....\n....#".parse()?;
    /// assert_eq!(mask.coarsened(2)?.to_string(), "#..\n..#");
    /// # Ok::<(), hitmask::MaskError>(())
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
        self.resampled([width, height], AxisScale::any(k, 1), AxisScale::any(k, 1))
    }

    /// A mask in which a pixel is solid if this mask has a solid pixel in its source columns and rows.
    ///
    /// For each column of words, the rows are scaled first. Then each pixel column is spread over its new pixels, in
    /// all rows at once: the rows of a column are contiguous, so the loop fills the lanes.
    fn resampled(&self, [width, height]: [u32; 2], columns: AxisScale, rows: AxisScale) -> Result<Mask, MaskError> {
        let mut result = Mask::new(width, height)?;
        let (Some(bounds), Some(_)) = (self.bounds, result.frame()) else { return Ok(result) };
        let mut words = memory::try_zeros(height as usize).map_err(memory::for_mask(width, height))?;
        let (to, words) = (&mut result.words[..], &mut words[..]);
        on_level!(_lanes => {
            for column in self.columns(&bounds) {
                let from = &self.words[self.word_index(column, 0)..][..self.height as usize];
                let mut source = Multiples::new(rows.from, rows.to, 0);
                let mut solid = 0;
                for word in words.iter_mut() {
                    let first = source.floor as usize;
                    source.step();
                    let end = if rows.any { from.len().min(source.ceil() as usize) } else { first + 1 };
                    *word = 0;
                    for row in &from[first..end] {
                        *word |= row;
                    }
                    solid |= *word;
                }
                if solid == 0 {
                    continue;
                }
                let first = solid.trailing_zeros();
                let mut edge = Multiples::new(columns.to, columns.from, (column * WORD_BITS + first).into());
                for bit in first..WORD_BITS - solid.leading_zeros() {
                    let left = if columns.any { edge.floor } else { edge.ceil() } as u32;
                    edge.step();
                    let right = edge.ceil() as u32;
                    if solid >> bit & 1 == 1 {
                        for to_column in left / WORD_BITS..right.div_ceil(WORD_BITS) {
                            let to = &mut to[to_column as usize * height as usize..][..height as usize];
                            spread(words, bit, to, span_bits(to_column, left, right));
                        }
                    }
                }
            }
        });
        Ok(result.measured())
    }
}

/// Adds the pixels `pixels` to each word of `to` in whose row a word of `from` has a bit.
#[inline(always)]
fn spread(from: &[u64], bit: u32, to: &mut [u64], pixels: u64) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= (from >> bit & 1).wrapping_neg() & pixels;
    }
}

impl Mask {
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
    /// Whether the sources of a new pixel are all pixels that it covers, even in part, not only the one in which it
    /// begins.
    any: bool,
}

impl AxisScale {
    fn near(from: u32, to: u32) -> AxisScale {
        AxisScale { from: from.into(), to: to.into(), any: false }
    }

    fn any(from: u32, to: u32) -> AxisScale {
        AxisScale { any: true, ..AxisScale::near(from, to) }
    }
}

/// The multiples of `of / by`, one after the other. Only the first one divides.
struct Multiples {
    /// The multiple rounded down, and the rest of this division.
    floor: u64,
    rest: u64,
    by: u64,
    /// `of / by` rounded down, and the rest.
    whole: u64,
    fraction: u64,
}

impl Multiples {
    #[inline(always)]
    fn new(of: u64, by: u64, first: u64) -> Multiples {
        Multiples { floor: first * of / by, rest: first * of % by, by, whole: of / by, fraction: of % by }
    }

    /// The multiple rounded up.
    #[inline(always)]
    fn ceil(&self) -> u64 {
        self.floor + u64::from(self.rest > 0)
    }

    #[inline(always)]
    fn step(&mut self) {
        let rest = self.rest + self.fraction;
        let carry = rest >= self.by;
        self.floor += self.whole + u64::from(carry);
        self.rest = if carry { rest - self.by } else { rest };
    }
}
