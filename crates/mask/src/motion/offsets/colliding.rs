//! The set of all colliding offsets, as a mask.

use super::{OffsetWindow, RowSampling};
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::AllocError;
use crate::store::size_fits;
use crate::{Mask, MaskError};

/// The layout weight of [`RowSampling`]. It is high because no sample decides the offsets along the edges: they are
/// always searched, so a sample must pay for itself.
const LAYOUT_WEIGHT: u64 = 8;

/// All colliding offsets at once.
impl Mask {
    /// Returns a mask of all offsets at which `other` overlaps this mask, like pygame's `convolve`.
    ///
    /// The bit `[x, y]` of the result is
    /// `self.overlaps(other, [x - (other.width() - 1), y - (other.height() - 1)])`. The size of the result is
    /// `width + other.width - 1` by `height + other.height - 1`, or 0 x 0 if one of the masks has no width or no
    /// height. The result covers every offset at which the two rectangles overlap. It is the Minkowski sum of this
    /// mask and of the other mask rotated by 180 degrees.
    ///
    /// ```
    /// # use mask::Mask;
    /// let corner: Mask = "#.\n##".parse()?;
    /// let dot = Mask::filled(1, 1)?;
    /// assert_eq!(corner.convolve(&dot)?, corner);
    /// assert_eq!(corner.convolve(&corner)?.to_string(), "##.\n###\n.##");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: about two shifted words for each run of pixels in a row of the other mask and each word of this mask,
    /// or with the masks exchanged if that is cheaper. Memory is proportional to the result.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// size of the result. The size is checked before any pixel is read.
    pub fn convolve(&self, other: &Mask) -> Result<Mask, MaskError> {
        if self.frame().is_none() || other.frame().is_none() {
            return Mask::new(0, 0);
        }
        // Sides are at most 2^26.
        let (width, height) = (self.width + other.width - 1, self.height + other.height - 1);
        let mut all = Mask::new(width, height)?;
        let (hits, [x, y]) = self.colliding_offsets(other)?;
        all.draw(&hits, [x + (other.width as i32 - 1), y + (other.height as i32 - 1)]);
        Ok(all)
    }

    /// Returns the set of all colliding offsets: a mask, and the offset of its top-left pixel.
    ///
    /// For a result of `(mask, [x, y])`, the pixel `[i, j]` of the mask is `self.overlaps(other, [x + i, y + j])`.
    /// The masks collide at no offset outside the result. The result equals the result of [`Mask::convolve`]
    /// without the rows and columns that the bounds of the solid pixels rule out. It is 0 x 0 if one of the masks
    /// has no solid pixels.
    ///
    /// ```
    /// # use mask::Mask;
    /// let (bar, dot) = (Mask::filled(3, 1)?, Mask::filled(1, 1)?);
    /// let (hits, origin) = bar.colliding_offsets(&dot)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [0, 0]));
    /// let (hits, origin) = dot.colliding_offsets(&bar)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [-2, 0]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: about two shifted words for each run of pixels in a row of the other mask and each word of this mask,
    /// or with the masks exchanged if that is cheaper. Memory is proportional to the result.
    ///
    /// # Errors
    /// Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`] for the
    /// size of the result. The size is checked before any pixel is read.
    pub fn colliding_offsets(&self, other: &Mask) -> Result<(Mask, [i32; 2]), MaskError> {
        let (Some(mine), Some(theirs)) = (self.bounds(), other.bounds()) else { return Ok((Mask::new(0, 0)?, [0, 0])) };
        let (width, height) = (mine.width + theirs.width - 1, mine.height + theirs.height - 1);
        if !size_fits(width, height) {
            return Err(MaskError::TooLarge { width, height });
        }
        let [left, top] = [i64::from(mine.left) - theirs.right() + 1, i64::from(mine.top) - theirs.bottom() + 1];
        let origin = [left as i32, top as i32];
        let hits = match self.swap_if_cheaper(other)? {
            None => self.collide_window([left, top], [width, height], other)?,
            Some(([theirs, mine], [right, down])) => {
                theirs.collide_window([left + i64::from(right), top + i64::from(down)], [width, height], &mine)?
            }
        };
        Ok((hits, origin))
    }

    /// Returns which of the offsets from `left` and `top` on collide.
    fn collide_window(
        &self,
        [left, top]: [i64; 2],
        [width, height]: [u32; 2],
        other: &Mask,
    ) -> Result<Mask, MaskError> {
        let window = OffsetWindow { left, top, columns: width.div_ceil(WORD_BITS) as usize, rows: height as usize };
        let mut hits = Mask::new(width, height)?;
        let words = &mut hits.words[..];
        let open = RowSampling::new(self, other, LAYOUT_WEIGHT).or_hits(words, window, |_| 0..width);
        for [x, y] in open.map_err(AllocError::for_mask(width, height))? {
            let hit = self.overlaps(other, [(left + x) as i32, (top + y) as i32]);
            words[x as usize / WORD_BITS as usize * window.rows + y as usize] |=
                u64::from(hit) << (x % i64::from(WORD_BITS));
        }
        let (last, pixels) = ((window.columns - 1) * window.rows, span_bits(window.columns - 1, 0, width));
        words[last..].iter_mut().for_each(|word| *word &= pixels);
        Ok(hits.measured())
    }
}
