//! Masks made larger or smaller along the axes.

use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use crate::{Mask, MaskError};
use alloc::vec::Vec;

/// Copies of the mask in other sizes.
impl Mask {
    /// The mask in another size: pixel `[x, y]` shows pixel `[x * width / new width, y * height / new
    /// height]`, rounded down, as pygame's `scale` does. Nothing is solid where this mask has no pixels.
    ///
    /// Made smaller, a part thinner than what is left out can vanish: see [`Mask::scaled_any`].
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#.\n.#".parse()?;
    /// assert_eq!(mask.scaled(4, 2)?.to_string(), "##..\n..##");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn scaled(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        // Also where there are billions of rows without pixels.
        if self.is_empty() || width == 0 {
            return Mask::new(width, height);
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_words(width, height, |column, y| {
            let from = AxisScale::of(self.height, height).begins(y);
            if row != Some(from) {
                bits.clear();
                bits.join(self, from);
                row = Some(from);
            }
            let mut begins = AxisScale::of(self.width, width).begin(column * WORD_BITS);
            word(column, width, |_| bits.solid(begins.step()))
        })
    }

    /// The mask in another size, no part of it lost: a pixel is solid where any pixel is that it covers
    /// in part, even one that it shares with its neighbors. So it holds all that [`Mask::scaled`] does.
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
    /// As [`Mask::new`].
    pub fn scaled_any(&self, width: u32, height: u32) -> Result<Mask, MaskError> {
        if self.is_empty() || width == 0 {
            return Mask::new(width, height);
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_words(width, height, |column, y| {
            if row != Some(y) {
                bits.clear();
                let rows = AxisScale::of(self.height, height);
                (rows.begins(y)..rows.ends(y)).for_each(|from| bits.join(self, from));
                row = Some(y);
            }
            let columns = AxisScale::of(self.width, width);
            let (mut begins, mut ends) = (columns.begin(column * WORD_BITS), columns.end(column * WORD_BITS));
            word(column, width, |_| bits.any(begins.step(), ends.step()))
        })
    }

    /// The mask in blocks of `k` x `k` pixels, from its top-left corner on: a pixel is solid where any of
    /// its block is. Sides that are no multiple of `k` end in smaller blocks.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#....\n.....\n....#".parse()?;
    /// assert_eq!(mask.coarsened(2)?.to_string(), "#..\n..#");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaskError::NoBlock`] where `k` is 0; [`MaskError::OutOfMemory`].
    pub fn coarsened(&self, k: u32) -> Result<Mask, MaskError> {
        if k == 0 {
            return Err(MaskError::NoBlock);
        }
        let (width, height) = (self.width.div_ceil(k), self.height.div_ceil(k));
        if self.is_empty() {
            return Mask::new(width, height);
        }
        let mut bits = RowBits::of(self)?;
        let mut row = None;
        Mask::from_words(width, height, |column, y| {
            if row != Some(y) {
                bits.clear();
                (y * k..(y * k).saturating_add(k).min(self.height)).for_each(|from| bits.join(self, from));
                row = Some(y);
            }
            word(column, width, |x| bits.any(x * k, (x * k).saturating_add(k).min(self.width)))
        })
    }
}

/// Pixels along one axis of a mask, `from` of them, under `to` new ones.
#[derive(Clone, Copy)]
struct AxisScale {
    from: u64,
    to: u64,
}

impl AxisScale {
    fn of(from: u32, to: u32) -> AxisScale {
        AxisScale { from: from.into(), to: to.into() }
    }

    /// The pixel that new pixel `place` begins in.
    fn begins(self, place: u32) -> u32 {
        self.begin(place).at as u32
    }

    /// One past the last pixel that it covers.
    fn ends(self, place: u32) -> u32 {
        self.end(place).at as u32
    }

    /// Those of `place` and the new pixels after it: its near edge, rounded down.
    fn begin(self, place: u32) -> QuotientSteps {
        self.steps(u64::from(place) * self.from)
    }

    /// Likewise its far edge, rounded up.
    fn end(self, place: u32) -> QuotientSteps {
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

/// The quotients of sums that grow by the same number, without a division for each.
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

/// A word of a row whose pixel x is solid where `solid(x)` holds.
fn word(column: u32, width: u32, mut solid: impl FnMut(u32) -> bool) -> u64 {
    let first = column * WORD_BITS;
    (0..WORD_BITS.min(width - first)).fold(0, |word, bit| word | u64::from(solid(first + bit)) << bit)
}

/// The words of a row, or of several put together.
struct RowBits(Vec<u64>);

impl RowBits {
    /// A row of a mask, all air.
    fn of(mask: &Mask) -> Result<RowBits, MaskError> {
        memory::try_zeros(mask.stride()).map(RowBits).map_err(AllocError::for_mask(mask.width, 1))
    }

    /// Makes it all air.
    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Takes a row of a mask in.
    fn join(&mut self, mask: &Mask, y: u32) {
        for (column, word) in self.0.iter_mut().enumerate() {
            *word |= mask.words[column * mask.height as usize + y as usize];
        }
    }

    fn solid(&self, x: u32) -> bool {
        self.0[(x / WORD_BITS) as usize] >> (x % WORD_BITS) & 1 == 1
    }

    /// Whether any pixel of `left <= x < right` is solid.
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
