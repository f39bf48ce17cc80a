//! The choice of the pairs of variants that deserve a table.

use super::table_set::{Size, TableShape};

/// The time that a look-up saves, in nanoseconds: a test of two masks of 32 pixels takes 20 to 60 ns longer.
const SAVED: u64 = 32;
/// The number of words of the largest table: 32 KiB. Larger tables would evict each other from the caches.
const MAX_TABLE_WORDS: usize = 1 << 12;

/// A table that is not made yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proposal {
    pub(super) shape: TableShape,
    /// The estimated time to make the table, in nanoseconds.
    pub(super) cost: u64,
}

impl Proposal {
    /// Returns the table of two variants with these sizes, or `None` if the table would be too large.
    pub(super) fn new(a: Size, b: Size) -> Option<Proposal> {
        let shape = TableShape::new(a, b);
        // Measured: each row takes some time, and each row of one mask slides over the words of the other.
        let slide = |[_, rows]: Size, [width, height]: Size| u64::from(rows) * u64::from(width.div_ceil(64) * height);
        let cost = 500 + 80 * u64::from(a[1].max(b[1])) + 2 * slide(a, b).min(slide(b, a));
        (shape.words() <= MAX_TABLE_WORDS).then_some(Proposal { shape, cost })
    }

    /// Returns whether a table that costs `cost` pays if it is used this often.
    pub(super) fn pays(cost: u64, uses: u32) -> bool {
        u64::from(uses) * SAVED >= cost
    }

    /// Returns the value of a word of the table: the number of uses, scaled.
    pub(super) fn density(self, uses: u32) -> u64 {
        (u64::from(uses) << 16) / self.shape.words() as u64
    }
}
