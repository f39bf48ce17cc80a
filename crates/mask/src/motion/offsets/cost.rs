//! What it costs to slide one mask over another, and which of the two is slid.

use crate::kernel::{WORD_BITS, on_level};
use crate::{Mask, MaskError};

/// Two masks that have changed places, both turned by half so that their offsets run the same way, and what is to be
/// added to an offset.
type SwappedPair = ([Mask; 2], [i32; 2]);

impl Mask {
    /// The two in each other's place, where it takes less to slide this one over the other.
    pub(crate) fn swap_if_cheaper(&self, other: &Mask) -> Result<Option<SwappedPair>, MaskError> {
        if self.slide_cost(other) <= 2 * other.slide_cost(self) {
            return Ok(None);
        }
        let by = [other.width as i32 - self.width as i32, other.height as i32 - self.height as i32];
        Ok(Some(([other.oriented(false, 2)?, self.oriented(false, 2)?], by)))
    }

    /// What it costs to slide `other` over this mask: its runs, and this one's words for each.
    fn slide_cost(&self, other: &Mask) -> u64 {
        self.words_in_bounds() * other.run_count()
    }

    /// Words of a mask just as large as the bounds.
    pub(super) fn words_in_bounds(&self) -> u64 {
        self.bounds.map_or(0, |bounds| u64::from(bounds.width.div_ceil(WORD_BITS)) * u64::from(bounds.height))
    }

    /// Runs of solid pixels in all rows.
    pub(super) fn run_count(&self) -> u64 {
        let height = self.height as usize;
        let (Some(last), true) = (self.words.len().checked_sub(height), height > 0) else { return 0 };
        // The pixels that have none to their right, where the next word stands as far on as a column is long.
        let ends = |(word, next): (&u64, &u64)| u64::from((word & !(word >> 1 | next << (WORD_BITS - 1))).count_ones());
        on_level!(_lanes => {
            let inner: u64 = self.words[..last].iter().zip(&self.words[height..]).map(ends).sum();
            inner + self.words[last..].iter().map(|word| ends((word, &0))).sum::<u64>()
        })
    }
}
