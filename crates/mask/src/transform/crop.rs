//! Cropping to the solid pixels.

use crate::Mask;
use crate::kernel::{FunnelShift, WORD_BITS};
use crate::memory::or_panic;

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
