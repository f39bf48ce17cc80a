//! The set of all offsets that hit.

use super::{OffsetWindow, RowSampling};
use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{self, AllocError};
use crate::store::size_fits;
use crate::{Mask, MaskError};

/// Samples must pay for themselves here: what no sample decides, along every edge, is always looked for.
const LAYOUT_WEIGHT: u64 = 8;

/// Every offset at once.
impl Mask {
    /// Whether `other` overlaps, for every offset at which the two rectangles do: the bit `[x, y]` of the
    /// result is `self.overlaps(other, [x - (other.width() - 1), y - (other.height() - 1)])`.
    ///
    /// Its size is `width + other.width - 1` by `height + other.height - 1`, and 0 x 0 where one of the
    /// masks has no width or no height. This is pygame's `convolve`: the Minkowski sum of this mask and of
    /// the other turned by half.
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
    /// Cost: about two shifted words for each run of pixels in a row of the other mask and each word of
    /// this one (or the other way round, where that is less), and memory in proportion to the result.
    ///
    /// # Errors
    /// As [`Mask::new`] for the size of the result, before anything is looked at.
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

    /// The set of all offsets that hit, as a mask and the offset that its top-left pixel stands for.
    ///
    /// `self.overlaps(other, [x + i, y + j])` is the pixel `[i, j]` of the mask that comes with the origin
    /// `[x, y]`, and no offset outside it hits. It is [`Mask::convolve`] without the rows and columns that
    /// the boxes of the solid pixels rule out: 0 x 0 where either mask has none.
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
    /// Cost: as [`Mask::convolve`].
    ///
    /// # Errors
    /// As [`Mask::new`] for the size of the result, before anything is looked at.
    pub fn colliding_offsets(&self, other: &Mask) -> Result<(Mask, [i32; 2]), MaskError> {
        let (Some(mine), Some(theirs)) = (self.bounds, other.bounds) else { return Ok((Mask::new(0, 0)?, [0, 0])) };
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

    /// Which offsets hit, of those from `left` and `top` on.
    fn collide_window(
        &self,
        [left, top]: [i64; 2],
        [width, height]: [u32; 2],
        other: &Mask,
    ) -> Result<Mask, MaskError> {
        let window = OffsetWindow { left, top, columns: width.div_ceil(WORD_BITS) as usize, rows: height as usize };
        let out_of_memory = AllocError::for_mask(width, height);
        let mut words = memory::try_zeros(window.columns * window.rows).map_err(&out_of_memory)?;
        let open = RowSampling::new(self, other, LAYOUT_WEIGHT).or_hits(&mut words, window, |_| 0..width);
        for [x, y] in open.map_err(out_of_memory)? {
            let hit = self.overlaps(other, [(left + x) as i32, (top + y) as i32]);
            words[x as usize / WORD_BITS as usize * window.rows + y as usize] |=
                u64::from(hit) << (x % i64::from(WORD_BITS));
        }
        let (last, pixels) = ((window.columns - 1) * window.rows, span_bits(window.columns - 1, 0, width));
        words[last..].iter_mut().for_each(|word| *word &= pixels);
        Mask::from_columns(width, height, words)
    }
}
