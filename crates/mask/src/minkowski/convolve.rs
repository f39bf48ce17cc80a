//! The set of all offsets that hit.

use super::sift::Sift;
use super::slide::Window;
use crate::level::on_level;
use crate::memory::{self, Refused};
use crate::store::{WORD, fits, span_bits};
use crate::{Mask, MaskError};

/// Samples must pay for themselves here: what no sample decides, along every edge, is always looked for.
const LAY: u64 = 8;

/// Two masks that have changed places, both turned by half so that their offsets run the same way, and what is to be
/// added to an offset.
type Changed = ([Mask; 2], [i32; 2]);

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
        let (hits, [x, y]) = self.hits(other)?;
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
    /// let (hits, origin) = bar.hits(&dot)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [0, 0]));
    /// let (hits, origin) = dot.hits(&bar)?;
    /// assert_eq!((hits.to_string().as_str(), origin), ("###", [-2, 0]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// Cost: as [`Mask::convolve`].
    ///
    /// # Errors
    /// As [`Mask::new`] for the size of the result, before anything is looked at.
    pub fn hits(&self, other: &Mask) -> Result<(Mask, [i32; 2]), MaskError> {
        let (Some(mine), Some(theirs)) = (self.bounds, other.bounds) else { return Ok((Mask::new(0, 0)?, [0, 0])) };
        let (width, height) = (mine.width + theirs.width - 1, mine.height + theirs.height - 1);
        if !fits(width, height) {
            return Err(MaskError::TooLarge { width, height });
        }
        let [left, top] = [i64::from(mine.left) - theirs.right() + 1, i64::from(mine.top) - theirs.bottom() + 1];
        let origin = [left as i32, top as i32];
        let hits = match self.change_places(other)? {
            None => self.hits_from([left, top], [width, height], other)?,
            Some(([theirs, mine], [right, down])) => {
                theirs.hits_from([left + i64::from(right), top + i64::from(down)], [width, height], &mine)?
            }
        };
        Ok((hits, origin))
    }

    /// The two in each other's place, where it takes less to slide this one over the other.
    pub(super) fn change_places(&self, other: &Mask) -> Result<Option<Changed>, MaskError> {
        if self.weight(other) <= 2 * other.weight(self) {
            return Ok(None);
        }
        let by = [other.width as i32 - self.width as i32, other.height as i32 - self.height as i32];
        Ok(Some(([other.oriented(false, 2)?, self.oriented(false, 2)?], by)))
    }

    /// Which offsets hit, of those from `left` and `top` on.
    fn hits_from(&self, [left, top]: [i64; 2], [width, height]: [u32; 2], other: &Mask) -> Result<Mask, MaskError> {
        let window = Window { left, top, columns: width.div_ceil(WORD) as usize, rows: height as usize };
        let refused = Refused::mask(width, height);
        let mut words = memory::zeros(window.columns * window.rows).map_err(&refused)?;
        let open = Sift::new(self, other, LAY).hits(&mut words, window, |_| 0..width);
        for [x, y] in open.map_err(refused)? {
            let hit = self.overlaps(other, [(left + x) as i32, (top + y) as i32]);
            words[x as usize / WORD as usize * window.rows + y as usize] |= u64::from(hit) << (x % i64::from(WORD));
        }
        let (last, pixels) = ((window.columns - 1) * window.rows, span_bits(window.columns - 1, 0, width));
        words[last..].iter_mut().for_each(|word| *word &= pixels);
        Mask::from_columns(width, height, words)
    }

    /// What it costs to slide `other` over this mask: its runs, and this one's words for each.
    fn weight(&self, other: &Mask) -> u64 {
        self.words_in_bounds() * other.run_count()
    }

    /// Words of a mask just as large as the bounds.
    pub(super) fn words_in_bounds(&self) -> u64 {
        self.bounds.map_or(0, |bounds| u64::from(bounds.width.div_ceil(WORD)) * u64::from(bounds.height))
    }

    /// Runs of solid pixels in all rows.
    pub(super) fn run_count(&self) -> u64 {
        let height = self.height as usize;
        let (Some(last), true) = (self.words.len().checked_sub(height), height > 0) else { return 0 };
        // The pixels that have none to their right, where the next word stands as far on as a column is long.
        let ends = |(word, next): (&u64, &u64)| u64::from((word & !(word >> 1 | next << (WORD - 1))).count_ones());
        on_level!(_lanes => {
            let inner: u64 = self.words[..last].iter().zip(&self.words[height..]).map(ends).sum();
            inner + self.words[last..].iter().map(|word| ends((word, &0))).sum::<u64>()
        })
    }
}
