//! The shape of a table, and its bits.

use mask::Mask;

/// The size of a variant's box, in pixels.
pub(super) type Size = [u32; 2];

/// The shape of the table of two variants: a bit for each offset at which the two boxes overlap, row by row.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The bit of the offset `[0, 0]`.
    pub(super) zero: u32,
}

impl TableShape {
    /// The maximum number of words of a table, so that the tables that are used most fit the L2 cache. It is the
    /// table of two variants of 64 x 64 pixels.
    pub(super) const MAX_WORDS: usize = 256;
    /// The maximum number of rows of a table. The time to make a table grows with the square of the rows, so the most
    /// expensive one takes an estimated 45 us.
    const MAX_ROWS: u64 = 256;

    /// The shape of the table of two variants with these sizes, or `None` if the table would be too large.
    pub(super) fn new(a: Size, b: Size) -> Option<TableShape> {
        let side = |axis: usize| (u64::from(a[axis]) + u64::from(b[axis])).checked_sub(1);
        let (columns, rows) = (side(0)?, side(1)?);
        let fits = rows <= TableShape::MAX_ROWS && columns.checked_mul(rows)? <= 64 * TableShape::MAX_WORDS as u64;
        let (columns, rows) = fits.then_some((columns as u32, rows as u32))?;
        Some(TableShape { columns, rows, zero: (b[1] - 1) * columns + b[0] - 1 })
    }

    /// The number of words of the table.
    pub(super) fn words(self) -> usize {
        ((self.columns * self.rows) as usize).div_ceil(64)
    }

    /// Writes the table of two masks into words that are 0. `colliding` are the offsets at which they collide, and `first`
    /// is the offset of its top-left pixel.
    pub(super) fn write(self, colliding: &Mask, first: [i32; 2], words: &mut [u64]) {
        let start = i64::from(self.zero) + i64::from(first[0]) + i64::from(first[1]) * i64::from(self.columns);
        for row in 0..colliding.height() {
            for (column, bits) in colliding.row_words(row).enumerate() {
                if bits == 0 {
                    continue;
                }
                let bit = (start + i64::from(row * self.columns)) as usize + 64 * column;
                words[bit / 64] |= bits << (bit % 64);
                if let (Some(next), 1..) = (words.get_mut(bit / 64 + 1), bit % 64) {
                    *next |= bits >> (64 - bit % 64);
                }
            }
        }
    }

    /// The estimated time to make the table of two variants with these sizes, in nanoseconds. Searches of drawn
    /// sprites of 4 to 128 px took a sixth to two thirds of it (AMD EPYC, family 26): about 200 ns, 45 for each row
    /// of the second mask, and 0.8 for each word of the first mask under such a row.
    pub(super) fn cost(a: Size, b: Size) -> u64 {
        let words = |[width, height]: Size| u64::from(width.div_ceil(64)) * u64::from(height);
        500 + 80 * u64::from(a[1].max(b[1])) + 2 * (u64::from(a[1]) * words(b)).min(u64::from(b[1]) * words(a))
    }
}
