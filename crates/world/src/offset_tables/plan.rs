//! The choice of the pairs of variants that deserve a table.

use super::table_shape::{Size, TableShape};

/// The time that a look-up saves, in nanoseconds: a test of two masks of 32 pixels takes 20 to 60 ns longer.
const SAVED: u64 = 32;

/// A table that is not made yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proposal {
    pub(super) shape: TableShape,
    /// The estimated time to make the table, in nanoseconds.
    pub(super) cost: u64,
}

impl Proposal {
    /// The table of two variants with these sizes, or `None` if the table would be too large.
    pub(super) fn new(a: Size, b: Size) -> Option<Proposal> {
        let shape = TableShape::new(a, b)?;
        let blocks = |size: Size| size.map(|side| side.div_ceil(1 << shape.block_shift()));
        let (block_a, block_b) = (blocks(a), blocks(b));
        let words = |[width, height]: Size| u64::from(width.div_ceil(64)) * u64::from(height);
        // An upper estimate in nanoseconds. Searches of drawn sprites of 4 to 128 px took a sixth to two thirds of it (AMD EPYC, family
        // 26): about 200 ns, 45 for each row of the second mask, and 0.8 for each word of the first mask under such a row. Blocks take
        // three searches, and a pass over the words of both masks.
        let slide = |[_, rows]: Size, [width, height]: Size| u64::from(rows) * words([width, height]);
        let search =
            500 + 80 * u64::from(block_a[1].max(block_b[1])) + 2 * slide(block_a, block_b).min(slide(block_b, block_a));
        let cost = match shape.block_shift() {
            0 => search,
            _ => 4 * search + (words(a) + words(b)) / 2,
        };
        Some(Proposal { shape, cost })
    }

    /// Whether a table that costs `cost` pays if it is used this often.
    pub(super) fn pays(cost: u64, uses: u32) -> bool {
        u64::from(uses) * SAVED >= cost
    }

    /// The value of a word of the table: the number of uses, scaled.
    pub(super) fn density(self, uses: u32) -> u64 {
        (u64::from(uses) << 16) / self.shape.words() as u64
    }
}
