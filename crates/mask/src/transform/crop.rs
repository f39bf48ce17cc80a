//! Cropping to the solid pixels.

use crate::Mask;
use crate::kernel::{FunnelShift, WORD_BITS};
use crate::memory::{self, AllocError, or_panic};

impl Mask {
    /// Returns the mask cropped to the bounds of its solid pixels, and the position of the result's top-left pixel
    /// in this mask.
    ///
    /// If no pixel is solid, returns a mask of 0 x 0 pixels and `[0, 0]`.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "....\n..#.\n.##.".parse()?;
    /// let (cropped, at) = mask.cropped();
    /// assert_eq!((cropped.to_string().as_str(), at), (".#\n##", [1, 1]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn cropped(&self) -> (Mask, [i32; 2]) {
        let Some(bounds) = self.bounds else { return (or_panic(Mask::new(0, 0)), [0, 0]) };
        let (first, columns) = (bounds.left as u32 % WORD_BITS, self.columns(&bounds));
        let shift = FunnelShift::from_pixel(first);
        let words = memory::try_with_capacity(bounds.width.div_ceil(WORD_BITS) as usize * bounds.height as usize);
        let mut words = or_panic(words.map_err(AllocError::for_mask(bounds.width, bounds.height)));
        // No pixel to the right of the bounds is solid, so the padding bits are zero.
        for column in columns.clone().take(bounds.width.div_ceil(WORD_BITS) as usize) {
            let low = self.rows(column, &bounds).iter();
            if column + 1 < columns.end {
                let high = self.rows(column + 1, &bounds);
                words.extend(low.zip(high).map(|(&low, &high)| shift.join(low, high)));
            } else {
                words.extend(low.map(|&low| shift.join(low, 0)));
            }
        }
        (or_panic(Mask::from_tight_columns(bounds.width, bounds.height, words)), [bounds.left, bounds.top])
    }
}
