//! Flips and rotations by multiples of 90 degrees, exact to the pixel, and crops to the solid pixels.

use crate::kernel::{FunnelShift, WORD_BITS};
use crate::memory::or_panic;
use crate::{Mask, MaskError};

/// Flips and rotations by multiples of 90 degrees. The top-left corner of the result is the new origin.
impl Mask {
    /// Returns the mask flipped left to right.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#..\n.##".parse()?;
    /// assert_eq!(mask.flipped_x().to_string(), "..#\n##.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn flipped_x(&self) -> Mask {
        or_panic(oriented(self, true, 0))
    }

    /// Returns the mask flipped top to bottom.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn flipped_y(&self) -> Mask {
        or_panic(oriented(self, true, 2))
    }

    /// Returns the mask rotated by 90 degrees, clockwise on the screen.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#..\n.##".parse()?;
    /// assert_eq!(mask.rotated_90().to_string(), ".#\n#.\n#.");
    /// assert_eq!(mask.rotated_90().rotated_270(), mask);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn rotated_90(&self) -> Mask {
        or_panic(oriented(self, false, 1))
    }

    /// Returns the mask rotated by 180 degrees.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn rotated_180(&self) -> Mask {
        or_panic(oriented(self, false, 2))
    }

    /// Returns the mask rotated by 270 degrees clockwise, which is 90 degrees counter-clockwise.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn rotated_270(&self) -> Mask {
        or_panic(oriented(self, false, 3))
    }
}

/// Returns a mask flipped left to right if `flip_x` is set, then rotated clockwise by `quarters` times 90 degrees: all
/// eight orientations.
///
/// # Errors
/// Returns [`MaskError::OutOfMemory`] if memory allocation fails.
#[doc(hidden)]
pub fn oriented(mask: &Mask, flip_x: bool, quarters: u32) -> Result<Mask, MaskError> {
    match (flip_x, quarters % 4) {
        (false, 0) => mask.try_clone(),
        (false, 1) => mask.transposed()?.mirrored_x(),
        (false, 2) => Ok(mask.mirrored_x()?.mirrored_y()),
        (false, _) => Ok(mask.transposed()?.mirrored_y()),
        (true, 0) => mask.mirrored_x(),
        (true, 1) => Ok(mask.transposed()?.mirrored_x()?.mirrored_y()),
        (true, 2) => Ok(mask.try_clone()?.mirrored_y()),
        (true, _) => mask.transposed(),
    }
}

impl Mask {
    /// The mask flipped left to right.
    fn mirrored_x(&self) -> Result<Mask, MaskError> {
        let mut result = Mask::new(self.width, self.height)?;
        let Some(frame) = self.frame() else { return Ok(result) };
        // The reversal moves the padding of the last column to the left end of the result, so all bits move left by the
        // width of the padding.
        let shift = FunnelShift::from_pixel(self.width.wrapping_neg() % WORD_BITS);
        for (column, from) in (0..self.stride()).zip((0..self.stride()).rev()) {
            let to = result.rows_mut(column, &frame).iter_mut().zip(self.rows(from, &frame));
            if from > 0 {
                for ((to, &low), &high) in to.zip(self.rows(from - 1, &frame)) {
                    *to = shift.join(low.reverse_bits(), high.reverse_bits());
                }
            } else {
                to.for_each(|(to, &low)| *to = shift.join(low.reverse_bits(), 0));
            }
        }
        result.bounds = self.bounds.map(|mut bounds| {
            (bounds.left, bounds.right) = (self.width - bounds.right, self.width - bounds.left);
            bounds
        });
        Ok(result.with_summary())
    }

    /// Flips the mask top to bottom in place.
    fn mirrored_y(mut self) -> Mask {
        if self.height > 0 {
            self.words.chunks_exact_mut(self.height as usize).for_each(<[u64]>::reverse);
        }
        self.bounds = self.bounds.map(|mut bounds| {
            (bounds.top, bounds.bottom) = (self.height - bounds.bottom, self.height - bounds.top);
            bounds
        });
        self.with_summary()
    }

    /// The mask mirrored at the diagonal from its top-left corner: columns of pixels become rows.
    fn transposed(&self) -> Result<Mask, MaskError> {
        let mut result = Mask::new(self.height, self.width)?;
        let (height, side) = (self.height as usize, WORD_BITS as usize);
        for (column, words) in self.words.chunks_exact(height.max(1)).enumerate() {
            for (to, rows) in words.chunks(side).enumerate() {
                let mut block = [0; WORD_BITS as usize];
                block[..rows.len()].copy_from_slice(rows);
                transpose_block(&mut block);
                let first = column * side;
                let count = side.min(self.width as usize - first);
                result.words[to * self.width as usize + first..][..count].copy_from_slice(&block[..count]);
            }
        }
        result.bounds = self.bounds.map(|bounds| crate::geometry::Area {
            left: bounds.top,
            top: bounds.left,
            right: bounds.bottom,
            bottom: bounds.right,
        });
        Ok(result.with_summary())
    }
}

/// Transposes 64 x 64 bits in place: swaps the off-diagonal quarters, then the off-diagonal quarters of each
/// quarter, and so on down to single bits (Warren, Hacker's Delight, 2nd edition, section 7-3).
fn transpose_block(block: &mut [u64; WORD_BITS as usize]) {
    let (mut half, mut mask) = (WORD_BITS as usize / 2, u64::from(u32::MAX));
    while half > 0 {
        for row in (0..block.len()).filter(|row| row & half == 0) {
            let swap = (block[row] >> half ^ block[row + half]) & mask;
            block[row] ^= swap << half;
            block[row + half] ^= swap;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

impl Mask {
    /// Returns the mask cropped to the bounds of its solid pixels, and the position of the result's top-left pixel
    /// in this mask.
    ///
    /// If no pixel is solid, returns a mask of 0 x 0 pixels and `[0, 0]`.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "....\n..#.\n.##.".parse()?;
    /// let (cropped, at) = mask.cropped();
    /// assert_eq!((cropped.to_string().as_str(), at), (".#\n##", [1, 1]));
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn cropped(&self) -> (Mask, [i32; 2]) {
        let Some(bounds) = self.bounds else { return (or_panic(Mask::new(0, 0)), [0, 0]) };
        let (first, columns) = (bounds.left % WORD_BITS, self.columns(&bounds));
        let shift = FunnelShift::from_pixel(first);
        let mut result = or_panic(Mask::new(bounds.width(), bounds.height()));
        // No pixel to the right of the bounds is solid, so the padding bits of the result are zero.
        for (column, to) in columns.clone().zip(result.words.chunks_exact_mut(bounds.height() as usize)) {
            let low = self.rows(column, &bounds);
            if column + 1 < columns.end {
                let words = low.iter().zip(self.rows(column + 1, &bounds));
                to.iter_mut().zip(words).for_each(|(to, (&low, &high))| *to = shift.join(low, high));
            } else {
                to.iter_mut().zip(low).for_each(|(to, &low)| *to = shift.join(low, 0));
            }
        }
        result.bounds = result.frame();
        (result.with_summary(), bounds.origin())
    }
}
