//! The rows of the mask that is slid.

use crate::Mask;
use crate::kernel::{BitRuns, WORD_BITS, span_bits};
use crate::memory::{self, AllocError};
use alloc::vec::Vec;
use core::ops::Range;

/// A region of a mask: a range of columns and a range of rows.
pub(super) struct MaskRegion<'a> {
    pub(super) mask: &'a Mask,
    pub(super) x: Range<i64>,
    pub(super) y: Range<i64>,
}

impl MaskRegion<'_> {
    /// Returns the words of a row within the region. Pixels beside the region are zero.
    fn words(&self, row: i64) -> impl Iterator<Item = u64> {
        let [left, right] = [self.x.start as u32, self.x.end as u32];
        let columns = left / WORD_BITS..right.div_ceil(WORD_BITS);
        columns.map(move |column| {
            self.mask.words[self.mask.index(column * WORD_BITS, row as u32)] & span_bits(column as usize, left, right)
        })
    }

    /// Returns the non-empty rows that `which` selects as sorted pairs of a number and the row. Rows of equal
    /// pixels share one number.
    pub(super) fn sorted_rows(&self, which: impl Fn(i64) -> bool) -> Result<Vec<(u64, i64)>, AllocError> {
        let digest = |row| self.words(row).fold(0, |digest: u64, word| digest.rotate_left(29).wrapping_mul(3) ^ word);
        let rows = self.y.clone().filter(|&row| which(row) && self.words(row).any(|word| word != 0));
        let mut rows = memory::try_collect(rows.map(|row| (digest(row), row)))?;
        rows.sort_unstable();
        // Equal digests do not prove equal pixels.
        let mut number = 0;
        let mut before = None;
        for (digest, row) in &mut rows {
            let same = before.is_some_and(|(last, above)| last == *digest && self.same_pixels(above, *row));
            before = Some((*digest, *row));
            number += u64::from(!same);
            *digest = number;
        }
        Ok(rows)
    }

    fn same_pixels(&self, a: i64, b: i64) -> bool {
        self.words(a).eq(self.words(b))
    }

    /// Returns the runs of solid pixels of a row, relative to the left side of the region.
    pub(super) fn runs(&self, row: i64) -> impl Iterator<Item = Range<u32>> {
        let left = self.x.start as u32;
        BitRuns::new((left / WORD_BITS * WORD_BITS).wrapping_sub(left), self.words(row))
    }
}
