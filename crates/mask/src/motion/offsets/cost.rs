//! The estimated cost of sliding one mask over another, and the choice of the mask to slide.

use crate::kernel::{FunnelShift, WORD_BITS, on_level};
use crate::{Mask, MaskError};

/// Two masks in exchanged roles, and the correction to add to an offset. Both masks are rotated by 180 degrees, so
/// that their offsets run in the original direction.
type SwappedPair = ([Mask; 2], [i32; 2]);

impl Mask {
    /// Returns the two masks in exchanged roles if sliding this mask over the other one is cheaper.
    pub(crate) fn swap_if_cheaper(&self, other: &Mask) -> Result<Option<SwappedPair>, MaskError> {
        if self.slide_cost(other) <= 2 * other.slide_cost(self) {
            return Ok(None);
        }
        let by = [other.width as i32 - self.width as i32, other.height as i32 - self.height as i32];
        Ok(Some(([other.oriented(false, 2)?, self.oriented(false, 2)?], by)))
    }

    /// Estimates the cost of sliding `other` over this mask: the runs of `other` times the words of this mask.
    fn slide_cost(&self, other: &Mask) -> u64 {
        self.words_in_bounds() * other.run_count()
    }

    /// Returns the number of words of a mask as large as the bounds.
    pub(in crate::motion) fn words_in_bounds(&self) -> u64 {
        self.bounds().map_or(0, |bounds| u64::from(bounds.width.div_ceil(WORD_BITS)) * u64::from(bounds.height))
    }

    /// Returns the number of runs of solid pixels in all rows.
    pub(super) fn run_count(&self) -> u64 {
        let height = self.height as usize;
        let (Some(last), true) = (self.words.len().checked_sub(height), height > 0) else { return 0 };
        // Marks the solid pixels without a solid pixel to their right. The next word of a row is one column further
        // on.
        let to_the_right = FunnelShift::from_pixel(1);
        let ends = |(&word, &next): (&u64, &u64)| u64::from((word & !to_the_right.join(word, next)).count_ones());
        on_level!(_lanes => {
            let inner: u64 = self.words[..last].iter().zip(&self.words[height..]).map(ends).sum();
            inner + self.words[last..].iter().map(|word| ends((word, &0))).sum::<u64>()
        })
    }
}
