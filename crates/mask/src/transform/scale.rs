//! Scaling along the axes.

use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use crate::{Mask, MaskError};
use alloc::vec::Vec;

/// Scaled copies of the mask.
impl Mask {
    /// Returns the mask scaled to another size, as pygame's `scale` does.
    ///
    /// Pixel `[x, y]` of the result is pixel `[x * self.width / width, y * self.height / height]` of this mask,
    /// with both quotients rounded down. If this mask has no pixels, the result has no solid pixels.
    ///
    /// If the result is smaller than this mask, parts thinner than the omitted rows or columns can vanish.
    /// [`Mask::scaled_any`] keeps them.
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
        // This also covers a mask with billions of rows without pixels.
        if self.is_empty() || width == 0 {
            return Mask::new(width, height);
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_word_fn(width, height, |column, y| {
            let from = AxisScale::of(self.height, height).near_edge(y);
            if row != Some(from) {
                bits.clear();
                bits.join(self, from);
                row = Some(from);
            }
            let mut near_edges = AxisScale::of(self.width, width).near_edges(column * WORD_BITS);
            word(column, width, |_| bits.solid(near_edges.step()))
        })
    }

    /// Returns the mask scaled to another size, without losing any part of it.
    ///
    /// A pixel of the result is solid if it covers any solid pixel at least in part, even a pixel that it shares
    /// with its neighbors. Every solid pixel of [`Mask::scaled`] is therefore solid in the result.
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
        if self.is_empty() || width == 0 {
            return Mask::new(width, height);
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_word_fn(width, height, |column, y| {
            if row != Some(y) {
                bits.clear();
                let rows = AxisScale::of(self.height, height);
                (rows.near_edge(y)..rows.far_edge(y)).for_each(|from| bits.join(self, from));
                row = Some(y);
            }
            let columns = AxisScale::of(self.width, width);
            let (mut near_edges, mut far_edges) =
                (columns.near_edges(column * WORD_BITS), columns.far_edges(column * WORD_BITS));
            word(column, width, |_| bits.any(near_edges.step(), far_edges.step()))
        })
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
        if self.is_empty() {
            return Mask::new(width, height);
        }
        if k.is_power_of_two() && k <= WORD_BITS {
            let groups = BitGroups::of(k);
            return self.blocks(k, |rows| groups.any(rows.iter().fold(0, |any, row| any | row)));
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_word_fn(width, height, |column, y| {
            if row != Some(y) {
                bits.clear();
                (y * k..(y * k).saturating_add(k).min(self.height)).for_each(|from| bits.join(self, from));
                row = Some(y);
            }
            word(column, width, |x| bits.any(x * k, (x * k).saturating_add(k).min(self.width)))
        })
    }
}

impl Mask {
    /// Returns the blocks of `k` x `k` pixels in which every pixel is solid, from the top-left corner on. Blocks across the
    /// right or the bottom edge are not solid. `k` is a power of two up to 64. The function is meant for other crates of hitmask.
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

    /// Returns a mask with a pixel for each block of `k` x `k` pixels. `k` is a power of two up to 64. `word` returns the pixels of
    /// the blocks in a column of words, from the words of their rows.
    fn blocks(&self, k: u32, word: impl Fn(&[u64]) -> u64) -> Result<Mask, MaskError> {
        let (width, height) = (self.width.div_ceil(k), self.height.div_ceil(k));
        let mut blocks = Mask::new(width, height)?;
        for (column, index) in self.words.chunks_exact(self.height.max(1) as usize).zip(0..) {
            let first = index / k as usize * height as usize;
            let shift = index as u32 % k * (WORD_BITS / k);
            for (to, rows) in blocks.words[first..].iter_mut().zip(column.chunks(k as usize)) {
                *to |= word(rows) << shift;
            }
        }
        Ok(blocks.measured())
    }
}

/// Reduces groups of bits to single bits.
struct BitGroups {
    /// The number of bits of a group is 2 to this power.
    shift: u32,
    /// The bits that are kept after each step. Step 0 leaves one bit for each group, and each further step moves pairs of bits,
    /// of pairs, and so on together.
    keep: [u64; 7],
}

impl BitGroups {
    /// Returns the reduction of groups of `k` bits, a power of two up to 64.
    fn of(k: u32) -> BitGroups {
        let shift = k.trailing_zeros();
        let low = |count: u32| u64::MAX >> (WORD_BITS - count);
        let keep = core::array::from_fn(|step| match (1 << step, k << step) {
            (ones, period @ ..WORD_BITS) => u64::MAX / low(period) * low(ones),
            (ones, _) => low(ones.min(WORD_BITS)),
        });
        BitGroups { shift, keep }
    }

    /// Returns a bit for each group of a word, from the lowest on: whether all bits of the group are set.
    fn all(&self, bits: u64) -> u64 {
        !self.any(!bits) & u64::MAX >> (WORD_BITS - (WORD_BITS >> self.shift))
    }

    /// Returns a bit for each group of a word, from the lowest on: whether any bit of the group is set.
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

    /// Returns the pixel in which the new pixel `place` begins.
    fn near_edge(self, place: u32) -> u32 {
        self.near_edges(place).at as u32
    }

    /// Returns the pixel after the last pixel that the new pixel `place` covers.
    fn far_edge(self, place: u32) -> u32 {
        self.far_edges(place).at as u32
    }

    /// Returns the near edges of `place` and the new pixels after it, rounded down.
    fn near_edges(self, place: u32) -> QuotientSteps {
        self.steps(u64::from(place) * self.from)
    }

    /// Returns the far edges of `place` and the new pixels after it, rounded up.
    fn far_edges(self, place: u32) -> QuotientSteps {
        self.steps((u64::from(place) + 1) * self.from + self.to - 1)
    }

    fn steps(self, sum: u64) -> QuotientSteps {
        QuotientSteps {
            at: sum / self.to,
            rest: sum % self.to,
            quotient: self.from / self.to,
            remainder: self.from % self.to,
            to: self.to,
        }
    }
}

/// The quotients of sums that grow by a constant, without a division for each.
struct QuotientSteps {
    at: u64,
    rest: u64,
    quotient: u64,
    remainder: u64,
    to: u64,
}

impl QuotientSteps {
    fn step(&mut self) -> u32 {
        let at = self.at as u32;
        self.at += self.quotient;
        self.rest += self.remainder;
        if self.rest >= self.to {
            self.rest -= self.to;
            self.at += 1;
        }
        at
    }
}

/// Returns a word of a row whose pixel x is solid if `solid(x)` returns true.
fn word(column: u32, width: u32, mut solid: impl FnMut(u32) -> bool) -> u64 {
    let first = column * WORD_BITS;
    (0..WORD_BITS.min(width - first)).fold(0, |word, bit| word | u64::from(solid(first + bit)) << bit)
}

/// The words of a row, or of several rows combined with OR.
struct RowBits(Vec<u64>);

impl RowBits {
    /// Returns an empty row as wide as a mask.
    fn of(mask: &Mask) -> Result<RowBits, MaskError> {
        memory::try_zeros(mask.stride()).map(RowBits).map_err(AllocError::for_mask(mask.width, 1))
    }

    /// Sets all pixels to empty.
    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds the solid pixels of a row of a mask.
    fn join(&mut self, mask: &Mask, y: u32) {
        for (column, word) in self.0.iter_mut().enumerate() {
            *word |= mask.words[column * mask.height as usize + y as usize];
        }
    }

    fn solid(&self, x: u32) -> bool {
        self.0[(x / WORD_BITS) as usize] >> (x % WORD_BITS) & 1 == 1
    }

    /// Returns whether any pixel of `left <= x < right` is solid.
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
