//! Masks cropped.

use crate::Mask;
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError, or_panic};

impl Mask {
    /// The mask cut to the box of its solid pixels, and where its top-left pixel stands in this one. Where
    /// nothing is solid, a mask of 0 x 0 pixels and `[0, 0]`.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "....\n..#.\n.##.".parse()?;
    /// let (cropped, at) = mask.cropped();
    /// assert_eq!((cropped.to_string().as_str(), at), (".#\n##", [1, 1]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn cropped(&self) -> (Mask, [i32; 2]) {
        let Some(bounds) = self.bounds else { return (or_panic(Mask::new(0, 0)), [0, 0]) };
        let (shift, columns) = (bounds.left as u32 % WORD_BITS, self.columns(&bounds));
        let words = memory::try_with_capacity(bounds.width.div_ceil(WORD_BITS) as usize * bounds.height as usize);
        let mut words = or_panic(words.map_err(AllocError::for_mask(bounds.width, bounds.height)));
        // What is right of the bounds is air, so that the padding is zero by itself.
        for column in columns.clone().take(bounds.width.div_ceil(WORD_BITS) as usize) {
            let low = self.rows(column, &bounds).iter();
            if shift > 0 && column + 1 < columns.end {
                let high = self.rows(column + 1, &bounds);
                words.extend(low.zip(high).map(|(low, high)| low >> shift | high << (WORD_BITS - shift)));
            } else {
                words.extend(low.map(|low| low >> shift));
            }
        }
        (or_panic(Mask::from_tight_columns(bounds.width, bounds.height, words)), [bounds.left, bounds.top])
    }
}
