//! The shape of a table: how large its cells are, and where the cell of an offset is.

/// The size of a variant's tight box, in pixels.
pub(super) type Size = [u32; 2];

/// The shape of the table of two variants.
///
/// A table divides the offsets at which the two tight boxes overlap into square cells, with a corner of a cell at the
/// offset `[0, 0]`. The cells are as small as [`TableShape::MAX_WORDS`] allows. A cell of a single offset has one bit: whether
/// the variants collide. A larger cell has two: whether they can collide at any of its offsets, and whether they surely
/// collide at all of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    /// The side of a cell is 2 to this power.
    pub(super) shift: u32,
    /// The number of cells from left to right.
    pub(super) columns: u32,
    /// The number of cells from top to bottom.
    pub(super) rows: u32,
    /// The column and the row of the cell whose top-left offset is `[0, 0]`.
    pub(super) zero: [u32; 2],
}

impl TableShape {
    /// The maximum number of words of a table, so that the tables that are used most fit the L2 cache.
    pub(super) const MAX_WORDS: usize = 64;
    /// The largest [`TableShape::shift`].
    const MAX_SHIFT: u32 = 8;

    /// The shape of the table of two variants with these sizes, or `None` if the variants are too large.
    pub(super) fn new(a: Size, b: Size) -> Option<TableShape> {
        (0..=TableShape::MAX_SHIFT).find_map(|shift| TableShape::with_cells(shift, a, b))
    }

    fn with_cells(shift: u32, a: Size, b: Size) -> Option<TableShape> {
        let zero = b.map(|side| (side - 1).div_ceil(1 << shift));
        let [columns, rows] = [0, 1].map(|axis| zero[axis] + ((a[axis] - 1) >> shift) + 1);
        let cells = u64::from(columns) * u64::from(rows);
        let shape = TableShape { shift, columns, rows, zero };
        (cells << shape.doubling() <= 64 * TableShape::MAX_WORDS as u64).then_some(shape)
    }

    /// The power of two that is the side of a block. Masks are reduced to blocks of pixels before their offsets are
    /// searched, because the search of all offsets of large masks takes long. A cell has four blocks along each axis,
    /// so few cells have a bit less certain than the pixels tell.
    pub(super) fn block_shift(self) -> u32 {
        self.shift.saturating_sub(2)
    }

    /// Returns 1 if a cell has two bits, and 0 if it has one.
    pub(super) fn doubling(self) -> u32 {
        u32::from(self.shift > 0)
    }

    /// The number of words of the table.
    pub(super) fn words(self) -> usize {
        (((self.columns * self.rows) << self.doubling()) as usize).div_ceil(64)
    }

    /// The bit of the cell whose top-left offset is `[0, 0]`.
    pub(super) fn zero_bit(self) -> u32 {
        (self.zero[1] * self.columns + self.zero[0]) << self.doubling()
    }
}
